/* Deals of practice tables, and moves in their worlds. */
#include "session/deal.h"

#include "base/json.h"
#include "session/session_error.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_DIGITS = 32, HALF = SEED_DIGITS / 2 };

struct deal deal_random(void (*random)(void *bytes, size_t length))
{
	uint64_t numbers[2];

	random(numbers, sizeof numbers);
	return (struct deal){
		.seed = numbers[0], .stream = numbers[1] + (uint64_t)(numbers[1] == 0)};
}

const struct mk_strategy *deal_default_opponents(const struct mk_game *game)
{
	if (game->seats == 1) {
		return NULL;
	}
	for (size_t i = 0; i < game->strategy_count; i++) {
		if (!game->strategies[i].has_search) {
			return &game->strategies[i];
		}
	}
	return &game->strategies[0];
}

/* ---- seeds as text -------------------------------------------------------------------------- */

static bool read_half(const char *digits, uint64_t *half)
{
	char copy[HALF + 1];

	memcpy(copy, digits, HALF);
	copy[HALF] = '\0';
	*half = strtoull(copy, NULL, 16);
	return strspn(copy, "0123456789abcdef") == HALF;
}

static bool read_hex_seed(const struct json_t *json, struct deal *deal)
{
	const char *digits = json_string_value(json);
	struct deal read;

	if (json_string_length(json) != SEED_DIGITS || !read_half(digits, &read.seed) ||
		!read_half(digits + HALF, &read.stream) || read.stream == 0) {
		return false;
	}
	deal->seed = read.seed;
	deal->stream = read.stream;
	return true;
}

bool deal_read_seed(const struct json_t *json, struct deal *deal)
{
	json_int_t number = json_integer_value(json);

	if (json_is_string(json)) {
		return read_hex_seed(json, deal);
	}
	if (!json_is_integer(json) || number < 0 || number > MAX_DEAL_SEED) {
		return false;
	}
	deal->seed = (uint64_t)number;
	deal->stream = 0;
	return true;
}

void deal_write_seed(struct mk_text *out, const char *key, const struct deal *deal)
{
	char digits[SEED_DIGITS + 1];

	if (deal->stream == 0) {
		mk_json_int(out, key, (long long)deal->seed);
		return;
	}
	snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64, deal->seed, deal->stream);
	mk_json_string(out, key, digits);
}

void deal_write(char text[DEAL_TEXT_SIZE], const struct deal *deal)
{
	struct mk_text out;

	mk_text_fixed(&out, text, DEAL_TEXT_SIZE);
	mk_json_open_object(&out, NULL);
	deal_write_seed(&out, "seed", deal);
	if (deal->opponents) {
		mk_json_string(&out, "opponents", deal->opponents->name);
	}
	if (deal->deck_count > 0) {
		mk_json_open_string(&out, "deck");
		for (unsigned i = 0; i < deal->deck_count; i++) {
			mk_text_put(&out, mk_card_code(deal->deck[i]));
		}
		mk_json_close_string(&out);
	}
	mk_json_close_object(&out);
}

/* Two letters a card. NULL is valid: there is none. */
static bool read_deck_text(const struct json_t *json, struct deal *deal)
{
	const char *text = json_string_value(json);
	size_t length = json_string_length(json);

	if (!json) {
		return true;
	}
	if (!text || length == 0 || length % 2 != 0 || length / 2 > MK_DECK) {
		return false;
	}
	for (size_t i = 0; i < length / 2; i++) {
		deal->deck[i] = mk_card_read(text + 2 * i, 2);
		if (deal->deck[i] == MK_NO_CARD) {
			return false;
		}
	}
	deal->deck_count = (uint8_t)(length / 2);
	return true;
}

/* Reads the opponents, which all games except those of one person have. */
static bool read_opponents(const struct json_t *json, const struct mk_game *game, struct deal *deal)
{
	const char *name = json_string_value(json);

	deal->opponents = name && game->seats > 1 ? mk_strategy_find(game, name) : NULL;
	return game->seats == 1 ? !json : deal->opponents != NULL;
}

bool deal_read(const char *text, const struct mk_game *game, struct deal *deal)
{
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	struct deal read = {0};
	bool is_deal = deal_read_seed(json_object_get(json, "seed"), &read) &&
		       read_opponents(json_object_get(json, "opponents"), game, &read) &&
		       read_deck_text(json_object_get(json, "deck"), &read);

	json_decref(json);
	if (is_deal) {
		*deal = read;
	}
	return is_deal;
}

