/* Klondike as JSON and as one line: the members of struct mk_notation without sentences. */
#ifndef KLONDIKE_TEXT_NOTATION_H
#define KLONDIKE_TEXT_NOTATION_H

#include "base/json_fragment.h"
#include "games/klondike/table/table.h"

/* A card as a JSON fragment: `"8D",`, of at most CARD_PIECE bytes. */
enum { CARD_PIECE = sizeof "\"8D\"," - 1 };
static inline char *klondike_put_card(char *at, mk_card card)
{
	return mk_put_literal(at, mk_card_code(card), 2);
}

/* The same; null for MK_NO_CARD. */
static inline char *klondike_put_known(char *at, mk_card card)
{
	return card == MK_NO_CARD ? mk_put(at, "null,") : klondike_put_card(at, card);
}

/* notation_snapshot.c reads, notation_snapshot_write.c writes; notation_line.c */
enum mk_status klondike_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error);
void klondike_write_snapshot(
	struct mk_text *out, const char *key, const struct mk_snapshot *snapshot);
enum mk_status klondike_read_line(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error);
void klondike_write_line(struct mk_text *out, const struct mk_snapshot *seen);

/* notation_move.c */
enum mk_status klondike_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error);
void klondike_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move);
void klondike_write_short(struct mk_text *out, struct mk_move move);

/* notation_table.c writes, notation_table_read.c reads */
void klondike_write_table(struct mk_text *out, const struct mk_view *view);
enum mk_status klondike_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error);

/* notation_finding.c */
void klondike_write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding);
enum mk_status klondike_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error);

/* draw.c: for a terminal */
void klondike_draw(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	struct mk_card_style style);

/* members.c */
extern const struct mk_member klondike_snapshot_members[], klondike_move_members[],
	klondike_table_members[], klondike_deal_members[], klondike_count_members[];

#endif
