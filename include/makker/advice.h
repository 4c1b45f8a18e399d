/* Advice: every legal move of a table, ranked, with reasons. */
#ifndef MAKKER_ADVICE_H
#define MAKKER_ADVICE_H

#include <makker/card.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A move of any game; plain data, equal if all bytes are equal. The game's notes define `kind`,
 * `from`, `to` and `cut`. Unused fields are 0.
 */
struct mk_move {
	uint8_t kind;
	uint8_t from;
	uint8_t to;
	uint8_t cut;
	mk_card card;
	uint8_t more[3];
	uint32_t count;
};

enum { MK_MAX_MOVES = 128, MK_MAX_LINE = 8, MK_MAX_WINNING_LINE = 400, MK_MAX_ODDS = 4 };

/* Proven results of a table: no hidden card and no chance can change them. */
enum mk_certainty { MK_UNPROVEN, MK_PROVEN_WIN, MK_PROVEN_LOSS };

/*
 * One legal move. `value` is the expected result of the game after this move in the game's unit
 * (solitaires: probability of winning, 0 to 1), `low` to `high` its 95 % interval; NAN where
 * nothing was estimated. `suppressed_by` and the bits of `reasons` are numbered by the game (struct
 * mk_notation has their names); suppressed_by 0 is "not suppressed". `odds` are probabilities of
 * results that the game names there, NAN where they were not estimated; a game without names has
 * none. `paired_error` is the standard error of the difference to the leader's results in the same
 * worlds, 0 where that was not measured.
 */
struct mk_ranked_move {
	struct mk_move move;
	double value, low, high;
	double paired_error;
	float odds[MK_MAX_ODDS];
	uint64_t visits;
	uint32_t reasons;
	uint8_t suppressed_by;
	uint8_t line_length;
	struct mk_move line[MK_MAX_LINE];
};

/*
 * All legal moves, best first (above MK_MAX_MOVES: the ones that matter). `suggestion` is the index
 * of the chosen one in `moves`, -1 if the strategy has none. `value` is that of the table under the
 * strategy's own play (NAN without an estimate). `winning_line` has the first moves of a proven
 * win, as many as fit, beginning with the suggestion; without a proven win it is empty. The library
 * leaves `shortened` and `pondered` zero: a caller sets them when it granted less time than
 * requested, or searched before the table was reached.
 */
struct mk_advice {
	const char *strategy;
	bool final;
	bool pondered; /* the search ran before the table was reached (makker/pondering.h) */
	struct {
		uint32_t requested_ms, granted_ms; /* both 0: the search was not shortened */
	} shortened;
	enum mk_certainty certainty;
	uint64_t worlds;
	uint64_t nodes;
	double elapsed_ms;
	double value, low, high;
	int suggestion;
	size_t count;
	struct mk_ranked_move moves[MK_MAX_MOVES];
	size_t winning_line_length;
	struct mk_move winning_line[MK_MAX_WINNING_LINE];
};

/*
 * Ranks `count` moves in the given order, without estimates and reasons: `value` is NAN, the line
 * of each is the move itself. The first move is the suggestion. Members that only a search fills in
 * are not changed.
 */
void mk_advice_list(struct mk_advice *advice, const struct mk_move *moves, size_t count);

#endif
