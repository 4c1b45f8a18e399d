/* Reading from a SQLite journal. */
#ifndef STORE_SQLITE_READER_H
#define STORE_SQLITE_READER_H

#include "session/journal.h"
#include "store/sqlite_statement.h"
#include "store/sqlite_worker.h"

struct mk_arena;
struct sqlite_reader;

/* One reading: what is asked for, and what was found. */
struct sqlite_read {
	struct worker_task task; /* first: a task is its reading */
	void (*perform)(struct sqlite_reader *reader, struct sqlite_read *read);
	void *context;
	/* Hands over what was found, in whichever form was asked for. */
	void (*answer)(const struct sqlite_read *read);
	union {
		journal_loaded *loaded;
		journal_listed *listed;
		journal_tallied *tallied;
		journal_simulations *simulations_loaded;
	};

	char id[SESSION_ID_ROOM]; /* to load, or to list behind; "": from the newest */
	uint64_t after;
	unsigned limit;
	int64_t before_ms;
	char game[sizeof(((struct journal_session *)0)->game)]; /* "": all */
	char state[sizeof(((struct journal_session *)0)->status)];

	enum mk_status status;
	struct mk_arena *arena; /* holds what follows */
	struct journal_session *sessions;
	struct journal_event *events;
	struct journal_tally *tallies;
	struct journal_simulation *simulations;
	size_t count; /* of the events, of the sessions in a list, of the others */
	bool more;
};

enum { SQLITE_READER_STATEMENTS = 9 };

struct sqlite_reader {
	sqlite3 *database;
	sqlite3_stmt *statements[SQLITE_READER_STATEMENTS];
};

/* Takes the connection; closes it on failure. */
bool sqlite_reader_init(struct sqlite_reader *reader, sqlite3 *database, struct mk_error *error);
void sqlite_reader_finish(struct sqlite_reader *reader);

void sqlite_reader_load(struct sqlite_reader *reader, struct sqlite_read *read);
void sqlite_reader_list(struct sqlite_reader *reader, struct sqlite_read *read);
void sqlite_reader_list_unused(struct sqlite_reader *reader, struct sqlite_read *read);
void sqlite_reader_tally(struct sqlite_reader *reader, struct sqlite_read *read);
void sqlite_reader_load_simulations(struct sqlite_reader *reader, struct sqlite_read *read);

/* The work of the thread. */
void sqlite_reader_work(struct sqlite_reader *reader, struct worker_task *tasks);

#endif
