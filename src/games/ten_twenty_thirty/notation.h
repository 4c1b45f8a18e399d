/* 10-20-30 as JSON, on one line and drawn. */
#ifndef TENS_NOTATION_H
#define TENS_NOTATION_H

#include "games/ten_twenty_thirty/table.h"

/* notation_snapshot.c */
extern const struct mk_pile_kind tens_piles[];
void tens_pile(const struct mk_view *view, int position, struct mk_pile *pile);
enum mk_status tens_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error);
void tens_write_snapshot(struct mk_text *out, const char *key, const struct mk_snapshot *seen);
enum mk_status tens_read_line(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error);
void tens_write_line(struct mk_text *out, const struct mk_snapshot *seen);

/* notation.c */
enum mk_status tens_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error);
void tens_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move);
void tens_write_short(struct mk_text *out, struct mk_move move);
void tens_write_table(struct mk_text *out, const struct mk_view *opaque);
void tens_write_forecast(
	struct mk_text *out, const struct mk_view *view, const struct mk_advice *advice);
void tens_write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding);
enum mk_status tens_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error);

/* notation_table_read.c */
enum mk_status tens_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error);

/* draw.c */
void tens_draw(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	struct mk_card_style style);

/* members.c */
extern const struct mk_member tens_snapshot_members[], tens_move_members[], tens_table_members[];

#endif
