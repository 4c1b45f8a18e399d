/* Diagnostic output in English: how a snapshot was interpreted. */
#ifndef KLONDIKE_TEXT_WHY_H
#define KLONDIKE_TEXT_WHY_H

#include "games/klondike/tracking/explain.h"

/*
 * Writes the scores to scene->why, if requested: each hypothesis with its odds against the
 * likeliest one. `alike` (may be NULL): those that no snapshot distinguishes from the chosen one;
 * `chosen` NULL: none.
 */
void klondike_write_why(const struct scene *scene, const struct explanations *all,
	const struct explanations *alike, const struct explanation *chosen);

#endif
