/* One thing that happens at the table, as one seat sees it: may it be, and what changes. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_EVENT_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_EVENT_H

#include "games/doppelkopf/knowledge/view.h"

/* A deal's hand and what the seat itself takes are packed into the move (doko_pack()). */

/* MK_IMPOSSIBLE or MK_OVER with the reason when this cannot happen now. */
enum mk_status doko_event_check(
	const struct doko_view *view, struct mk_move move, struct mk_error *error);

/* Carries out what was checked; with the last card the game goes on the score table. */
void doko_event_apply(struct doko_view *view, struct mk_move move);

/* The party of a seat, from what is known, the own hand included; DOKO_TEAM_UNKNOWN: not. */
int doko_event_party(const struct doko_view *view, int seat);

/* Fills in what need not be told: who dealt, for which party somebody speaks. */
struct mk_move doko_event_complete(const struct doko_view *view, struct mk_move move);

/* Could the seat to move, whose hand is hidden, play this kind? */
bool doko_can_play(const struct doko_view *view, int kind);

#endif
