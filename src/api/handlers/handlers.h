/* The handlers in the table of routes. */
#ifndef API_HANDLERS_HANDLERS_H
#define API_HANDLERS_HANDLERS_H

struct call;

/* games.c */
void games_list(struct call *call);

/* rules.c */
void game_rules_get(struct call *call);

/* sessions.c */
void session_create(struct call *call);
void session_list(struct call *call);
void session_patch(struct call *call);
void tokens_post(struct call *call);
void session_delete(struct call *call);

/* session_reads.c, history.c, review.c, session_stream.c */
void session_get(struct call *call);
void advice_get(struct call *call);
void history_get(struct call *call);
void review_get(struct call *call);
void events_get(struct call *call);

/* session_changes.c */
void snapshot_post(struct call *call);
void move_post(struct call *call);
void correction_post(struct call *call);
void undo_post(struct call *call);

/* simulations.c, simulation_stream.c */
void simulation_create(struct call *call);
void simulation_list(struct call *call);
void simulation_get(struct call *call);
void simulation_delete(struct call *call);
void simulation_game_get(struct call *call);
void simulation_events_get(struct call *call);

/*
 * Responses to repeated requests whose stored response is gone, from the current state (see
 * idempotency.h). session_changes.c, sessions.c, simulations.c
 */
void session_reconstruct(struct call *call);
void session_create_reconstruct(struct call *call);
void tokens_reconstruct(struct call *call);
void simulation_create_reconstruct(struct call *call);

/* statistics.c */
void statistics_get(struct call *call);

/* companion.c */
void start_page_get(struct call *call);
void session_page_get(struct call *call);
void session_qr_get(struct call *call);
void companion_get(struct call *call);

/* health.c, metrics.c */
void livez_get(struct call *call);
void readyz_get(struct call *call);
void openapi_get(struct call *call);
void metrics_get(struct call *call);

#endif
