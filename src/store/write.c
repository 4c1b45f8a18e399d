/* Pending writes: created from calls of the port, completed once. */
#include "store/write.h"

#include "base/limits.h"
#include "store/store_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(store_realloc(NULL, size), text, size);
}

/* With its end; 0 of NULL. */
static size_t text_size(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

/* With its answer behind it; NULL of NULL. */
static struct journal_idempotency *copy_idempotency(const struct journal_idempotency *idempotency)
{
	size_t length = idempotency && idempotency->answer ? idempotency->length : 0;
	struct journal_idempotency *kept;

	if (!idempotency) {
		return NULL;
	}
	kept = store_realloc(NULL, sizeof *kept + length);
	*kept = *idempotency;
	if (idempotency->answer) {
		kept->answer = memcpy(kept + 1, idempotency->answer, length);
	}
	return kept;
}

static struct store_write *new_write_with_room(
	enum write_kind kind, size_t capacity, journal_done *done, void *context)
{
	struct store_write *write = store_realloc(NULL, sizeof *write + capacity);

	*write = (struct store_write){.kind = kind, .done = done, .context = context};
	return write;
}

/* A write with a copy of `text`, which may be NULL. */
static struct store_write *new_write(
	enum write_kind kind, const char *text, journal_done *done, void *context)
{
	size_t size = text_size(text);
	struct store_write *write = new_write_with_room(kind, size, done, context);

	if (text) {
		memcpy(write->text, text, size);
	}
	return write;
}

struct store_write *write_create(const struct journal_session *session,
	const struct journal_idempotency *idempotency, const struct limits *limits,
	journal_done *done, void *context)
{
	struct store_write *write = new_write(WRITE_CREATE, session->rules, done, context);

	write->session = *session;
	write->session.rules = write->text;
	write->max_owned = limits_value(limits, LIMIT_TOKEN_SESSIONS);
	write->session.token_hashes = write->token_hashes =
		session->token_hashes ? copy(session->token_hashes) : NULL;
	write->session.deal = write->deal = session->deal ? copy(session->deal) : NULL;
	write->idempotency = copy_idempotency(idempotency);
	return write;
}

struct store_write *write_append(const struct journal_session *session,
	const struct journal_event *event, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	size_t body = strlen(event->body) + 1, state = text_size(event->state);
	struct store_write *write = new_write_with_room(WRITE_APPEND, body + state, done, context);

	write->session = *session;
	write->session.token_hashes = write->token_hashes =
		session->token_hashes ? copy(session->token_hashes) : NULL;
	write->event = *event;
	write->event.body = memcpy(write->text, event->body, body);
	if (event->state) {
		write->event.state = memcpy(write->text + body, event->state, state);
	}
	write->idempotency = copy_idempotency(idempotency);
	return write;
}

/* The events with their states behind them, without their bodies; NULL of none. */
static struct journal_event *copy_indexed(const struct journal_event *events, size_t count)
{
	size_t size = count * sizeof *events;
	struct journal_event *copies;
	char *end;

	for (size_t i = 0; i < count; i++) {
		size += text_size(events[i].state);
	}
	if (count == 0) {
		return NULL;
	}
	copies = store_realloc(NULL, size);
	end = (char *)(copies + count);
	for (size_t i = 0; i < count; i++) {
		size_t length = text_size(events[i].state);

		copies[i] =
			(struct journal_event){.version = events[i].version, .top = events[i].top};
		if (events[i].state) {
			copies[i].state = memcpy(end, events[i].state, length);
			end += length;
		}
	}
	return copies;
}

struct store_write *write_index_events(const char *id, const struct journal_event *events,
	size_t count, journal_done *done, void *context)
{
	struct store_write *write = new_write(WRITE_INDEX_EVENTS, NULL, done, context);

	snprintf(write->session.id, sizeof write->session.id, "%s", id);
	write->indexed = copy_indexed(events, count);
	write->indexed_count = count;
	return write;
}

struct store_write *write_remove(
	const char *id, int64_t before_ms, journal_done *done, void *context)
{
	struct store_write *write = new_write(WRITE_REMOVE, NULL, done, context);

	snprintf(write->session.id, sizeof write->session.id, "%s", id);
	write->before_ms = before_ms;
	return write;
}

struct store_write *write_save_review(
	const char *id, const char *review, journal_done *done, void *context)
{
	struct store_write *write = new_write(WRITE_SAVE_REVIEW, review, done, context);

	snprintf(write->session.id, sizeof write->session.id, "%s", id);
	return write;
}

/* Spec and statistics may be NULL: see struct journal_methods. */
struct store_write *write_save_simulation(const struct journal_simulation *simulation,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	size_t spec = text_size(simulation->spec), statistics = text_size(simulation->statistics);
	struct store_write *write =
		new_write_with_room(WRITE_SAVE_SIMULATION, spec + statistics, done, context);

	write->simulation = *simulation;
	if (simulation->spec) {
		write->simulation.spec = memcpy(write->text, simulation->spec, spec);
	}
	if (simulation->statistics) {
		write->simulation.statistics =
			memcpy(write->text + spec, simulation->statistics, statistics);
	}
	write->idempotency = copy_idempotency(idempotency);
	return write;
}

struct store_write *write_remove_simulation(const char *id, journal_done *done, void *context)
{
	struct store_write *write = new_write(WRITE_REMOVE_SIMULATION, NULL, done, context);

	snprintf(write->simulation.id, sizeof write->simulation.id, "%s", id);
	return write;
}

struct store_write *write_claim_simulation(
	const char *id, uint32_t lease_ms, journal_done *done, void *context)
{
	struct store_write *write = new_write(WRITE_CLAIM_SIMULATION, NULL, done, context);

	snprintf(write->simulation.id, sizeof write->simulation.id, "%s", id);
	write->simulation.lease_ms = lease_ms;
	return write;
}

struct store_write *write_save_response(
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	struct store_write *write = new_write_with_room(WRITE_SAVE_RESPONSE, 0, done, context);

	write->idempotency = copy_idempotency(idempotency);
	return write;
}

struct store_write *write_forget_once(
	int64_t before_ms, unsigned limit, journal_done *done, void *context)
{
	struct store_write *write = new_write_with_room(WRITE_FORGET_ONCE, 0, done, context);

	write->before_ms = before_ms;
	write->limit = limit;
	return write;
}

/* MK_BUSY: whether it was stored is not known. The other errors are answers of the store. */
void store_count_write(struct store_figures *figures, const struct store_write *write)
{
	figures->appends += write->kind == WRITE_APPEND && write->status == MK_OK;
	figures->failures += write->status == MK_IO || write->status == MK_BUSY;
}

void write_answer(struct store_write *write)
{
	write->done(write->context, write->status);
	free(write->indexed);
	free(write->token_hashes);
	free(write->deal);
	free(write->idempotency);
	free(write);
}
