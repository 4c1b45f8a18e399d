/* Events told, seen or repeated from a journal. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_LEARN_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_LEARN_H

#include "games/doppelkopf/knowledge/view.h"

enum { DOKO_MOST_TOLD = 6 };

/*
 * What a seat sees at one moment: the last event of the deal, or a few that belong together (the
 * cards of a poverty). `number` is that of the last one, 1 for the deal; 0: not told.
 *
 * An announcement may leave out its party (`cut` 0) where that is known, and a deal its dealer
 * (`from` DOKO_NOBODY): he sits where the party so far says.
 */
struct doko_sighting {
	uint16_t number;
	uint8_t count;
	struct mk_move move[DOKO_MOST_TOLD];
};

static inline const struct doko_sighting *snapshot_of(const struct mk_snapshot *seen)
{
	return (const struct doko_sighting *)seen;
}

/*
 * Where a clash is: at the seat that should have played the card, or, where no card was played,
 * that far behind its kind of move: then it is what was told, and no place of the table.
 */
enum { DOKO_TOLD = 16 };

/* The reasons of clashes (struct mk_conflict), in the order of this list. */
extern const char *const doko_clashes[];

/*
 * `at` of a clash that is about the first of the cards given away or given back, and so on from
 * there; 0: about another event.
 */
enum { DOKO_SHIFTED_AT = 1, DOKO_RETURNED_AT = 16 };

/* What the functions of struct mk_game of these names do. */
enum mk_status doko_learn(struct mk_view *room, const struct mk_snapshot *sighting,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);
enum mk_status doko_tell(struct mk_view *room, struct mk_move move, mk_card revealed,
	struct mk_finding *finding, struct mk_error *error);
enum mk_status doko_replay(
	struct mk_view *room, const struct mk_finding *finding, struct mk_error *error);
mk_card doko_card_at(const struct mk_view *room, int position, int index);

#endif
