/* Dealing for players, and playing on what was dealt. */
#include "session/deal.h"

#include "base/json.h"

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
	mk_json_close_object(&out);
}

/* Games of one person have none, all others have them. */
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
		       read_opponents(json_object_get(json, "opponents"), game, &read);

	json_decref(json);
	if (is_deal) {
		*deal = read;
	}
	return is_deal;
}

/* ---- worlds --------------------------------------------------------------------------------- */

void deal_world(const struct deal *deal, const struct mk_game *game, const struct mk_rules *rules,
	struct mk_world *world)
{
	struct mk_rng rng;

	mk_rng_init(&rng, deal->seed, deal->stream);
	game->deal(world, rules, &rng);
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
	/* Refused once more, without the card: the error must not depend on that. */
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

/* Where nothing is hidden, or a player is alone, the player's own knowledge decides. */
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

/* The player sees what happens, as a camera at the first seat does. */
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
