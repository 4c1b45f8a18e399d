/* Simulations in every journal. */
#include "store/port.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

#define EVERY_JOURNAL(sentence) EVERY_JOURNAL_OF(simulations, sentence)

enum { MOST = 8 };

/* The answer of the journal; texts are copies. */
struct loaded {
	bool answered;
	enum mk_status status;
	size_t count;
	struct journal_simulation rows[MOST];
	char spec[MOST][64], statistics[MOST][64];
};

static struct journal_simulation simulation(int number, const char *status, const char *statistics)
{
	struct journal_simulation row = {.created_ms = 1000 + number,
		.updated_ms = 2000 + number,
		.spec = "{\"games\":7}",
		.statistics = statistics,
		.is_new = true};

	snprintf(row.id, sizeof row.id, "%032x", (unsigned)number);
	snprintf(row.status, sizeof row.status, "%s", status);
	return row;
}

static enum mk_status saved(struct port *port, const struct journal_simulation *row)
{
	struct reply reply = {0};

	port->journal->methods->save_simulation(port->journal, row, NULL, note_reply, &reply);
	cr_assert_not(reply.answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	return reply.status;
}

static void save(struct port *port, const struct journal_simulation *row)
{
	cr_assert_eq(saved(port, row), MK_OK);
}

static enum mk_status drop_simulation(struct port *port, const char *id)
{
	struct reply reply = {0};

	port->journal->methods->remove_simulation(port->journal, id, note_reply, &reply);
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(reply.answered);
	return reply.status;
}

static void note_loaded(
	void *context, enum mk_status status, const struct journal_simulation *rows, size_t count)
{
	struct loaded *loaded = context;

	cr_assert_leq(count, MOST);
	*loaded = (struct loaded){.answered = true, .status = status, .count = count};
	for (size_t i = 0; i < count; i++) {
		loaded->rows[i] = rows[i];
		snprintf(loaded->spec[i], sizeof loaded->spec[i], "%s", rows[i].spec);
		snprintf(loaded->statistics[i], sizeof loaded->statistics[i], "%s",
			rows[i].statistics);
	}
}

static void load_all(struct port *port, struct loaded *loaded)
{
	*loaded = (struct loaded){0};
	port->journal->methods->load_simulations(port->journal, NULL, note_loaded, loaded);
	cr_assert_not(loaded->answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(loaded->answered);
	cr_assert_eq(loaded->status, MK_OK);
}

EVERY_JOURNAL(there_are_none_at_first)
{
	struct loaded loaded;

	load_all(port, &loaded);
	cr_assert_eq(loaded.count, 0);
}

EVERY_JOURNAL(the_last_saved_states_are_loaded_oldest_first)
{
	struct journal_simulation second = simulation(2, "running", "{}");
	struct journal_simulation first = simulation(1, "running", "{}");
	struct loaded loaded;

	save(port, &second);
	save(port, &first);
	second = simulation(2, "finished", "{\"won\":3}");
	second.updated_ms = 9000;
	second.spec = "{\"games\":8}";
	second.is_new = false;
	second.created_ms = 1;
	save(port, &second);
	load_all(port, &loaded);
	cr_assert_eq(loaded.count, 2);
	cr_assert_str_eq(loaded.rows[0].id, first.id);
	cr_assert_str_eq(loaded.rows[0].status, "running");
	cr_assert_str_eq(loaded.rows[1].id, second.id);
	cr_assert_str_eq(loaded.rows[1].status, "finished");
	cr_assert_eq(loaded.rows[1].updated_ms, 9000);
	cr_assert_str_eq(loaded.statistics[1], "{\"won\":3}");
	cr_assert_eq(loaded.rows[1].created_ms, 1002, "created_ms stays");
	cr_assert_str_eq(loaded.spec[1], "{\"games\":7}", "the specification stays");
}

EVERY_JOURNAL(what_has_ended_does_not_run_again)
{
	struct journal_simulation row = simulation(1, "running", "{}");
	struct loaded loaded;

	save(port, &row);
	row = simulation(1, "cancelled", "{\"won\":1}");
	row.is_new = false;
	save(port, &row);
	row = simulation(1, "finished", "{\"won\":2}");
	row.is_new = false;
	cr_assert_eq(saved(port, &row), MK_CONFLICT);
	load_all(port, &loaded);
	cr_assert_str_eq(loaded.rows[0].status, "cancelled");
	cr_assert_str_eq(loaded.statistics[0], "{\"won\":1}");
}

EVERY_JOURNAL(one_of_them_is_loaded_by_its_id)
{
	struct journal_simulation first = simulation(1, "running", "{\"won\":1}");
	struct journal_simulation second = simulation(2, "running", "{\"won\":2}");
	struct loaded loaded = {0};

	save(port, &first);
	save(port, &second);
	port->journal->methods->load_simulations(port->journal, first.id, note_loaded, &loaded);
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert_eq(loaded.count, 1);
	cr_assert_str_eq(loaded.statistics[0], "{\"won\":1}");
}

EVERY_JOURNAL(what_is_not_there_is_not_added_by_a_checkpoint)
{
	struct journal_simulation row = simulation(1, "running", "{}");
	struct loaded loaded;

	row.is_new = false;
	cr_assert_eq(saved(port, &row), MK_NOT_FOUND);
	load_all(port, &loaded);
	cr_assert_eq(loaded.count, 0);
}

EVERY_JOURNAL(what_was_removed_is_gone)
{
	struct journal_simulation row = simulation(1, "finished", "{}");
	struct loaded loaded;

	save(port, &row);
	cr_assert_eq(drop_simulation(port, row.id), MK_OK);
	cr_assert_eq(drop_simulation(port, row.id), MK_NOT_FOUND);
	load_all(port, &loaded);
	cr_assert_eq(loaded.count, 0);
}

Test(simulations, survive_a_new_start)
{
	struct journal_simulation row = simulation(1, "running", "{\"games\":5}");
	struct port port;
	struct loaded loaded;

	port_open(&port, "sqlite");
	save(&port, &row);
	port_stop(&port);
	cr_assert(port_reopen(&port));
	load_all(&port, &loaded);
	cr_assert_eq(loaded.count, 1);
	cr_assert_str_eq(loaded.statistics[0], "{\"games\":5}");
	port_close(&port);
}
