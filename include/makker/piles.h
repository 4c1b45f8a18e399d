/*
 * The piles of a game's table as data: one row for each kind of pile.
 *
 * A game that names its piles in `piles` of struct mk_game and reports the content of one in `pile`
 * leaves the following to the library, each as the default of the slot in brackets: place pointers
 * (write_place), the JSON and the one-line form of snapshots (read_snapshot, write_snapshot,
 * read_line, write_line), the piles of a table's JSON (write_table, read_table), the terminal
 * drawing (draw), the card at a place (card_at), what is visible of a world (observe), the
 * interpretation of snapshots (apply_snapshot, apply_finding), and the members that GET /v1/games
 * lists for a page that draws any game.
 *
 * For a game such as FreeCell the whole layout is:
 *
 *   const struct mk_pile_kind freecell_piles[] = {
 *           {.name = "cells", .title = MK_PHRASE(...), .titles = MK_PHRASE(...),
 *            .first = 0, .count = 4, .content = MK_PILE_FRONT, .max = 1},
 *           {.name = "foundations", ..., .first = 4, .count = 4, .content = MK_PILE_FRONT,
 *            .max = 13},
 *           {.name = "columns", ..., .first = 8, .count = 8, .content = MK_PILE_CARDS,
 *            .max = 19},
 *           {0},
 *   };
 *
 * Its snapshot is struct mk_piles (snapshot_size = sizeof(struct mk_piles)), its JSON
 * {"cells":["5H","XX","XX","XX"],"foundations":["XX",...],"columns":[["KS","QH"],[],...]}, its line
 * "5H,XX,XX,XX,XX,...,KS QH,-,...": slots in the order of the rows, cards of a pile separated by
 * blanks, the deepest first. In both forms "XX" is an empty front, "UU" an unreadable card and
 * "BACK" a face-down card; in the line "-" (or nothing, for a listed pile) is an empty pile.
 */
#ifndef MAKKER_PILES_H
#define MAKKER_PILES_H

#include <makker/card.h>
#include <makker/phrase.h>
#include <makker/status.h>
#include <makker/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t;
struct mk_conflict;
struct mk_finding;
struct mk_game;
struct mk_view;

enum {
	MK_MAX_PILES = 64,      /* positions of a game, all kinds together */
	MK_MAX_PILE_CARDS = 52, /* cards of a pile that are listed */
	/* Values in place of a card of a snapshot; cards begin at MK_FIRST_CARD. */
	MK_CARD_UNREADABLE = 1,
	MK_CARD_FACE_DOWN = 2,
};

/* As the number of cards: the snapshot does not contain the pile. */
#define MK_PILE_UNSEEN UINT32_MAX

/* The visible part of a pile, as written in JSON: */
enum mk_pile_content {
	MK_PILE_FRONT,  /* the front card: "AS", "XX" where there is none */
	MK_PILE_CARDS,  /* all cards, the deepest first: ["KS","QH"] */
	MK_PILE_NUMBER, /* the number of cards: 24 */
};

/* A kind of pile. A table of kinds ends with a row without a name. */
struct mk_pile_kind {
	const char *name;        /* member of the JSON and first part of place pointers */
	struct mk_phrase title;  /* one such pile, for players: "Column" */
	struct mk_phrase titles; /* plural: "Columns"; not needed for a kind with one pile */
	uint8_t first;           /* position of the first pile; the others follow */
	uint8_t count;           /* number of piles, at least 1 */
	bool varying; /* a table has at most `count`, the first ones; the game reads and writes them
			 itself */
	bool single;  /* the member is the one pile itself ("/deck_left"), not a list */
	enum mk_pile_content content;
	uint32_t max;  /* cards of a pile, at most; of listed cards MK_MAX_PILE_CARDS */
	bool optional; /* may be missing in a snapshot; has no slot in the one-line form */
};

/*
 * The content of a pile. `card` has the first MK_MAX_PILE_CARDS cards from the deepest on, as far
 * as they are known (MK_NO_CARD: not known); unused for a pile of which only the number is visible.
 */
struct mk_pile {
	uint32_t count;
	mk_card card[MK_MAX_PILE_CARDS];
};

