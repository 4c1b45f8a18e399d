/* What the rows of the route table point at: one handler an operation. */
#ifndef API_HANDLERS_HANDLERS_H
#define API_HANDLERS_HANDLERS_H

struct call;

/* games.c */
void games_list(struct call *call);

/* tables.c */
void session_create(struct call *call);
void session_list(struct call *call);
void session_get(struct call *call);
void session_patch(struct call *call);
void session_delete(struct call *call);

/* play.c */
void snapshot_post(struct call *call);
void move_post(struct call *call);
void correction_post(struct call *call);
void undo_post(struct call *call);

/*
 * What was carried out, and not told: from what is there now, as far as that is what it has led to
 * (see repeat.h). change.c, tables.c, simulations.c
 */
void change_again(struct call *call);
void session_create_again(struct call *call);
void simulation_create_again(struct call *call);

/* simulations.c */
void simulation_create(struct call *call);
void simulation_list(struct call *call);
void simulation_get(struct call *call);
void simulation_delete(struct call *call);
void simulation_events_get(struct call *call);

/* replays.c */
void simulation_game_get(struct call *call);

/* statistics.c */
void statistics_get(struct call *call);

/* advice.c, history.c, listen.c, poll.c */
void advice_get(struct call *call);
void history_get(struct call *call);
void events_get(struct call *call);

/* companion.c */
void start_page_get(struct call *call);
void table_page_get(struct call *call);
void table_code_get(struct call *call);
void companion_get(struct call *call);

/* health.c */
void cached_session_get(struct call *call);
void ready_get(struct call *call);
void metrics_get(struct call *call);
void contract_get(struct call *call);

#endif