/* ---- given decks ---------------------------------------------------------------------------- */

static const struct mk_phrase twice_in_deck =
	MK_PHRASE("This card occurs too often in the deck: {0}.",
		"Det kort er der for mange af i kortbunken: {0}.",
		"Diese Karte ist zu oft im Kartenspiel: {0}.",
		"Αυτό το φύλλο υπάρχει πάρα πολλές φορές στην τράπουλα: {0}.");
static const struct mk_phrase not_in_deck = MK_PHRASE("This game is played without this card: {0}.",
	"Spillet har ikke det kort: {0}.", "Dieses Spiel wird ohne diese Karte gespielt: {0}.",
	"Αυτό το παιχνίδι παίζεται χωρίς αυτό το φύλλο: {0}.");
static const struct mk_phrase too_few_in_deck =
	MK_PHRASE("The deck has {0} cards. Missing here, for instance: {1}.",
		"Der er {0} kort i spillet. Her mangler for eksempel: {1}.",
		"Das Kartenspiel hat {0} Karten. Hier fehlt zum Beispiel: {1}.",
		"Η τράπουλα έχει {0} φύλλα. Εδώ λείπει για παράδειγμα: {1}.");
static const struct mk_phrase takes_no_deck = MK_PHRASE("For this game no cards can be given.",
	"Til dette spil kan man ikke angive kort.",
	"Für dieses Spiel kann man keine Karten vorgeben.",
	"Σε αυτό το παιχνίδι δεν μπορούν να οριστούν φύλλα.");

enum { POINTER_SIZE = 64 };

/* The remaining number of each card. */
struct rest {
	mk_cards cards;
	unsigned copies;
	uint8_t seen[MK_FIRST_CARD + MK_DECK];
};

static struct rest rest_of_deck(const struct mk_game *game, const struct mk_rules *rules)
{
	return (struct rest){
		.cards = game->deck_cards(rules), .copies = game->has_duplicate_cards ? 2 : 1};
}

static unsigned size_of_deck(const struct rest *rest)
{
	return (unsigned)__builtin_popcountll(rest->cards) * rest->copies;
}

static bool is_card_left(struct rest *rest, mk_card card)
{
	return (rest->cards & MK_CARD_BIT(card)) && rest->seen[card]++ < rest->copies;
}

static mk_card first_missing(const struct rest *rest)
{
	for (mk_cards left = rest->cards; left; left &= left - 1) {
		mk_card card = (mk_card)__builtin_ctzll(left);

		if (rest->seen[card] < rest->copies) {
			return card;
		}
	}
	return MK_NO_CARD;
}

/* A stored deck is not trusted. */
static bool is_whole_deck(
	const struct deal *deal, const struct mk_game *game, const struct mk_rules *rules)
{
	struct rest rest;

	if (!game->deal_deck) {
		return false;
	}
	rest = rest_of_deck(game, rules);
	for (unsigned i = 0; i < deal->deck_count; i++) {
		if (!is_card_left(&rest, deal->deck[i])) {
			return false;
		}
	}
	return deal->deck_count == size_of_deck(&rest);
}

static enum mk_status fail_card(struct mk_error *error, const char *code, const char *where,
	const struct mk_phrase *phrase, mk_card card)
{
	return mk_fail_localized(error, MK_IMPOSSIBLE, code, where, phrase,
		&(struct mk_phrase_arg){.kind = MK_ARG_CARD, .card = card}, 1);
}

static enum mk_status read_deck_card(const struct json_t *json, const char *where,
	struct rest *rest, mk_card *card, struct mk_error *error)
{
	const char *text = json_string_value(json);
	mk_card read = text ? mk_card_read(text, json_string_length(json)) : MK_NO_CARD;

	if (!text) {
		return mk_fail_expected(error, "invalid_type", where, MK_WANTED_CARD);
	}
	if (read == MK_NO_CARD) {
		return mk_fail_bad_card(error, where, text, json_string_length(json));
	}
	if (!(rest->cards & MK_CARD_BIT(read))) {
		return fail_card(error, "card_not_in_deck", where, &not_in_deck, read);
	}
	if (!is_card_left(rest, read)) {
		return fail_card(error, "duplicate_card", where, &twice_in_deck, read);
	}
	*card = read;
	return MK_OK;
}

static enum mk_status fail_missing(
	struct mk_error *error, const char *where, const struct rest *rest)
{
	const struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_NUMBER, .number = size_of_deck(rest)},
		{.kind = MK_ARG_CARD, .card = first_missing(rest)},
	};

	return mk_fail_localized(
		error, MK_IMPOSSIBLE, "cards_missing", where, &too_few_in_deck, words, 2);
}