/*
 * All piles by position: the snapshot of a game without a snapshot format of its own. For a pile of
 * which only the front is visible `count` is 0 or 1 and `card[0]` the front. Plain data, zeroed
 * before it is filled, so that equal snapshots have equal bytes.
 */
struct mk_piles {
	struct mk_pile pile[MK_MAX_PILES];
};

/* The kind of the pile at `position`; NULL: none. */
const struct mk_pile_kind *mk_pile_kind_at(const struct mk_pile_kind *kinds, int position);

/* The heading of all piles of a kind: `titles`, or `title` if there is only one pile. */
const struct mk_phrase *mk_pile_titles(const struct mk_pile_kind *kind);

/* The name of one pile for players: "Column 3"; for the only pile of its kind "Waste". */
void mk_pile_write_title(struct mk_text *out, enum mk_language language,
	const struct mk_pile_kind *kinds, int position);

/* Number of positions of all kinds. */
int mk_pile_positions(const struct mk_pile_kind *kinds);

/* The front card of a pile, MK_NO_CARD where it is empty or not known. */
mk_card mk_pile_front(const struct mk_pile *pile);

/* The visible part of the piles of `view`: the snapshot of a faultless camera. */
void mk_piles_of_view(
	const struct mk_game *game, const struct mk_view *view, struct mk_piles *piles);

/* Writes the JSON pointer of a position: "/columns/3"; of a single pile "/deck_left". */
void mk_piles_write_place(struct mk_text *out, const struct mk_pile_kind *kinds, int position);

/* Writes one member for each kind into the open object. An optional pile that was not seen is left
 * out. */
void mk_piles_write(
	struct mk_text *out, const struct mk_pile_kind *kinds, const struct mk_piles *piles);

/*
 * Reads the members that mk_piles_write() writes; other members are ignored. MK_MALFORMED with the
 * pointer of the place: "missing_field", "invalid_type", "invalid_slot_count", "invalid_value",
 * "invalid_card"; MK_IMPOSSIBLE "duplicate_card" if a card appears twice in a game that has each
 * card once.
 */
enum mk_status mk_piles_read(const struct mk_game *game, const struct json_t *json,
	struct mk_piles *piles, struct mk_error *error);

/* The one-line form, without kinds that are optional; errors as above. */
void mk_piles_write_line(
	struct mk_text *out, const struct mk_pile_kind *kinds, const struct mk_piles *piles);
enum mk_status mk_piles_read_line(const struct mk_game *game, const char *line, size_t length,
	struct mk_piles *piles, struct mk_error *error);

/* Adds each pile that is not wholly readable to `finding->unreadable`. Returns their number. */
int mk_piles_list_unreadable(
	const struct mk_pile_kind *kinds, const struct mk_piles *piles, struct mk_finding *finding);

/* MK_MALFORMED "invalid_card" with the pointer of the first card that cannot be read. */
enum mk_status mk_piles_check_readable(
	const struct mk_pile_kind *kinds, const struct mk_piles *piles, struct mk_error *error);

/*
 * Compares a snapshot with the view; unreadable cards, face-down cards and unseen piles match
 * everything. Returns the number of piles that differ; at most `capacity` conflicts are stored,
 * with `reason` one of enum mk_pile_conflict.
 */
enum mk_pile_conflict { MK_PILE_OTHER_CARD, MK_PILE_OTHER_NUMBER, MK_PILE_CONFLICTS };
int mk_piles_compare(const struct mk_pile_kind *kinds, const struct mk_piles *seen,
	const struct mk_piles *known, struct mk_conflict *conflicts, int capacity);

/* The codes of these conflicts, and each as a sentence for players. */
extern const char *const mk_pile_conflict_codes[];
void mk_piles_describe_conflict(struct mk_text *out, enum mk_language language,
	const struct mk_pile_kind *kinds, const struct mk_conflict *conflict);

/*
 * Draws fronts in a line, listed piles as columns below, and numbers at the end; a front that is
 * the only one of its kind follows its title.
 */
void mk_piles_draw(struct mk_text *out, enum mk_language language, const struct mk_pile_kind *kinds,
	const struct mk_piles *piles, struct mk_card_style style);

#endif
