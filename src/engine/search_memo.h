/* Search state kept between decisions. */
#ifndef ENGINE_INTENT_H
#define ENGINE_INTENT_H

#include <makker/search.h>

/* True if the table is the expected one: `advice` continues the plan. */
bool search_memo_resume(const struct mk_game *game, const struct mk_view *view,
	struct mk_search_memo *intent, struct mk_advice *advice);

/*
 * Remembers the advice: its certain win, or else the plan of `tag` (NULL: there is none), if what
 * the suggestion leads to is known before it is seen.
 */
void search_memo_save(const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice, const uint32_t *tag, struct mk_search_memo *intent);

#endif
