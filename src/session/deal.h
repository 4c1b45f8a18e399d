/*
 * The deal of a practice table: the program deals the cards and keeps hidden ones secret.
 *
 * A deal is a function of the game, its rules, a seed and perhaps a given deck. So the journal
 * stores only these (and the name of the strategy of the other seats), and the world follows from
 * the deal and the moves. Only this folder has worlds; strategies and responses get views: see
 * struct state. The seed is secret until the game is over.
 */
#ifndef SESSION_DEAL_H
#define SESSION_DEAL_H

#include <makker/game.h>
#include <makker/text.h>
#include <stdbool.h>
#include <stdint.h>

struct json_t;

struct deal {
	uint64_t seed;
	uint64_t stream;                     /* 0: the seed is a number that a person can type */
	const struct mk_strategy *opponents; /* of all seats but the first; NULL: there are none */
	/*
	 * A given deck (deal_deck of struct mk_game); the seed then determines only later random
	 * events. 0: none.
	 */
	uint8_t deck_count;
	mk_card deck[MK_DECK];
};

/* The seat of the person at the table. */
enum { DEAL_OWN_SEAT = 0 };

/* The largest numeric seed: every JSON reader represents integers up to it exactly. */
#define MAX_DEAL_SEED INT64_C(9007199254740991)

/* An unpredictable seed, of 16 random bytes; without opponents. */
struct deal deal_random(void (*random)(void *bytes, size_t length));

/* The opponents of a table that names none: the first strategy that needs no search. NULL: a game
 * of one person. */
const struct mk_strategy *deal_default_opponents(const struct mk_game *game);

/*
 * Reads the seed, a number or a string of 32 hex digits. False, with `deal` unchanged, for any
 * other value.
 */
bool deal_read_seed(const struct json_t *json, struct deal *deal);
void deal_write_seed(struct mk_text *out, const char *key, const struct deal *deal);

/*
 * Reads a list of cards as the deck; `base` is its pointer. MK_MALFORMED "invalid_card" where one
 * is none, MK_IMPOSSIBLE "duplicate_card", "card_not_in_deck" or "cards_missing" where they are not
 * the deck of the game by these rules, "deck_not_supported" where it takes none, "two_deals" where
 * the rules say the cards, too.
 */
enum mk_status deal_read_deck(const struct json_t *json, const char *base,
	const struct mk_game *game, const struct mk_rules *rules, struct deal *deal,
	struct mk_error *error);
/* Writes the deck; null without one. */
void deal_write_deck(struct mk_text *out, const char *key, const struct deal *deal);

/*
 * The complete deal with the opponents, a JSON object, in the form of the journal for a table of
 * `game`.
 */
enum { DEAL_TEXT_SIZE = 256 };
void deal_write(char text[DEAL_TEXT_SIZE], const struct deal *deal);
bool deal_read(const char *text, const struct mk_game *game, struct deal *deal);

/* `world` (of the game's size) as it was dealt, and the first seat's view of it. */
void deal_world(const struct deal *deal, const struct mk_game *game, const struct mk_rules *rules,
	struct mk_world *world);
void deal_view(const struct mk_game *game, const struct mk_world *world, struct mk_view *view);

/*
 * Carries out a player's move in `view` and in `world`: `finding` has the revealed cards, and
 * `shown` is true if the view allowed another card. Errors do not depend on hidden cards, and
 * change nothing.
 */
enum mk_status deal_play(const struct mk_game *game, struct mk_world *world, struct mk_view *view,
	struct mk_move move, struct mk_finding *finding, bool *shown, struct mk_error *error);

/* The opponent whose turn it is in `world`; MK_NO_SEAT: it is the person's, or a deal is over. */
int deal_opponent_to_move(const struct mk_game *game, const struct mk_world *world);

/* True if the program is to move: for an opponent, or to deal the next deal of a match. */
bool deal_program_moves(const struct mk_game *game, const struct mk_world *world);

/*
 * The same for a move of the program. MK_IO if `move` is illegal: `view` and `world` are then
 * undefined.
 */
enum mk_status deal_reply(const struct mk_game *game, struct mk_world *world, struct mk_view *view,
	struct mk_move move, struct mk_finding *finding, struct mk_error *error);

/*
 * True if a change of a practice table (`is_reply`: a move of the program) has revealed something
 * that the player did not know at `before`. `shown` of an event has the same meaning for games
 * played here; an import may have a wrong value.
 */
bool deal_has_shown(const struct mk_game *game, const struct mk_view *before,
	const struct mk_finding *finding, bool is_reply);

/*
 * Carries out a move that is legal in the person's view; false, with nothing changed, if it is
 * illegal in the world.
 */
bool deal_apply(const struct mk_game *game, struct mk_world *world, struct mk_move move);

#endif
