/* The limits: rows, counters, and the generated document. */
#include "base/limits.h"

#include <makker/text.h>
#include <stddef.h>

#define CONFIGURED(id, name, value, least, most, unit, scope, reload, http, code, effect, about) \
	{#name, value, least, most, unit, LIMIT_FOR_##scope, true, reload, http, code, effect, \
		about},
#define FIXED(id, name, value, unit, scope, http, code, effect, about) \
	{#name, value, value, value, unit, LIMIT_FOR_##scope, false, AT_START, http, code, effect, \
		about},

const struct limit_row limit_rows[LIMIT_COUNT] = {
	LIMITS_CONFIGURED(CONFIGURED) LIMITS_FIXED(FIXED)};

const char *limit_scope_name(enum limit_scope scope)
{
	static const char *const names[] = {
		[LIMIT_FOR_ADDRESS] = "address",
		[LIMIT_FOR_TOKEN] = "token",
		[LIMIT_FOR_SESSION] = "session",
		[LIMIT_FOR_REQUEST] = "request",
		[LIMIT_FOR_DAEMON] = "daemon",
	};

	return names[scope];
}

/* ---- values and counters -------------------------------------------------------------------- */

void limits_init(struct limits *limits)
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		atomic_init(&limits->value[i], limit_rows[i].value);
		atomic_init(&limits->refused[i], 0);
		atomic_init(&limits->used[i], 0);
	}
}

uint64_t limits_value(const struct limits *limits, enum limit_id id)
{
	return limits ? atomic_load_explicit(&limits->value[id], memory_order_relaxed)
		      : limit_rows[id].value;
}

void limits_count(struct limits *limits, enum limit_id id)
{
	if (limits) {
		atomic_fetch_add_explicit(&limits->refused[id], 1, memory_order_relaxed);
	}
}

/* The service maps it back to the row's HTTP status. */
static enum mk_status limit_status(int http)
{
	static const struct {
		int http;
		enum mk_status status;
	} statuses[] = {{400, MK_MALFORMED}, {409, MK_CONFLICT}, {422, MK_IMPOSSIBLE},
		{429, MK_FULL}, {503, MK_BUSY}};

	for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
		if (statuses[i].http == http) {
			return statuses[i].status;
		}
	}
	return MK_FULL;
}

enum mk_status limits_refuse(struct limits *limits, enum limit_id id, struct mk_error *error)
{
	const struct limit_row *row = &limit_rows[id];

	limits_count(limits, id);
	return mk_fail(error, limit_status(row->http), row->code[0] ? row->code : "limit_reached",
		"", "the limit %s is reached (%llu %s per %s): %s", row->name,
		(unsigned long long)limits_value(limits, id), row->unit,
		limit_scope_name(row->scope), row->about);
}

bool limits_take(struct limits *limits, enum limit_id id, uint64_t amount)
{
	uint64_t most = limits_value(limits, id);
	uint64_t used;

	if (!limits) {
		return true;
	}
	used = atomic_fetch_add_explicit(&limits->used[id], amount, memory_order_relaxed);
	if (most == 0 || used + amount <= most) {
		return true;
	}
	atomic_fetch_sub_explicit(&limits->used[id], amount, memory_order_relaxed);
	limits_count(limits, id);
	return false;
}

void limits_give(struct limits *limits, enum limit_id id, uint64_t amount)
{
	if (limits) {
		atomic_fetch_sub_explicit(&limits->used[id], amount, memory_order_relaxed);
	}
}

/* ---- the document --------------------------------------------------------------------------- */

static void write_limit_value(struct mk_text *out, const struct limit_row *row)
{
	bool unlimited = row->configured && row->value == 0;

	if (unlimited) {
		mk_text_put(out, "none");
	} else {
		mk_text_format(out, "%llu %s", (unsigned long long)row->value, row->unit);
	}
}

static void write_effect(struct mk_text *out, const struct limit_row *row)
{
	if (row->http) {
		mk_text_format(out, "%d `%s`", row->http, row->code);
	} else {
		mk_text_put(out, row->effect);
	}
}

static void write_range(struct mk_text *out, const struct limit_row *row)
{
	if (!row->configured) {
		mk_text_put(out, "fixed");
		return;
	}
	mk_text_format(out, "%llu to %llu%s", (unsigned long long)row->least,
		(unsigned long long)row->most, row->reload == AT_RELOAD ? ", SIGHUP" : "");
}

static void write_limit_row(struct mk_text *out, const struct limit_row *row)
{
	mk_text_format(out, "| `%s` | ", row->name);
	write_limit_value(out, row);
	mk_text_put(out, " | ");
	write_range(out, row);
	mk_text_put(out, " | ");
	write_effect(out, row);
	mk_text_format(out, " | %s |\n", row->about);
}

static void write_scope(struct mk_text *out, enum limit_scope scope)
{
	static const char *const titles[] = {
		[LIMIT_FOR_ADDRESS] = "Per address",
		[LIMIT_FOR_TOKEN] = "Per token",
		[LIMIT_FOR_SESSION] = "Per session",
		[LIMIT_FOR_REQUEST] = "Per request or connection",
		[LIMIT_FOR_DAEMON] = "Per daemon",
	};

	mk_text_format(out,
		"\n## %s\n\n| limit | default | range | beyond it | what is counted |\n"
		"|---|---|---|---|---|\n",
		titles[scope]);
	for (int i = 0; i < LIMIT_COUNT; i++) {
		if (limit_rows[i].scope == scope) {
			write_limit_row(out, &limit_rows[i]);
		}
	}
}

void limits_write(struct mk_text *out)
{
	mk_text_put(out,
		"# Limits\n\n"
		"Whatever a client can make grow has a limit. This page is the output of\n"
		"`makkerd --limits`; the same table in `src/base/limits.h` is what the daemon "
		"enforces.\n\n"
		"A limit with a range is an option of that name (`--rate-limit-per-address=100`,\n"
		"`MAKKER_RATE_LIMIT_PER_ADDRESS=100`, `rate_limit_per_address = 100` in the configuration file); 0 "
		"means no\nlimit unless the row says otherwise. Those marked SIGHUP take effect "
		"when the\nconfiguration is reloaded (SIGHUP), the others at the next start.\n\n"
		"A *token* is the hash of the bearer token where `auth = token`, otherwise the\n"
		"client's address. An *address* is an IPv4 address or the first 64 bits of an IPv6\n"
		"address, behind trusted proxies. Limits per address, and per token where that is "
		"an\naddress, are not applied to programs on this machine unless `rate_limit_local` is "
		"on; those\nof keys always are. A refusal with 429 or 503 has a `Retry-After` "
		"header.\n\n"
		"`/metrics` has each value as `makker_limit{limit=\"...\"}`, the refusals (or rows\n"
		"dropped, connections closed, lines suppressed, values truncated) as\n"
		"`makker_limit_refusals_total` and, where it is a sum over the daemon, what is in "
		"use as\n`makker_limit_used`.\n");
	for (int scope = LIMIT_FOR_ADDRESS; scope <= LIMIT_FOR_DAEMON; scope++) {
		write_scope(out, (enum limit_scope)scope);
	}
}
