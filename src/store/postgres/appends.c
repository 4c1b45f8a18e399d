/* Batches of appends: their columns, and the refused ones. */
#include "store/postgres/appends.h"

#include "store/postgres/change.h"
#include "store/store_base.h"

#include <arpa/inet.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#define TEXT ELEMENT_TEXT
#define NUMBER ELEMENT_NUMBER

/* In the order in which append_row() fills them, and CHANGE_APPEND_ALL names them. */
static const enum postgres_element elements[APPENDS_COLUMNS] = {TEXT, TEXT, TEXT, TEXT, TEXT,
	NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, TEXT, TEXT, NUMBER, NUMBER, TEXT, TEXT, NUMBER};

void postgres_appends_finish(struct postgres_appends *appends)
{
	for (unsigned i = 0; i < APPENDS_COLUMNS; i++) {
		postgres_array_finish(&appends->columns[i]);
	}
}

static bool is_gatherable(const struct store_write *write)
{
	return write->kind == WRITE_APPEND && !write->doubtful && !write->idempotency;
}

unsigned postgres_appends_count(struct store_write *const writes[], unsigned count)
{
	unsigned i = 0;

	while (i < count && is_gatherable(writes[i]) &&
		(i == 0 || strcmp(writes[i]->session.id, writes[i - 1]->session.id) != 0)) {
		i++;
	}
	return i;
}

static void append_row(
	struct postgres_array column[APPENDS_COLUMNS], const struct store_write *write)
{
	const struct journal_session *session = &write->session;
	const struct journal_event *event = &write->event;

	postgres_array_text(column++, session->id);
	postgres_array_text(column++, session->strategy);
	postgres_array_text(column++, session->language);
	postgres_array_text(column++, session->named ? session->name : NULL);
	postgres_array_text(column++, session->status);
	postgres_array_number(column++, (int64_t)event->version);
	postgres_array_number(column++, session->updated_ms);
	postgres_array_number(column++, session->advised);
	postgres_array_number(column++, session->followed);
	postgres_array_number(column++, event->at_ms);
	postgres_array_text(column++, event->kind);
	postgres_array_text(column++, event->body);
	postgres_array_number(column++, write->mark);
	postgres_array_number(column++, (int64_t)event->top);
	postgres_array_text(column++, event->state);
	postgres_array_text(column++, session->token_hashes);
	postgres_array_number(column++, (int64_t)event->drops_state_of);
}

void postgres_appends_send(struct postgres_appends *appends, struct postgres_connection *connection,
	struct store_write *const writes[], unsigned count)
{
	struct postgres_values values = {.count = 0};

	for (unsigned i = 0; i < APPENDS_COLUMNS; i++) {
		postgres_array_begin(&appends->columns[i], elements[i], count);
	}
	for (unsigned i = 0; i < count; i++) {
		append_row(appends->columns, writes[i]);
	}
	for (unsigned i = 0; i < APPENDS_COLUMNS; i++) {
		put_array(&values, &appends->columns[i]);
	}
	postgres_send(connection, CHANGE_APPEND_ALL, &values);
}

/*
 * The result has a row for each refused append: its index, from 1, and whether the session exists.
 */
void postgres_appends_take(
	const PGresult *result, struct store_write *const writes[], unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		writes[i]->status = MK_OK;
	}
	for (int row = 0; row < PQntuples(result); row++) {
		unsigned long place = strtoul(PQgetvalue(result, row, 0), NULL, 10);

		assert(place >= 1 && place <= count);
		writes[place - 1]->status =
			PQgetvalue(result, row, 1)[0] == '1' ? MK_CONFLICT : MK_NOT_FOUND;
	}
}

/* ---- arrays --------------------------------------------------------------------------------- */

static void add(struct postgres_array *array, const void *bytes, size_t length)
{
	if (array->length + length > array->capacity) {
		array->capacity = 2 * (array->length + length);
		array->bytes = store_realloc(array->bytes, array->capacity);
	}
	memcpy(array->bytes + array->length, bytes, length);
	array->length += length;
}

static void add_word(struct postgres_array *array, uint32_t word)
{
	word = htonl(word);
	add(array, &word, sizeof word);
}

void postgres_array_finish(struct postgres_array *array)
{
	free(array->bytes);
	*array = (struct postgres_array){.bytes = NULL};
}

void postgres_array_begin(
	struct postgres_array *array, enum postgres_element element, unsigned count)
{
	const uint32_t dimensions = 1, may_be_null = 1, first = 1;

	array->length = 0;
	add_word(array, dimensions);
	add_word(array, may_be_null);
	add_word(array, element);
	add_word(array, count);
	add_word(array, first);
}

void postgres_array_text(struct postgres_array *array, const char *text)
{
	size_t length = text ? strlen(text) : 0;

	add_word(array, text ? (uint32_t)length : UINT32_MAX);
	add(array, text ? text : "", length);
}

void postgres_array_number(struct postgres_array *array, int64_t number)
{
	uint64_t bytes = htobe64((uint64_t)number);

	add_word(array, sizeof bytes);
	add(array, &bytes, sizeof bytes);
}

void put_array(struct postgres_values *values, const struct postgres_array *array)
{
	put_bytes(values, array->bytes, array->length);
}
