/* Idempotency keys: their entries in memory, and their records in the store. */
#include "api/pipeline/idempotency.h"

#include "api/pipeline/admission.h"
#include "api/pipeline/stored_response.h"
#include "base/clock.h"
#include "base/limits.h"
#include "port/journal.h"

#define HASH_NONFATAL_OOM 1
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>
#include <utlist.h>

static const int64_t lifetime_ns = (int64_t)KEY_LIFETIME_MS * 1000000;

enum { EFFECT_SIZE = 256 };

enum entry_state { ENTRY_RUNNING, ENTRY_RESPONDED, ENTRY_ABANDONED };

/* The owner of entries: a token or an address. */
struct key_owner {
	unsigned char name[OWNER_DIGEST_BYTES];
	struct idempotency_entry *entries; /* the oldest first */
	size_t count;
	size_t bytes;
	UT_hash_handle hh;
};

struct idempotency_entry {
	/* Its key is a digest of path, token and Idempotency-Key, its request digest a digest of
	 * the body. */
	struct journal_idempotency record;
	enum entry_state state;
	bool confirmed; /* it is certain that no other daemon has applied a request with this key,
			   or it does not matter */
	bool stored;    /* the store has a record without a change */
	struct key_owner *owner;
	int64_t since_ns;
	struct stored_response response; /* of ENTRY_RESPONDED; its bytes are `bytes` */
	char *bytes;
	struct idempotency_entry *previous, *next; /* of the same owner */
	UT_hash_handle hh;
};

struct idempotency_cache {
	struct idempotency_entry *entries; /* by key, the oldest first */
	struct key_owner *owners;
	size_t count;
	size_t bytes;
};

/* True if the store keeps records. */
static bool is_stored(const struct api *api)
{
	return api->options.journal->methods->find_idempotency != NULL;
}

/* True if other daemons use the same store. */
static bool is_shared(const struct api *api)
{
	return api->options.journal->methods->confirm != NULL;
}

