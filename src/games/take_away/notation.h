/* Take-away as JSON, on one line and drawn. */
#ifndef TAKE_AWAY_NOTATION_H
#define TAKE_AWAY_NOTATION_H

#include "games/take_away/table.h"

/* notation_snapshot.c */
enum mk_status take_away_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error);
void take_away_write_snapshot(struct mk_text *out, const char *key, const struct mk_snapshot *seen);
enum mk_status take_away_read_line(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error);
void take_away_write_line(struct mk_text *out, const struct mk_snapshot *seen);

/* notation.c */
enum mk_status take_away_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error);
void take_away_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move);
void take_away_write_short(struct mk_text *out, struct mk_move move);
void take_away_write_table(struct mk_text *out, const struct mk_view *view);
enum mk_status take_away_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error);
void take_away_write_finding(
	struct mk_text *out, const char *key, const struct mk_finding *finding);
enum mk_status take_away_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error);

/* draw.c */
void take_away_draw(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	struct mk_card_style style);

/*
 * Reads a list of at most GROUPS numbers of cards from `least` to GROUP_CARDS; "UU" is UNREADABLE
 * if `doubts` allow it. `count` gets their number.
 */
enum mk_status take_away_read_groups(const struct json_t *json, const char *where, uint32_t least,
	bool doubts, uint32_t groups[GROUPS], uint32_t *count, struct mk_error *error);

/* Writes `count` numbers as a JSON list. */
void take_away_write_groups(
	struct mk_text *out, const char *key, const uint32_t *groups, unsigned count);

/* members.c */
extern const struct mk_member take_away_snapshot_members[], take_away_move_members[],
	take_away_table_members[];

#endif
