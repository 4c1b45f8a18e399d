/* Decks of files: 52 values, the front card first; words that follow them are not read. */
#include "games/ten_twenty_thirty/deck.h"

#include "games/ten_twenty_thirty/forced.h"
#include "games/ten_twenty_thirty/rules.h"

#include <stdlib.h>

enum { SUITS_OF_TEN = 16 };

/* Cards of these values; false where they are no deck. */
static bool read_deck(const char *line, uint8_t deck[MK_DECK])
{
	unsigned used[11] = {0};
	char *end;

	for (int i = 0; i < MK_DECK; i++) {
		long value = strtol(line, &end, 10);
		unsigned number;

		if (end == line || value < 1 || value > 10) {
			return false;
		}
		number = used[value]++;
		if (number >= (value < 10 ? MK_SUITS : SUITS_OF_TEN)) {
			return false;
		}
		deck[i] = MK_CARD((unsigned)value + number / MK_SUITS, number % MK_SUITS);
		line = end;
	}
	strtol(line, &end, 10);
	return end == line; /* no 53rd */
}

enum mk_status tens_verdict(
	const char *line, const struct mk_rules *rules, struct mk_text *out, struct mk_error *error)
{
	static const char *const names[] = {
		[FORCED_WIN] = "Win", [FORCED_LOSS] = "Loss", [FORCED_DRAW] = "Draw"};
	struct tens_view view;
	uint8_t deck[MK_DECK];
	struct forced forced;

	tens_begin((struct mk_view *)&view, rules);
	if (view.removal != FORCED) {
		return mk_fail(error, MK_IMPOSSIBLE, "no_verdict", "--decks",
			"only forced games have one verdict");
	}
	if (!read_deck(line, deck)) {
		return mk_fail(error, MK_MALFORMED, "invalid_deck", "",
			"52 values from 1 to 10 are wanted, as a deck has them");
	}
	core_init(&view.core, deck);
	forced = forced_play(&view.core, view.order);
	mk_text_format(out, "%s\t%u", names[forced.verdict], forced.dealt);
	return MK_OK;
}
