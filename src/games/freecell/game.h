/* FreeCell's parts, for the row in freecell.c. */
#ifndef FREECELL_GAME_H
#define FREECELL_GAME_H

#include "games/freecell/table.h"

enum freecell_option { OPTION_DEAL, OPTION_CELLS, OPTION_BUILD, OPTIONS };
enum { ALTERNATING, IN_SUIT };
enum { PRESETS = 2 };
enum { SEARCH, HEURISTIC, STRATEGIES };

/* Why a move is good, or what it costs: bits of mk_ranked_move.reasons. */
enum freecell_reason {
	REASON_GOES_UP,
	REASON_UNCOVERS,
	REASON_BUILDS,
	REASON_EMPTIES_COLUMN,
	REASON_FREES_CELL,
	REASON_FILLS_CELL,
	REASON_FILLS_COLUMN,
	REASON_ONLY_MOVE,
	REASONS
};

enum freecell_conflict { CONFLICT_COLUMN, CONFLICT_CELL, CONFLICT_FOUNDATION, CONFLICTS };

extern const struct mk_option freecell_options[OPTIONS];
extern const struct mk_preset freecell_presets[PRESETS];
extern const struct mk_strategy freecell_strategies[STRATEGIES];
extern const char *const freecell_reasons[REASONS + 1];
extern const char *const freecell_suppressions[];
extern const char *const freecell_conflicts[CONFLICTS + 1];
extern const struct mk_member freecell_table_members[], freecell_move_members[];

extern const struct mk_solver_api freecell_solver;

/* An estimate of the work left, for ranking moves without a search: lower is better. */
int freecell_cost(const struct freecell_view *view);

/* Carries out all moves to foundations that can do no harm; returns how many. `moves` gets them
 * (NULL: not wanted). */
size_t freecell_settle(struct freecell_view *view, struct mk_move moves[MK_DECK]);

/* Members of struct mk_game, see there. */
void freecell_init_view(struct mk_view *view, const struct mk_rules *rules);
void freecell_deal(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng);
int freecell_seat_to_move(const struct mk_world *world);
size_t freecell_world_moves(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES]);
void freecell_apply(struct mk_world *world, struct mk_move move);
void freecell_payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS]);
const char *freecell_check_invariants(const struct mk_world *world);
const struct mk_view *freecell_view_of_seat(
	const struct mk_world *world, int seat, struct mk_view *view);
void freecell_observe(const struct mk_world *world, int seat, struct mk_snapshot *snapshot);
bool freecell_sample_world(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world);

enum mk_status freecell_apply_snapshot(struct mk_view *view, const struct mk_snapshot *snapshot,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);
enum mk_status freecell_apply_reported_move(struct mk_view *view, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error);
enum mk_status freecell_apply_finding(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);
enum mk_status freecell_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error);
enum mk_status freecell_read_line(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error);
void freecell_write_table(struct mk_text *out, const struct mk_view *view);
void freecell_write_snapshot(struct mk_text *out, const char *key, const struct mk_snapshot *seen);
void freecell_write_line(struct mk_text *out, const struct mk_snapshot *seen);
void freecell_write_place(struct mk_text *out, int position);
enum mk_status freecell_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error);
void freecell_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move);
void freecell_write_short(struct mk_text *out, struct mk_move move);
enum mk_status freecell_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error);
void freecell_write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding);
enum mk_status freecell_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error);
void freecell_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move);
void freecell_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, struct mk_move move);
void freecell_describe_reason(struct mk_text *out, enum mk_language language, int reason);
void freecell_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice);
void freecell_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict);
enum mk_status freecell_refuse_snapshot(struct mk_error *error, const struct mk_conflict *conflict);
enum mk_status freecell_refuse_deck(struct mk_error *error, mk_card card);
void freecell_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion);
void freecell_draw(struct mk_text *out, const struct mk_view *view, bool colour);

#endif
