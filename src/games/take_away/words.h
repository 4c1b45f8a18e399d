/* Sentences for players of take-away, in all languages. */
#ifndef TAKE_AWAY_WORDS_H
#define TAKE_AWAY_WORDS_H

#include "games/take_away/learn.h"
#include "games/take_away/rank.h"

extern const struct mk_rulebook take_away_rulebook;
extern const struct mk_mistakes take_away_mistakes;
extern const char *const take_away_reasons[REASONS + 1];
extern const char *const take_away_suppressions[];
extern const char *const take_away_conflict_reasons[CONFLICTS + 1];

/* words.c */
void take_away_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move);
void take_away_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, struct mk_move move);
void take_away_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict);
void take_away_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion);

/* words_why.c */
void take_away_describe_reason(struct mk_text *out, enum mk_language language, int reason);
void take_away_describe_why(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_ranked_move *ranked);
void take_away_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice);

/* Why `move` wins or loses: "Whatever the other side does, you can answer." */
void take_away_explain(struct mk_text *out, enum mk_language language,
	const struct take_away_view *view, struct mk_move move);

#endif
