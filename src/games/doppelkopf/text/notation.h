/* Doppelkopf as JSON, in words and in the terminal: the functions of struct mk_notation. */
#ifndef GAMES_DOPPELKOPF_TEXT_NOTATION_H
#define GAMES_DOPPELKOPF_TEXT_NOTATION_H

#include "games/doppelkopf/knowledge/learn.h"

extern const char *const doko_reasons[];
extern const char *const doko_suppressions[];
extern const char *const doko_odds[];

enum mk_status doko_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error);
void doko_write_snapshot(struct mk_text *out, const char *key, const struct mk_snapshot *snapshot);
void doko_write_place(struct mk_text *out, int position);
void doko_write_conflict(struct mk_text *out, const struct mk_conflict *conflict);
enum mk_status doko_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error);
void doko_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move);
void doko_write_short(struct mk_text *out, struct mk_move move);
void doko_write_table(struct mk_text *out, const struct mk_view *opaque);
enum mk_status doko_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error);

void doko_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move);
void doko_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *opaque, struct mk_move move);
void doko_describe_reason(struct mk_text *out, enum mk_language language, int reason);
void doko_describe_why(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	const struct mk_ranked_move *ranked);
void doko_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice);
void doko_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict);
void doko_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *opaque, const struct mk_finding *finding,
	const struct mk_move *suggestion);
/* The result of the deal that is over. */
void doko_describe_deal_result(
	struct mk_text *out, enum mk_language language, const struct mk_view *opaque);
/* True if the first card comes before the other in the order of the drawn hand. */
bool doko_lists_before(
	const struct mk_view *opaque, const struct mk_move *one, const struct mk_move *other);
/* The player at a place (1 to 3, from the left) as the subject of a sentence. */
const char *doko_player_name(enum mk_language language, int place);
/* The name of a level in an announcement of the team. */
const char *doko_level_name(enum mk_language language, int party, int level);

void doko_draw(struct mk_text *out, enum mk_language language, const struct mk_view *opaque,
	struct mk_card_style style);

/*
 * Read a whole number from `least` to `most`, a card, and a list of at most `most` cards under
 * `key`.
 */
enum mk_status doko_read_number(const struct json_t *json, const char *where, int least, int most,
	int *number, struct mk_error *error);
enum mk_status doko_read_card(
	const struct json_t *json, const char *where, int *kind, struct mk_error *error);
enum mk_status doko_read_cards(const struct json_t *array, const char *key, int most,
	doko_set *cards, struct mk_error *error);

/*
 * Writes the members of an event into the open object; reads one event, or a few that belong
 * together.
 */
void doko_write_event(struct mk_text *out, struct mk_move move);
enum mk_status doko_read_events(
	const struct json_t *json, struct doko_snapshot *seen, struct mk_error *error);

/*
 * The members of the table that are piles: positions 0 to 3 are the tricks of each seat, 4 is the
 * hand.
 */
extern const struct mk_pile_kind doko_piles[];
void doko_pile(const struct mk_view *opaque, int position, struct mk_pile *pile);

extern const struct mk_mistakes doko_mistakes;

/* members.c */
extern const struct mk_member doko_snapshot_members[], doko_move_members[], doko_table_members[];

/* Used for events and for tables. */
extern const struct mk_phrase doko_no_such_reservation, doko_no_such_announcement;

#endif
