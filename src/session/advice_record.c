/* Summaries of advice, to JSON and back. */
#include "session/advice_record.h"

#include "base/json.h"
#include "base/json_fragment.h"
#include "session/session.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum { DIGITS = 4 };

/* The members of a move in their stored order; trailing zeros are omitted. */
enum { MOVE_NUMBERS = 9 };

/* The names, the move, and three times a value with its interval. */
enum { ADVISED_SIZE = 80 + MOVE_NUMBERS * MK_NUMBER_PIECE + 9 * MK_REAL_PIECE };

static struct expected of_ranked(const struct mk_ranked_move *ranked)
{
	return (struct expected){ranked->value, ranked->low, ranked->high};
}

static const struct mk_ranked_move *find(const struct mk_advice *advice, const struct mk_move *move)
{
	for (size_t i = 0; i < advice->count; i++) {
		if (memcmp(&advice->moves[i].move, move, sizeof *move) == 0) {
			return &advice->moves[i];
		}
	}
	return NULL;
}

struct advised advised_of(const struct session *session, const struct mk_finding *made)
{
	const struct mk_advice *advice = session->advice;
	struct advised advised = {.known = advice && made->move_count > 0};
	const struct mk_ranked_move *ranked;

	if (!advised.known) {
		return advised;
	}
	advised.table = (struct expected){advice->value, advice->low, advice->high};
	if (advice->suggestion >= 0) {
		advised.suggests = true;
		advised.suggestion = advice->moves[advice->suggestion].move;
		advised.suggested = of_ranked(&advice->moves[advice->suggestion]);
	}
	ranked = find(advice, &made->moves[0].move);
	if (ranked) {
		advised.ranked = true;
		advised.made = of_ranked(ranked);
	}
	return advised;
}

/* ---- to JSON -------------------------------------------------------------------------------- */

static char *put_expected(char *at, const struct expected *expected)
{
	*at++ = '[';
	if (!isnan(expected->value)) {
		at = mk_put_real(at, expected->value, DIGITS);
		at = mk_put_real(at, expected->low, DIGITS);
		at = mk_put_real(at, expected->high, DIGITS);
	}
	return mk_put_close(at, "],");
}

static char *put_advised_move(char *at, const struct mk_move *move)
{
	const unsigned numbers[MOVE_NUMBERS] = {move->kind, move->from, move->to, move->cut,
		move->card, move->more[0], move->more[1], move->more[2], move->count};
	int count = MOVE_NUMBERS;

	while (count > 1 && numbers[count - 1] == 0) {
		count--;
	}
	at = mk_put(at, "\"move\":[");
	for (int i = 0; i < count; i++) {
		at = mk_put_number(at, numbers[i]);
	}
	return mk_put_close(at, "],");
}

/* Unknown values are omitted, so that long sessions load faster. */
static char *put_advised(char *at, const struct advised *advised)
{
	at = mk_put(at, "\"advised\":{");
	if (!isnan(advised->table.value)) {
		at = mk_put_key(at, "table");
		at = put_expected(at, &advised->table);
	}
	if (advised->suggests) {
		at = put_advised_move(at, &advised->suggestion);
	}
	if (advised->suggests && !isnan(advised->suggested.value)) {
		at = mk_put_key(at, "suggested");
		at = put_expected(at, &advised->suggested);
	}
	if (advised->ranked) {
		at = mk_put_key(at, "made");
		at = put_expected(at, &advised->made);
	}
	return mk_put_close(at, "},");
}

void advised_write_move(struct mk_text *out, const char *key, const struct mk_move *move)
{
	const unsigned numbers[MOVE_NUMBERS] = {move->kind, move->from, move->to, move->cut,
		move->card, move->more[0], move->more[1], move->more[2], move->count};

	mk_json_open_array(out, key);
	for (int i = 0; i < MOVE_NUMBERS; i++) {
		mk_json_int(out, NULL, numbers[i]);
	}
	mk_json_close_array(out);
}

void advised_write(struct mk_text *out, const struct advised *advised)
{
	char *at = advised->known ? mk_json_fragments_begin(out, ADVISED_SIZE) : NULL;

	if (at) {
		mk_json_fragments_end(out, put_advised(at, advised));
	}
}

/* ---- and back ------------------------------------------------------------------------------- */

static enum mk_status fail(struct mk_error *error)
{
	return mk_fail(error, MK_MALFORMED, "invalid_event", "/advised", "this was never advised");
}

/* An unknown interval (null) is NAN. */
static bool read_number(const json_t *json, double *number)
{
	*number = json_is_number(json) ? json_number_value(json) : NAN;
	return json_is_number(json) || json_is_null(json);
}

/* An empty or missing list: no values. */
static bool read_expected(const json_t *list, struct expected *expected)
{
	if (!list || (json_is_array(list) && json_array_size(list) == 0)) {
		*expected = (struct expected){NAN, NAN, NAN};
		return true;
	}
	return json_array_size(list) == 3 &&
	       read_number(json_array_get(list, 0), &expected->value) &&
	       read_number(json_array_get(list, 1), &expected->low) &&
	       read_number(json_array_get(list, 2), &expected->high);
}

bool advised_read_move(const json_t *list, struct mk_move *move)
{
	json_int_t numbers[MOVE_NUMBERS] = {0};
	size_t count = json_array_size(list);

	if (count == 0 || count > MOVE_NUMBERS) {
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		const json_t *number = json_array_get(list, i);
		json_int_t most = i + 1 == MOVE_NUMBERS ? UINT32_MAX : UINT8_MAX;

		numbers[i] = json_integer_value(number);
		if (!json_is_integer(number) || numbers[i] < 0 || numbers[i] > most) {
			return false;
		}
	}
	*move = (struct mk_move){.kind = (uint8_t)numbers[0],
		.from = (uint8_t)numbers[1],
		.to = (uint8_t)numbers[2],
		.cut = (uint8_t)numbers[3],
		.card = (mk_card)numbers[4],
		.more = {(uint8_t)numbers[5], (uint8_t)numbers[6], (uint8_t)numbers[7]},
		.count = (uint32_t)numbers[8]};
	return true;
}

enum mk_status advised_read(
	const struct json_t *body, struct advised *advised, struct mk_error *error)
{
	const json_t *json = json_object_get(body, "advised");
	const json_t *move = json_object_get(json, "move");
	const json_t *made = json_object_get(json, "made");
	struct advised read = {.known = json, .suggests = move, .ranked = made};

	if (json && (!json_is_object(json) ||
			    !read_expected(json_object_get(json, "table"), &read.table))) {
		return fail(error);
	}
	if (move && (!advised_read_move(move, &read.suggestion) ||
			    !read_expected(json_object_get(json, "suggested"), &read.suggested))) {
		return fail(error);
	}
	if (made && !read_expected(made, &read.made)) {
		return fail(error);
	}
	*advised = read;
	return MK_OK;
}
