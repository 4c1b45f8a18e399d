/*
 * The question which of several explanations is true: when it is asked, and which answers it has.
 *
 * An answer leaves some of the explanations: one where there are no more of them than a player is
 * offered answers, else those that agree in one aspect of the table.
 */
#ifndef KLONDIKE_TRACKING_QUESTION_H
#define KLONDIKE_TRACKING_QUESTION_H

#include "games/klondike/table/table.h"

/* Aspects in which explanations differ, the most visible ones first. */
enum klondike_aspect { FOUNDATIONS, FACE_DOWN, COVERED, COUNTS, BENEATH, WASTE, ASPECTS };

enum { MAX_OFFERED = 8 }; /* answers: so many fit on a phone */

struct klondike_question {
	unsigned aspects; /* in which the answers differ, a bit each; all bits: in any */
	int count;        /* answers, at most MAX_OFFERED */
	struct {
		int number;    /* the likeliest explanation that the answer leaves */
		uint32_t kept; /* all of them, a bit each by their number */
	} answer[MAX_OFFERED];
};

/* The card of the waste that lies `below` the front one; MK_NO_CARD where none does, or an unknown
 * one. */
mk_card klondike_waste_card(const struct klondike_view *table, int below);

/* The question for a view that keeps more than one explanation (klondike_is_unsure()). */
void klondike_find_question(const struct klondike_view *view, struct klondike_question *question);

/*
 * Is it time to ask which of the explanations of the view is true, of which there are several?
 * Later pictures may show it: not while nearly all of them let the player do the same with the
 * card in front of the waste, plan with as many shuffles, and play on.
 */
bool klondike_is_question_due(const struct klondike_view *view);

#endif
