/* Sentences for players of 10-20-30, in all languages. */
#ifndef TENS_WORDS_H
#define TENS_WORDS_H

#include "games/ten_twenty_thirty/learn.h"
#include "games/ten_twenty_thirty/rank.h"

extern const struct mk_rulebook tens_rulebook;
extern const struct mk_mistakes tens_mistakes;
extern const char *const tens_reasons[REASONS + 1];
extern const char *const tens_suppressions[];
extern const char *const tens_conflict_reasons[CONFLICTS + 1];

void tens_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move);
void tens_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *opaque, struct mk_move move);
void tens_describe_reason(struct mk_text *out, enum mk_language language, int reason);
void tens_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice);
void tens_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict);
void tens_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion);

#endif
