/* Sentences for players, in all languages. */
#ifndef KLONDIKE_TEXT_WORDS_H
#define KLONDIKE_TEXT_WORDS_H

#include "games/klondike/table/codes.h"
#include "games/klondike/table/table.h"

/* The codes of codes.h as text, ended by NULL (held back: after entry 0). */
extern const struct mk_rulebook klondike_rulebook;
extern const struct mk_mistakes klondike_mistakes;
extern const char *const klondike_reasons[REASONS + 1];
extern const char *const klondike_suppressions[HELD_BACKS + 1];
extern const char *const klondike_conflict_reasons[CONFLICTS + 1];

/* words_move.c */
void klondike_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move);
void klondike_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, struct mk_move move);

/* words.c */
void klondike_describe_reason(struct mk_text *out, enum mk_language language, int reason);
void klondike_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion);

/* words_outlook.c */
void klondike_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice);

/* words_ask.c */
void klondike_describe_look_again(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding);

/* words_question.c */
const char *klondike_question(const struct mk_view *view, int *position);
void klondike_describe_question(
	struct mk_text *out, enum mk_language language, const struct mk_view *view);
bool klondike_describe_answer(
	struct mk_text *out, enum mk_language language, const struct mk_view *view, int number);
void klondike_write_answer(struct mk_text *out, const struct mk_view *view, int number);

/* words_conflict.c */
void klondike_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict);

/* words_repair.c */
void klondike_describe_repair(
	struct mk_text *out, enum mk_language language, const struct mk_repair *repair);

/* words_place.c: a pile as the object of a sentence ("column 3"), and where it is ("in column 3").
 */
const char *klondike_pile_words(enum mk_language language, int position);
const char *klondike_place_words(enum mk_language language, int position);

#endif
