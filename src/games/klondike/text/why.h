/* Why a picture was understood as it was, in lines of English: for people who look for faults. */
#ifndef KLONDIKE_TEXT_WHY_H
#define KLONDIKE_TEXT_WHY_H

#include "games/klondike/tracking/explain.h"

/*
 * Writes what was weighed to scene->why, where that is wanted: each explanation with its odds
 * against the likeliest one. `alike` (may be NULL): those that no picture tells from the chosen
 * one; `chosen` NULL: none was chosen.
 */
void klondike_write_why(const struct scene *scene, const struct explanations *all,
	const struct explanations *alike, const struct explanation *chosen);

#endif
