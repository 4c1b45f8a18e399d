/* Decks from files: 52 values, the front card first; text after them is ignored. */
#include "games/ten_twenty_thirty/deck.h"

#include "games/ten_twenty_thirty/forced.h"
#include "games/ten_twenty_thirty/rules.h"

#include <stdlib.h>
#include <string.h>

enum { SUITS_OF_TEN = 16 };

static enum mk_status fail_value(
	struct mk_error *error, int place, const char *line, const char *problem)
{
	size_t blanks = strspn(line, " \t"), length = strcspn(line + blanks, " \t\r\n");

	return mk_fail(error, MK_MALFORMED, "invalid_deck", "", "value %d, '%.*s', %s", place + 1,
		length < 20 ? (int)length : 20, line + blanks, problem);
}

static enum mk_status fail_count(struct mk_error *error, int count)
{
	return mk_fail(error, MK_MALFORMED, "invalid_deck", "",
		"%s values, expected %d from 1 to 10", count < MK_DECK ? "too few" : "too many",
		(int)MK_DECK);
}

/* Reads cards of these values. The error names the value that is impossible. */
static enum mk_status read_deck(const char *line, uint8_t deck[MK_DECK], struct mk_error *error)
{
	unsigned used[11] = {0};
	char *end;

	for (int i = 0; i < MK_DECK; i++) {
		long value = strtol(line, &end, 10);
		unsigned number;

		if (line[strspn(line, " \t\r\n")] == '\0') {
			return fail_count(error, i);
		}
		if (end == line || value < 1 || value > 10) {
			return fail_value(error, i, line, "is not from 1 to 10");
		}
		number = used[value]++;
		if (number >= (value < 10 ? MK_SUITS : SUITS_OF_TEN)) {
			return fail_value(error, i, line,
				value < 10 ? "is there 5 times; a deck has 4 of it"
					   : "is there 17 times; a deck has 16 of it");
		}
		deck[i] = MK_CARD((unsigned)value + number / MK_SUITS, number % MK_SUITS);
		line = end;
	}
	strtol(line, &end, 10);
	return end == line ? MK_OK : fail_count(error, MK_DECK);
}

enum mk_status tens_forced_result(
	const char *line, const struct mk_rules *rules, struct mk_text *out, struct mk_error *error)
{
	static const char *const names[] = {
		[FORCED_WIN] = "Win", [FORCED_LOSS] = "Loss", [FORCED_DRAW] = "Draw"};
	struct tens_view view;
	uint8_t deck[MK_DECK];
	struct forced forced;

	tens_init_view((struct mk_view *)&view, rules);
	if (view.removal != FORCED) {
		return mk_fail(error, MK_IMPOSSIBLE, "no_verdict", "--decks",
			"only forced games have one verdict");
	}
	if (read_deck(line, deck, error) != MK_OK) {
		return MK_MALFORMED;
	}
	core_init(&view.core, deck);
	forced = forced_play(&view.core, view.order);
	mk_text_format(out, "%s\t%u", names[forced.verdict], forced.dealt);
	return MK_OK;
}