/* The option whose value determines cards; NULL: none. */
static const char *option_that_says_cards(const struct mk_game *game, const struct mk_rules *rules)
{
	for (size_t i = 0; i < game->option_count; i++) {
		if (game->options[i].says_cards && rules->value[i] > 0) {
			return game->options[i].name;
		}
	}
	return NULL;
}

static enum mk_status check_takes_deck(const struct mk_game *game, const struct mk_rules *rules,
	const char *base, struct mk_error *error)
{
	const char *option = option_that_says_cards(game, rules);

	if (!game->deal_deck) {
		return mk_fail_localized(
			error, MK_IMPOSSIBLE, "deck_not_supported", base, &takes_no_deck, NULL, 0);
	}
	return !option ? MK_OK
		       : session_fail_with(error, SESSION_ERROR_TWO_DEALS, base,
				 (struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = option});
}

/* A card too many is one that occurs too often, or not at all: no further count is needed. */
enum mk_status deal_read_deck(const struct json_t *json, const char *base,
	const struct mk_game *game, const struct mk_rules *rules, struct deal *deal,
	struct mk_error *error)
{
	char where[POINTER_SIZE];
	mk_card deck[MK_DECK];
	struct rest rest;
	size_t count = json_array_size(json);

	if (check_takes_deck(game, rules, base, error) != MK_OK) {
		return error->status;
	}
	if (!json_is_array(json)) {
		return mk_fail_expected(error, "invalid_type", base, MK_WANTED_CARDS);
	}
	rest = rest_of_deck(game, rules);
	for (size_t i = 0; i < count; i++) {
		mk_card card = MK_NO_CARD;

		snprintf(where, sizeof where, "%s/%zu", base, i);
		if (read_deck_card(json_array_get(json, i), where, &rest, &card, error) != MK_OK) {
			return error->status;
		}
		deck[i] = card;
	}
	if (count < size_of_deck(&rest)) {
		return fail_missing(error, base, &rest);
	}
	memcpy(deal->deck, deck, count * sizeof *deck);
	deal->deck_count = (uint8_t)count;
	return MK_OK;
}

void deal_write_deck(struct mk_text *out, const char *key, const struct deal *deal)
{
	if (deal->deck_count == 0) {
		mk_json_null(out, key);
		return;
	}
	mk_json_open_array(out, key);
	for (unsigned i = 0; i < deal->deck_count; i++) {
		mk_json_string(out, NULL, mk_card_code(deal->deck[i]));
	}
	mk_json_close_array(out);
}

/* ---- worlds --------------------------------------------------------------------------------- */

void deal_world(const struct deal *deal, const struct mk_game *game, const struct mk_rules *rules,
	struct mk_world *world)
{
	struct mk_rng rng;

	mk_rng_init(&rng, deal->seed, deal->stream);
	if (deal->deck_count > 0 && is_whole_deck(deal, game, rules)) {
		game->deal_deck(world, rules, deal->deck, &rng);
	} else {
		game->deal(world, rules, &rng);
	}
}

void deal_view(const struct mk_game *game, const struct mk_world *world, struct mk_view *view)
{
	const struct mk_view *seen = mk_game_view_of_seat(game, world, DEAL_OWN_SEAT, view);

	if (seen != view) {
		memcpy(view, seen, game->view_size);
	}
}

static enum mk_status fail_corrupt(struct mk_error *error)
{
	return mk_fail(error, MK_IO, "session_corrupt", "",
		"the cards of this table are not what its player knows");
}

/* A player alone turns up cards. */
static enum mk_status play_alone(const struct mk_game *game, struct mk_world *world,
	struct mk_view *view, struct mk_move move, struct mk_finding *finding, bool *shown,
	struct mk_error *error)
{
	mk_card card = mk_game_card_turned_up(game, world, move);
	bool hidden = card != MK_NO_CARD && mk_game_was_hidden(game, view, move, card);
	struct mk_error ignored;
	enum mk_status status;

	status = mk_game_apply_reported_move(game, view, move, card, finding, &ignored);
	if (status == MK_OK) {
		game->apply(world, move);
		*shown = hidden;
		return MK_OK;
	}
	/* Rejected again without the card: the error must not depend on it. */
	status = mk_game_apply_reported_move(game, view, move, MK_NO_CARD, finding, error);
	return status != MK_OK ? status : fail_corrupt(error);
}

