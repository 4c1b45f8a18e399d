/*
 * The question which of the kept tables is true: when to ask it, and the answers.
 *
 * An answer selects a subset of the kept tables: a single one if there are no more tables than
 * answers that can be offered, otherwise those that agree in one aspect.
 */
#ifndef KLONDIKE_TRACKING_QUESTION_H
#define KLONDIKE_TRACKING_QUESTION_H

#include "games/klondike/table/table.h"

/* Aspects in which tables differ, the most visible ones first. */
enum klondike_aspect { FOUNDATIONS, FACE_DOWN, COVERED, COUNTS, BENEATH, WASTE, ASPECTS };

enum { MAX_OFFERED = 8 }; /* maximum number of answers that fit on a phone */

struct klondike_question {
	unsigned aspects; /* bit mask of the aspects that differ; all bits: any */
	int count;        /* answers, at most MAX_OFFERED */
	struct {
		int number;    /* the likeliest table that the answer leaves */
		uint32_t kept; /* bit mask of all tables that it leaves, by their number */
	} answer[MAX_OFFERED];
};

/*
 * The waste card `below` places beneath the front one; MK_NO_CARD if there is none or it is
 * unknown.
 */
mk_card klondike_waste_card(const struct klondike_view *table, int below);

/* Finds the question for a view that keeps more than one table (klondike_is_unsure()). */
void klondike_find_question(const struct klondike_view *view, struct klondike_question *question);

/*
 * True if it is time to ask which of several kept tables is true. Later snapshots may show it, so
 * the question waits while the tables agree well enough on the legal moves that cannot wait, on the
 * redeal count, and that the game is not over.
 */
bool klondike_is_question_due(const struct klondike_view *view);

#endif
