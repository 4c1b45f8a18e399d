/* A journal on a loop of its own, and calls that run the loop until they are answered. */
#ifndef TESTS_STORE_PORT_H
#define TESTS_STORE_PORT_H

#include "port/journal.h"
#include "store/store.h"

#include <uv.h>

/* Every kind of journal there is; an array of them parameterises a test. */
struct port_kind {
	char name[12];
};
enum { PORT_KINDS = 3 };
extern struct port_kind port_kinds[PORT_KINDS];

/* A test of every kind: `sentence` of `suite` gets an open port. */
#define EVERY_JOURNAL_OF(suite, sentence) \
	ParameterizedTestParameters(suite, sentence) \
	{ \
		return cr_make_param_array(struct port_kind, port_kinds, PORT_KINDS); \
	} \
	static void sentence(struct port *port); \
	ParameterizedTest(struct port_kind *kind, suite, sentence) \
	{ \
		struct port port; \
\
		port_open(&port, kind->name); \
		sentence(&port); \
		port_close(&port); \
	} \
	static void sentence(struct port *port)

enum { PORT_ROWS = 64, PORT_BODY = 256 };

struct port {
	char folder[96]; /* of the files, below TMPDIR; removed by port_close() */
	char url[160];
	uv_loop_t loop;
	struct journal *journal;
	struct mk_error error; /* why it could not be opened */
};

/* `kind` is one of port_kinds; fails the test when it does not open. */
void port_open(struct port *port, const char *kind);

/* Opens the same journal again; false (and `error`) when that fails. */
bool port_reopen(struct port *port);

/* Finishes what waits and closes the journal. */
void port_stop(struct port *port);

/* The same, and removes the folder. */
void port_close(struct port *port);

/* A session with so many events. */
void port_fill(struct port *port, int number, uint64_t events);

bool port_is_ready(const struct port *port);
/* Waits for the notification of the journal; fails the test when it takes too long. */
void port_becomes_ready(struct port *port);
void port_becomes_unready(struct port *port);

/* Lets the loop run for that long. */
void port_turn(struct port *port, unsigned ms);

/* The path of the SQLite file. */
const char *port_path(const struct port *port);

/* Sessions and events to write: `number` makes the id, later ones are newer. */
struct journal_session row(int number, uint64_t version);
struct journal_event event(uint64_t version);

/* ---- calls ---------------------------------------------------------------------------------- */

/* The answer, and its number among all. */
struct reply {
	bool answered;
	unsigned turn;
	enum mk_status status;
};
void note_reply(void *context, enum mk_status status);

/* The read rows; texts are copies. */
struct found {
	bool answered;
	enum mk_status status;
	size_t count;
	bool more;
	struct journal_session rows[PORT_ROWS];
	char rules[PORT_ROWS][PORT_BODY];
	char token_hashes[PORT_ROWS][PORT_BODY];
	char deals[PORT_ROWS][PORT_BODY];
	struct journal_event events[PORT_ROWS];
	char bodies[PORT_ROWS][PORT_BODY];
	char states[PORT_ROWS][PORT_BODY];
	uint64_t tops[PORT_ROWS];
};

enum mk_status create(struct port *port, const struct journal_session *session);
enum mk_status append(struct port *port, int number, uint64_t version);
/* Any event, with the session's row of its version. */
enum mk_status append_event(struct port *port, int number, const struct journal_event *its);
enum mk_status index_events(
	struct port *port, int number, const struct journal_event *events, size_t count);
enum mk_status drop(struct port *port, int number);
void load(struct port *port, int number, uint64_t after, unsigned limit, struct found *found);
void load_from_state(
	struct port *port, int number, uint64_t upto, unsigned limit, struct found *found);
void load_tops(struct port *port, int number, uint64_t upto, struct found *found);
void list(struct port *port, const struct journal_page *page, struct found *found);
void list_unused(struct port *port, int64_t before_ms, unsigned limit, struct found *found);

#endif