/* ---- several seats -------------------------------------------------------------------------- */

static bool is_among(const struct mk_move *moves, size_t count, struct mk_move move)
{
	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], &move, sizeof move) == 0) {
			return true;
		}
	}
	return false;
}

static bool is_next_deal(
	const struct mk_game *game, const struct mk_world *world, struct mk_move move)
{
	struct mk_move next;

	return game->next_deal && game->next_deal(world, &next) && is_among(&next, 1, move);
}

/*
 * True if the world decides whether a move is legal; otherwise (no hidden cards, or a single
 * player) the player's view does.
 */
static bool decides_by_world(const struct mk_game *game)
{
	return game->complete_move != NULL;
}

bool deal_apply(const struct mk_game *game, struct mk_world *world, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];

	if (decides_by_world(game) && !is_next_deal(game, world, move) &&
		!is_among(moves, mk_game_world_moves(game, world, moves), move)) {
		return false;
	}
	game->apply(world, move);
	return true;
}

/* Updates the player's view from the world, like a camera at the first seat. */
static enum mk_status watch(const struct mk_game *game, struct mk_world *world,
	struct mk_view *view, struct mk_move move, struct mk_finding *finding,
	struct mk_error *error)
{
	struct mk_snapshot *seen = malloc(game->snapshot_size);
	struct mk_error cause;
	bool seems;

	if (!seen) {
		return mk_fail(error, MK_BUSY, "busy", "", "out of memory");
	}
	seems = deal_apply(game, world, move);
	if (seems) {
		mk_game_observe(game, world, DEAL_OWN_SEAT, seen);
		seems = mk_game_apply_snapshot(game, view, seen, NULL, finding, &cause) == MK_OK &&
			finding->move_count == 1;
	}
	free(seen);
	return seems ? MK_OK : fail_corrupt(error);
}

enum mk_status deal_reply(const struct mk_game *game, struct mk_world *world, struct mk_view *view,
	struct mk_move move, struct mk_finding *finding, struct mk_error *error)
{
	struct mk_error cause;

	if (decides_by_world(game)) {
		return watch(game, world, view, move, finding, error);
	}
	if (mk_game_apply_reported_move(game, view, move, MK_NO_CARD, finding, &cause) != MK_OK) {
		return fail_corrupt(error);
	}
	game->apply(world, move);
	return MK_OK;
}

static enum mk_status play_among_others(const struct mk_game *game, struct mk_world *world,
	struct mk_view *view, struct mk_move reported, struct mk_finding *finding, bool *shown,
	struct mk_error *error)
{
	struct mk_move move;
	enum mk_status status = game->complete_move(world, reported, &move, error);

	if (status == MK_OK) {
		status = watch(game, world, view, move, finding, error);
	}
	/* A card that the player has played was known. */
	*shown = status == MK_OK && finding->revealed_count > (move.card != MK_NO_CARD);
	return status;
}

/* In a game of one person each revealed card ends a move; in others it is as seen by watch(). */
bool deal_has_shown(const struct mk_game *game, const struct mk_view *before,
	const struct mk_finding *finding, bool is_reply)
{
	const struct mk_played_move *made = &finding->moves[0];

	if (is_reply || finding->move_count == 0) {
		return is_reply && !mk_game_is_open(game);
	}
	if (decides_by_world(game)) {
		return finding->revealed_count > (made->move.card != MK_NO_CARD);
	}
	return made->revealed != MK_NO_CARD &&
	       mk_game_was_hidden(game, before, made->move, made->revealed);
}

enum mk_status deal_play(const struct mk_game *game, struct mk_world *world, struct mk_view *view,
	struct mk_move move, struct mk_finding *finding, bool *shown, struct mk_error *error)
{
	return decides_by_world(game)
		       ? play_among_others(game, world, view, move, finding, shown, error)
		       : play_alone(game, world, view, move, finding, shown, error);
}

int deal_opponent_to_move(const struct mk_game *game, const struct mk_world *world)
{
	int seat = game->seats > 1 ? mk_game_seat_to_move(game, world) : MK_NO_SEAT;

	return seat == DEAL_OWN_SEAT ? MK_NO_SEAT : seat;
}

bool deal_program_moves(const struct mk_game *game, const struct mk_world *world)
{
	struct mk_move move;

	return deal_opponent_to_move(game, world) != MK_NO_SEAT ||
	       (game->next_deal && game->next_deal(world, &move));
}
