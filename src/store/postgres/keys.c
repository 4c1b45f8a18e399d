/* Idempotency keys: inserting, setting responses, deleting, purging. */
#include "store/postgres/keys.h"

#include "base/limits.h"

/* ---- statements ----------------------------------------------------------------------------- */

static void put_idempotency_key(struct postgres_values *values, const struct store_write *write)
{
	put_bytes(values, write->idempotency->key, KEY_DIGEST_BYTES);
}

void postgres_send_key(struct postgres_connection *connection, const struct store_write *write)
{
	const struct journal_idempotency *idempotency = write->idempotency;
	struct postgres_values values = {.count = 0};

	put_idempotency_key(&values, write);
	put_bytes(&values, idempotency->request_digest, KEY_DIGEST_BYTES);
	put_number(&values, idempotency->at_ms);
	put_text(&values, idempotency->id);
	put_number(&values, (int64_t)idempotency->version);
	put_bytes(&values, idempotency->answer, idempotency->length);
	put_number(&values, write->mark);
	put_bytes(&values, idempotency->owner, OWNER_DIGEST_BYTES);
	put_text(&values, idempotency->session);
	postgres_send(connection, CHANGE_KEEP_ONCE, &values);
}

void postgres_send_tell_once(
	struct postgres_connection *connection, const struct store_write *write)
{
	const struct journal_idempotency *idempotency = write->idempotency;
	struct postgres_values values = {.count = 0};

	if (!idempotency->id[0]) {
		postgres_send_key(connection, write);
		return;
	}
	put_idempotency_key(&values, write);
	put_text(&values, idempotency->id);
	put_number(&values, (int64_t)idempotency->version);
	put_bytes(&values, idempotency->answer, idempotency->length);
	postgres_send(connection, CHANGE_SAVE_RESPONSE, &values);
}

/* ---- limits --------------------------------------------------------------------------------- */

static void put_limits(struct postgres_values *values, struct limits *limits, enum limit_id keys,
	enum limit_id bytes)
{
	put_number(values, (int64_t)limits_value(limits, keys));
	put_number(values, (int64_t)limits_value(limits, bytes));
}

void postgres_send_owner_limit(struct postgres_connection *connection,
	const struct journal_idempotency *idempotency, struct limits *limits)
{
	struct postgres_values values = {.count = 0};

	put_limits(&values, limits, LIMIT_TOKEN_KEYS, LIMIT_TOKEN_KEY_BYTES);
	put_bytes(&values, idempotency->owner, OWNER_DIGEST_BYTES);
	postgres_send(connection, CHANGE_DROP_OF_OWNER, &values);
}

void postgres_send_session_limit(struct postgres_connection *connection,
	const struct journal_idempotency *idempotency, struct limits *limits)
{
	struct postgres_values values = {.count = 0};

	put_limits(&values, limits, LIMIT_SESSION_KEYS, LIMIT_SESSION_KEY_BYTES);
	put_text(&values, idempotency->session);
	postgres_send(connection, CHANGE_DROP_OF_SESSION, &values);
}

void postgres_send_limit(struct postgres_connection *connection, struct limits *limits)
{
	struct postgres_values values = {.count = 0};

	put_limits(&values, limits, LIMIT_KEYS, LIMIT_KEY_BYTES);
	postgres_send(connection, CHANGE_DROP_OLDEST, &values);
}

/* ---- further statements --------------------------------------------------------------------- */

void postgres_send_purge(struct postgres_connection *connection, int64_t at_ms, unsigned limit)
{
	struct postgres_values values = {.count = 0};

	put_number(&values, at_ms);
	put_number(&values, limit);
	postgres_send(connection, CHANGE_PURGE_KEYS, &values);
}

void postgres_send_forget_once(
	struct postgres_connection *connection, const struct store_write *write)
{
	postgres_send_purge(connection, write->before_ms, write->limit);
}

static void send_keyed_create(
	struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_creation(&values, write);
	put_idempotency_key(&values, write);
	postgres_send(connection, CHANGE_ADD_SESSION_ONCE, &values);
}

static void send_keyed_append(
	struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_append(&values, write);
	put_idempotency_key(&values, write);
	postgres_send(connection, CHANGE_APPEND_ONCE, &values);
}

static void send_simulation(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_simulation(&values, write);
	put_number(&values, write->mark);
	put_idempotency_key(&values, write);
	postgres_send(connection, CHANGE_SAVE_SIMULATION_ONCE, &values);
}

static void lose_creation(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_idempotency_key(&values, write);
	put_number(&values, write->mark);
	put_text(&values, write->session.id);
	postgres_send(connection, CHANGE_DELETE_KEY_OF_CREATION, &values);
}

static void lose_append(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_idempotency_key(&values, write);
	put_number(&values, write->mark);
	put_text(&values, write->session.id);
	put_number(&values, (int64_t)write->event.version);
	postgres_send(connection, CHANGE_DELETE_KEY_OF_APPEND, &values);
}

/* ---- results -------------------------------------------------------------------------------- */

/*
 * The result: whether the row was changed, whether it existed, and whether the write has its key.
 */
static enum mk_status take_once(const PGresult *result, struct store_write *write)
{
	(void)write;
	if (PQntuples(result) != 1 || PQgetvalue(result, 0, 2)[0] != '1') {
		return MK_OVER;
	}
	if (PQgetvalue(result, 0, 0)[0] != '0') {
		return MK_OK;
	}
	return PQgetvalue(result, 0, 1)[0] == '1' ? MK_CONFLICT : MK_NOT_FOUND;
}

/* If the id was free but no row was created, its owner has reached its limit. */
static enum mk_status take_keyed_result(const PGresult *result, struct store_write *write)
{
	enum mk_status status = take_once(result, write);

	return status == MK_NOT_FOUND ? MK_FULL : status;
}

const struct postgres_change postgres_changes_once[WRITE_KINDS] = {
	[WRITE_CREATE] = {send_keyed_create, take_keyed_result, look_for_session, lose_creation, 0},
	[WRITE_APPEND] = {send_keyed_append, take_once, look_for_event, lose_append, 'e'},
	[WRITE_SAVE_SIMULATION] = {send_simulation, take_once, NULL, NULL, 's'},
};