/* ---- the entries ---------------------------------------------------------------------------- */

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static void remove_idle_owner(struct idempotency_cache *cache, struct key_owner *owner)
{
	if (owner && owner->count == 0) {
		HASH_DEL(cache->owners, owner);
		free(owner);
	}
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static void remove_entry(struct idempotency_cache *cache, struct idempotency_entry *entry)
{
	struct key_owner *owner = entry->owner;

	HASH_DEL(cache->entries, entry);
	DL_DELETE2(owner->entries, entry, previous, next);
	cache->count--;
	owner->count--;
	if (entry->bytes) {
		cache->bytes -= entry->response.length;
		owner->bytes -= entry->response.length;
		sodium_memzero(entry->bytes, entry->response.length); /* may contain tokens */
	}
	free(entry->bytes);
	free(entry);
	remove_idle_owner(cache, owner);
}

struct idempotency_cache *idempotency_create(void)
{
	return calloc(1, sizeof(struct idempotency_cache));
}

void idempotency_destroy(struct idempotency_cache *cache)
{
	while (cache && cache->entries) {
		remove_entry(cache, cache->entries);
	}
	free(cache);
}

static bool is_over_limits(const struct idempotency_cache *cache)
{
	return cache->count >= MAX_MEMORY_KEYS || cache->bytes > MAX_MEMORY_KEY_BYTES;
}

/*
 * Removes expired entries, and the oldest ones while there are too many. Entries in progress stay.
 */
static void evict_entries(struct api *api)
{
	struct idempotency_cache *cache = api->idempotency;
	struct idempotency_entry *entry = cache->entries;
	int64_t expired_ns = clock_ticks_ns() - lifetime_ns;

	while (entry && (is_over_limits(cache) || entry->since_ns < expired_ns)) {
		struct idempotency_entry *next = entry->hh.next;

		if (entry->state != ENTRY_RUNNING) {
			limits_count(api->options.limits, cache->count >= MAX_MEMORY_KEYS
								  ? LIMIT_MEMORY_KEYS
								  : LIMIT_MEMORY_KEY_BYTES);
			remove_entry(cache, entry);
		}
		entry = next;
	}
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static struct key_owner *find_owner(
	const struct idempotency_cache *cache, const unsigned char name[OWNER_DIGEST_BYTES])
{
	struct key_owner *owner;

	HASH_FIND(hh, cache->owners, name, OWNER_DIGEST_BYTES, owner);
	return owner;
}

static bool has_full_share(const struct key_owner *owner)
{
	return owner->count >= MAX_MEMORY_KEYS / 2 || owner->bytes > MAX_MEMORY_KEY_BYTES / 2;
}

/*
 * Limits each owner, so that none evicts the entries of all others. Its last entry stays, because
 * the owner would be removed with it.
 */
static void evict_of_owner(struct api *api, const unsigned char name[OWNER_DIGEST_BYTES])
{
	struct key_owner *owner = find_owner(api->idempotency, name);
	struct idempotency_entry *entry = owner ? owner->entries : NULL;

	while (entry && entry->next && has_full_share(owner)) {
		struct idempotency_entry *next = entry->next;

		if (entry->state != ENTRY_RUNNING) {
			limits_count(api->options.limits, LIMIT_MEMORY_KEYS);
			remove_entry(api->idempotency, entry);
		}
		entry = next;
	}
}

/* NULL without memory. NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static struct key_owner *take_owner(
	struct idempotency_cache *cache, const unsigned char name[OWNER_DIGEST_BYTES])
{
	struct key_owner *owner = find_owner(cache, name);
	bool added = true;

	if (owner) {
		return owner;
	}
	owner = calloc(1, sizeof *owner);
	if (!owner) {
		return NULL;
	}
	memcpy(owner->name, name, OWNER_DIGEST_BYTES);
#undef uthash_nonfatal_oom
#define uthash_nonfatal_oom(element) (added = false)
	HASH_ADD(hh, cache->owners, name, OWNER_DIGEST_BYTES, owner);
	if (!added) {
		free(owner);
		return NULL;
	}
	return owner;
}

/* NULL without memory. NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static struct idempotency_entry *add_entry(
	struct idempotency_cache *cache, const struct idempotency_entry *like)
{
	struct key_owner *owner = take_owner(cache, like->record.owner);
	struct idempotency_entry *entry = owner ? malloc(sizeof *entry) : NULL;

	if (!entry) {
		remove_idle_owner(cache, owner);
		return NULL;
	}
	*entry = *like;
	entry->owner = owner;
#undef uthash_nonfatal_oom
#define uthash_nonfatal_oom(element) ((element)->since_ns = -1)
	HASH_ADD(hh, cache->entries, record.key, KEY_DIGEST_BYTES, entry);
	if (entry->since_ns < 0) {
		free(entry);
		remove_idle_owner(cache, owner);
		return NULL;
	}
	DL_APPEND2(owner->entries, entry, previous, next);
	owner->count++;
	cache->count++;
	return entry;
}

/* ---- refusals ------------------------------------------------------------------------------- */

/* Drops the entry of a call that gets the response of an earlier request. */
static void drop_entry(struct call *call)
{
	if (call->idempotency) {
		remove_entry(call->api->idempotency, call->idempotency);
		call->idempotency = NULL;
	}
}

static void refuse_other_body(struct call *call)
{
	call_refuse_header(call, 422, "idempotency_key_reused", "Idempotency-Key",
		"Idempotency-Key was used with a different body");
}

void idempotency_fail_no_response(struct call *call, const char *reason)
{
	const struct journal_idempotency *record = &call->idempotency->record;
	bool created = !call->id[0];
	struct mk_text effect;

	snprintf(call->location, sizeof call->location, "%s/%s",
		created ? http_request_path(call->request) : "/v1/sessions", record->id);
	call_header(call, "Location", call->location);
	call_text(call, &effect, EFFECT_SIZE);
	mk_text_put(&effect, "request already applied: it has ");
	if (created) {
		mk_text_put(&effect, "made ");
	} else {
		mk_text_format(
			&effect, "led to version %llu of ", (unsigned long long)record->version);
	}
	mk_text_format(
		&effect, "%s; the response is no longer available: %s", call->location, reason);
	drop_entry(call);
	call_refuse(call, 409, "response_unavailable", effect.bytes);
}

/* ---- the record in the store ---------------------------------------------------------------- */

/* Discards the prepared response of the call. */
static void reset_response(struct call *call)
{
	call->header_count = 0;
	call->etag[0] = call->location[0] = '\0';
	call->tokens = NULL;
}

/* Owner and session stay those of the call. */
static void reconstruct(struct call *call, const struct journal_idempotency *record)
{
	struct idempotency_entry *entry = call->idempotency;

	memcpy(entry->record.id, record->id, sizeof entry->record.id);
	entry->record.version = record->version;
	entry->record.at_ms = record->at_ms;
	entry->confirmed = true;
	entry->stored = true;
	call->route->reconstruct(call);
}

static void respond_from_record(struct call *call, const struct journal_idempotency *record)
{
	struct stored_response response;

	reset_response(call);
	if (memcmp(record->request_digest, call->idempotency->record.request_digest,
		    KEY_DIGEST_BYTES) != 0) {
		drop_entry(call);
		refuse_other_body(call);
	} else if (record->answer &&
		   stored_response_decrypt(call, record->answer, record->length, &response)) {
		drop_entry(call);
		stored_response_send(call, &response);
	} else {
		reconstruct(call, record);
	}
}

static void refuse_unknown_effect(struct call *call)
{
	reset_response(call);
	call_refuse(call, 503, "store_unavailable",
		"store unavailable; unknown whether the request was applied before");
}

static void on_record(
	void *context, enum mk_status status, const struct journal_idempotency *record)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	phases_end(&call->phases, PHASE_LOAD);
	if (status == MK_OK) {
		respond_from_record(call, record);
	} else if (status != MK_NOT_FOUND) {
		refuse_unknown_effect(call);
	} else if (call->response.status) {
		call_finish(call);
	} else {
		call_advance(call);
	}
}

static void look_up(struct call *call)
{
	struct journal *journal = call->api->options.journal;

	journal->methods->find_idempotency(journal, call->idempotency->record.key,
		clock_wall_ms() - KEY_LIFETIME_MS, on_record, call);
}

/* A response that is not stored is reconstructed for a repeated request. */
static void on_saved(void *context, enum mk_status status)
{
	(void)context;
	(void)status;
}

/* No request waits for this write. */
static void save_response(struct call *call, const struct idempotency_entry *entry)
{
	struct journal *journal = call->api->options.journal;
	struct journal_idempotency record = entry->record;

	if (!record.id[0]) {
		/* Nothing was changed: a small record without a response. */
		if (!entry->stored) {
			journal->methods->save_response(journal, &record, on_saved, NULL);
		}
		return;
	}
	record.answer = stored_response_encrypt(call, &entry->response, &record.length);
	if (!record.answer) {
		return;
	}
	if (record.length <= MAX_KEY_RESPONSE_BYTES) {
		journal->methods->save_response(journal, &record, on_saved, NULL);
	} else {
		limits_count(call->api->options.limits, LIMIT_KEY_RESPONSE_BYTES);
	}
}

/* ---- the stage of requests ------------------------------------------------------------------ */

static enum stage_result respond_from_memory(struct call *call,
	const struct idempotency_entry *first, const struct idempotency_entry *repeated)
{
	if (memcmp(first->record.request_digest, repeated->record.request_digest,
		    KEY_DIGEST_BYTES) != 0) {
		refuse_other_body(call);
	} else if (first->state == ENTRY_RUNNING) {
		call_refuse(call, 409, "request_in_progress",
			"the original request is still in progress");
	} else if (first->state == ENTRY_ABANDONED) {
		call_refuse(call, 409, "response_unavailable",
			"original response unavailable; read the current state");
	} else {
		stored_response_send(call, &first->response);
	}
	return STAGE_RESPONDED;
}

static void digest_text(crypto_generichash_state *state, const char *text)
{
	crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

static void describe_request(
	const struct call *call, const char *key, struct idempotency_entry *entry)
{
	const char *type = http_request_header(call->request, "Content-Type");
	crypto_generichash_state state;
	size_t length;
	const char *body = http_request_body(call->request, &length);

	*entry = (struct idempotency_entry){.state = ENTRY_RUNNING,
		.since_ns = clock_ticks_ns(),
		.record.at_ms = clock_wall_ms()};
	crypto_generichash_init(&state, NULL, 0, KEY_DIGEST_BYTES);
	digest_text(&state, http_request_path(call->request));
	digest_text(&state, call->token_hash);
	digest_text(&state, key);
	crypto_generichash_final(&state, entry->record.key, KEY_DIGEST_BYTES);
	crypto_generichash_init(&state, NULL, 0, KEY_DIGEST_BYTES);
	digest_text(&state, type ? type : "");
	crypto_generichash_update(&state, (const unsigned char *)body, length);
	crypto_generichash_final(&state, entry->record.request_digest, KEY_DIGEST_BYTES);
	admission_owner(call, entry->record.owner);
	memcpy(entry->record.session, call->id, sizeof entry->record.session);
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static enum stage_result check_key(struct call *call, const char *key)
{
	struct idempotency_cache *cache = call->api->idempotency;
	struct idempotency_entry request;
	struct idempotency_entry *first;

	describe_request(call, key, &request);
	evict_entries(call->api);
	evict_of_owner(call->api, request.record.owner);
	/* Evicted entries are not in the table. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
	HASH_FIND(hh, cache->entries, request.record.key, KEY_DIGEST_BYTES, first);
	if (first) {
		return respond_from_memory(call, first, &request);
	}
	call->idempotency = add_entry(cache, &request);
	if (!call->idempotency) {
		call_fail_busy(call);
		return STAGE_RESPONDED;
	}
	if (!is_stored(call->api)) {
		return STAGE_PASSED;
	}
	look_up(call);
	return STAGE_WAITING;
}

static bool is_valid_key(const char *key)
{
	size_t length = strlen(key);

	for (const char *at = key; *at; at++) {
		if (*at < ' ' || *at > '~') {
			return false;
		}
	}
	return length > 0 && length <= MAX_KEY_LENGTH;
}

enum stage_result idempotency_check(struct call *call)
{
	const char *key = strcmp(call->route->method, "POST") == 0
				  ? http_request_header(call->request, "Idempotency-Key")
				  : NULL;

	if (!key) {
		return STAGE_PASSED;
	}
	if (is_valid_key(key)) {
		return check_key(call, key);
	}
	call_refuse_header(call, 400, "invalid_idempotency_key", "Idempotency-Key",
		"Idempotency-Key must be 1 to 255 printable ASCII characters");
	return STAGE_RESPONDED;
}

struct journal_idempotency *idempotency_record(const struct call *call)
{
	return call->idempotency ? &call->idempotency->record : NULL;
}

bool idempotency_has_changed(const struct call *call)
{
	return call->idempotency && call->idempotency->record.id[0];
}

/* ---- the stages of responses ---------------------------------------------------------------- */

/* A later attempt may succeed after other statuses. */
static bool is_final(int status)
{
	return status < 500 && status != 429;
}

/* A change by the call itself proves that no other daemon was first: the store writes each key
 * once. */
enum stage_result idempotency_confirm(struct call *call)
{
	struct idempotency_entry *entry = call->idempotency;

	if (!entry || entry->confirmed || entry->record.id[0] || !is_final(call->response.status) ||
		!is_stored(call->api) || !is_shared(call->api)) {
		return STAGE_PASSED;
	}
	entry->confirmed = true;
	look_up(call);
	return STAGE_WAITING;
}

/*
 * A retry is allowed if the store knows whether the request was applied, else only if nothing was
 * changed.
 */
static void end_without_response(const struct api *api, struct idempotency_entry *entry)
{
	if (is_stored(api) || !entry->record.id[0]) {
		remove_entry(api->idempotency, entry);
	} else {
		entry->state = ENTRY_ABANDONED;
	}
}

static bool keep_response(struct idempotency_cache *cache, struct idempotency_entry *entry)
{
	size_t length = entry->response.length;

	entry->bytes = malloc(length + 1);
	if (!entry->bytes) {
		return false;
	}
	memcpy(entry->bytes, entry->response.bytes, length);
	entry->response.bytes = entry->bytes;
	entry->state = ENTRY_RESPONDED;
	cache->bytes += length;
	entry->owner->bytes += length;
	return true;
}

/*
 * A refusal by this daemon does not exclude that another one applies the request at the same time.
 */
void idempotency_record_response(struct call *call)
{
	struct api *api = call->api;
	struct idempotency_entry *entry = call->idempotency;
	int status = call->response.status;

	if (!entry) {
		return;
	}
	call->idempotency = NULL;
	entry->response = stored_response_of(call);
	if (is_stored(api) && status < 400) {
		save_response(call, entry);
	}
	if (!is_final(status) || (status >= 400 && is_stored(api) && is_shared(api)) ||
		!keep_response(api->idempotency, entry)) {
		entry->response.length = 0;
		end_without_response(api, entry);
	}
}

void idempotency_abandon(struct call *call)
{
	struct idempotency_entry *entry = call->idempotency;

	call->idempotency = NULL;
	if (entry && is_stored(call->api)) {
		remove_entry(call->api->idempotency, entry);
	} else if (entry) {
		entry->state = ENTRY_ABANDONED;
	}
}
