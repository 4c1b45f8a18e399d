/* What was asked with a key: whether it was carried out, and what was told. */
#include "api/pipeline/idempotency.h"

#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "api/pipeline/owner.h"
#include "api/pipeline/stored_response.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/limits.h"
#include "port/journal.h"

#define HASH_NONFATAL_OOM 1
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>
#include <utlist.h>

static const int64_t lifetime_ns = (int64_t)ONCE_MS * 1000000;

enum progress { RUNNING, ANSWERED, ABANDONED };

/* Whose keys are in memory. */
struct key_owner {
	unsigned char name[ONCE_OWNER];
	struct repeat *kept; /* the oldest first */
	size_t count;
	size_t bytes;
	UT_hash_handle hh;
};

struct repeat {
	/* Its key is a digest of path, token and Idempotency-Key, its wish one of the body. */
	struct journal_idempotency once;
	enum progress progress;
	bool looked_again; /* whether another daemon has carried it out */
	bool stored;       /* that it changed nothing is in the store already */
	struct key_owner *owner;
	int64_t since_ns;
	struct repeat_answer answer; /* once it is ANSWERED; its bytes are `bytes` */
	char *bytes;
	struct repeat *previous, *next; /* of the same owner */
	UT_hash_handle hh;
};

/* Does the store keep what was carried out? */
static bool is_stored(const struct api *api)
{
	return api->options.journal->methods->find_idempotency != NULL;
}

/* Do other daemons write to it, too? */
static bool is_shared(const struct api *api)
{
	return api->options.journal->methods->subscribe != NULL;
}

/* ---- what is kept --------------------------------------------------------------------------- */

/* NULL is allowed. NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static void let_owner_go(struct repeats *repeats, struct key_owner *owner)
{
	if (owner && owner->count == 0) {
		HASH_DEL(repeats->owners, owner);
		free(owner);
	}
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static void forget(struct repeats *repeats, struct repeat *repeat)
{
	struct key_owner *owner = repeat->owner;

	HASH_DEL(repeats->kept, repeat);
	DL_DELETE2(owner->kept, repeat, previous, next);
	repeats->count--;
	owner->count--;
	if (repeat->bytes) {
		repeats->bytes -= repeat->answer.length;
		owner->bytes -= repeat->answer.length;
		sodium_memzero(repeat->bytes, repeat->answer.length); /* tokens may be in it */
	}
	free(repeat->bytes);
	free(repeat);
	let_owner_go(repeats, owner);
}

void repeats_finish(struct repeats *repeats)
{
	while (repeats->kept) {
		forget(repeats, repeats->kept);
	}
}

/* The oldest go first; those that are still running are needed. */
static void make_room(struct api *api)
{
	struct repeats *repeats = &api->repeats;
	struct repeat *repeat = repeats->kept;
	int64_t old = clock_ticks_ns() - lifetime_ns;

	while (repeat && (repeats->count >= MAX_MEMORY_KEYS ||
				 repeats->bytes > MAX_MEMORY_KEY_BYTES || repeat->since_ns < old)) {
		struct repeat *next = repeat->hh.next;

		if (repeat->progress != RUNNING) {
			limits_count(api->options.limits, repeats->count >= MAX_MEMORY_KEYS
								  ? LIMIT_MEMORY_KEYS
								  : LIMIT_MEMORY_KEY_BYTES);
			forget(repeats, repeat);
		}
		repeat = next;
	}
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static struct key_owner *find_owner(
	const struct repeats *repeats, const unsigned char name[ONCE_OWNER])
{
	struct key_owner *owner;

	HASH_FIND(hh, repeats->owners, name, ONCE_OWNER, owner);
	return owner;
}

static bool has_its_share(const struct key_owner *owner)
{
	return owner->count >= MAX_MEMORY_KEYS / 2 || owner->bytes > MAX_MEMORY_KEY_BYTES / 2;
}

/* One owner does not drive out all others. The last of its keys takes the owner with it. */
static void keep_share(struct api *api, const unsigned char name[ONCE_OWNER])
{
	struct key_owner *owner = find_owner(&api->repeats, name);
	struct repeat *repeat = owner ? owner->kept : NULL;

	while (repeat && repeat->next && has_its_share(owner)) {
		struct repeat *next = repeat->next;

		if (repeat->progress != RUNNING) {
			limits_count(api->options.limits, LIMIT_MEMORY_KEYS);
			forget(&api->repeats, repeat);
		}
		repeat = next;
	}
}

/* NULL without memory. NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static struct key_owner *take_owner(struct repeats *repeats, const unsigned char name[ONCE_OWNER])
{
	struct key_owner *owner = find_owner(repeats, name);
	bool added = true;

	if (owner) {
		return owner;
	}
	owner = calloc(1, sizeof *owner);
	if (!owner) {
		return NULL;
	}
	memcpy(owner->name, name, ONCE_OWNER);
#undef uthash_nonfatal_oom
#define uthash_nonfatal_oom(element) (added = false)
	HASH_ADD(hh, repeats->owners, name, ONCE_OWNER, owner);
	if (!added) {
		free(owner);
		return NULL;
	}
	return owner;
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static struct repeat *add(struct repeats *repeats, const struct repeat *like)
{
	struct key_owner *owner = take_owner(repeats, like->once.owner);
	struct repeat *repeat = owner ? malloc(sizeof *repeat) : NULL;

	if (!repeat) {
		let_owner_go(repeats, owner);
		return NULL;
	}
	*repeat = *like;
	repeat->owner = owner;
#undef uthash_nonfatal_oom
#define uthash_nonfatal_oom(element) ((element)->since_ns = -1)
	HASH_ADD(hh, repeats->kept, once.key, ONCE_DIGEST, repeat);
	if (repeat->since_ns < 0) {
		free(repeat);
		let_owner_go(repeats, owner);
		return NULL;
	}
	DL_APPEND2(owner->kept, repeat, previous, next);
	owner->count++;
	repeats->count++;
	return repeat;
}

/* ---- what is refused ------------------------------------------------------------------------ */

enum { WORDS_ROOM = 256 };

static void refuse(struct call *call, int http, const char *code, const char *detail)
{
	call_problem(call, &(struct problem){.http = http, .code = code, .detail = detail});
}

/* The call is not the one that is carried out. */
static void let_go(struct call *call)
{
	if (call->repeat) {
		forget(&call->api->repeats, call->repeat);
		call->repeat = NULL;
	}
}

static void refuse_other_wish(struct call *call)
{
	refuse(call, 422, "idempotency_key_reused",
		"Idempotency-Key was used with a different body");
}

void idempotency_fail_no_response(struct call *call, const char *why)
{
	const struct journal_idempotency *once = &call->repeat->once;
	bool made = !call->id[0];
	struct mk_text words;

	snprintf(call->location, sizeof call->location, "%s/%s",
		made ? http_request_path(call->request) : "/v1/sessions", once->id);
	call_header(call, "Location", call->location);
	call_text(call, &words, WORDS_ROOM);
	mk_text_put(&words, "request already applied: it has ");
	if (made) {
		mk_text_put(&words, "made ");
	} else {
		mk_text_format(
			&words, "led to version %llu of ", (unsigned long long)once->version);
	}
	mk_text_format(&words, "%s; the response is no longer available: %s", call->location, why);
	let_go(call);
	refuse(call, 409, "response_unavailable", words.bytes);
}

/* ---- what the store knows ------------------------------------------------------------------- */

/* How to tell what a request of this route has led to: a row where that is no change of a session.
 */
static void tell_anew(struct call *call)
{
	static const struct {
		void (*handle)(struct call *call);
		void (*tell)(struct call *call);
	} rows[] = {
		{session_create, session_create_again},
		{simulation_create, simulation_create_again},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		if (rows[i].handle == call->route->handle) {
			rows[i].tell(call);
			return;
		}
	}
	change_again(call);
}

/* Whatever was about to be answered is not. */
static void start_over(struct call *call)
{
	call->header_count = 0;
	call->etag[0] = call->location[0] = '\0';
	call->tokens = NULL;
}

/* The owner and the session stay those of the call. */
static void meet_untold(struct call *call, const struct journal_idempotency *once)
{
	struct repeat *repeat = call->repeat;

	memcpy(repeat->once.id, once->id, sizeof repeat->once.id);
	repeat->once.version = once->version;
	repeat->once.at_ms = once->at_ms;
	repeat->looked_again = true;
	repeat->stored = true;
}

static void meet_kept(struct call *call, const struct journal_idempotency *once)
{
	struct repeat_answer answer;

	start_over(call);
	if (memcmp(once->wish, call->repeat->once.wish, ONCE_DIGEST) != 0) {
		let_go(call);
		refuse_other_wish(call);
	} else if (once->answer && repeat_answer_open(call, once->answer, once->length, &answer)) {
		let_go(call);
		repeat_answer_give(call, &answer);
	} else {
		meet_untold(call, once);
		tell_anew(call);
	}
}

static void refuse_unknown(struct call *call)
{
	refuse(call, 503, "store_unavailable",
		"store unavailable; unknown whether the request was applied before");
}

static void on_known(void *context, enum mk_status status, const struct journal_idempotency *once)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		meet_kept(call, once);
	} else if (status == MK_NOT_FOUND) {
		call->route->handle(call);
	} else {
		refuse_unknown(call);
	}
}

static void look_up(struct call *call, journal_idempotency_found *found)
{
	struct journal *journal = call->api->options.journal;

	journal->methods->find_idempotency(
		journal, call->repeat->once.key, clock_wall_ms() - ONCE_MS, found, call);
}

/*
 * The answer that waits. Two daemons may have got the same key at the same moment: one of them has
 * carried it out, and what the other found then (the move is made already) is not the answer.
 */
static void on_known_now(
	void *context, enum mk_status status, const struct journal_idempotency *once)
{
	struct call *call = context;
	struct repeat_answer answer;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		meet_kept(call, once);
	} else if (status == MK_NOT_FOUND) {
		answer = call->repeat->answer; /* which may go before it is told */
		call_bytes(call, answer.status, answer.type[0] ? answer.type : NULL, answer.bytes,
			answer.length);
	} else {
		start_over(call);
		refuse_unknown(call);
	}
}

static void on_told(void *context, enum mk_status status)
{
	/* Where it is not kept it is told anew. */
	(void)context;
	(void)status;
}

/* Of a request that changed nothing it is enough that it was carried out: a small row. */
static void tell_unchanged(struct journal *journal, const struct repeat *repeat)
{
	if (!repeat->stored) {
		journal->methods->save_response(journal, &repeat->once, on_told, NULL);
	}
}

/* No request waits for that. */
static void tell_store(struct call *call, const struct repeat *repeat)
{
	struct journal *journal = call->api->options.journal;
	struct journal_idempotency once = repeat->once;

	if (!once.id[0]) {
		tell_unchanged(journal, repeat);
		return;
	}
	once.answer = repeat_answer_seal(call, &repeat->answer, &once.length);
	if (!once.answer) {
		return;
	}
	if (once.length <= MAX_KEY_RESPONSE_BYTES) {
		journal->methods->save_response(journal, &once, on_told, NULL);
	} else {
		limits_count(call->api->options.limits, LIMIT_KEY_RESPONSE_BYTES);
	}
}

/* ---- the way of a call ---------------------------------------------------------------------- */

static void meet(struct call *call, const struct repeat *first, const struct repeat *now)
{
	if (memcmp(first->once.wish, now->once.wish, ONCE_DIGEST) != 0) {
		refuse_other_wish(call);
	} else if (first->progress == RUNNING) {
		refuse(call, 409, "request_in_progress",
			"the original request is still in progress");
	} else if (first->progress == ABANDONED) {
		refuse(call, 409, "response_unavailable",
			"original response unavailable; read the current state");
	} else {
		repeat_answer_give(call, &first->answer);
	}
}

static void add_part(crypto_generichash_state *state, const char *text)
{
	crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

static void describe(const struct call *call, const char *key, struct repeat *repeat)
{
	const char *type = http_request_header(call->request, "Content-Type");
	crypto_generichash_state state;
	size_t length;
	const char *body = http_request_body(call->request, &length);

	*repeat = (struct repeat){
		.progress = RUNNING, .since_ns = clock_ticks_ns(), .once.at_ms = clock_wall_ms()};
	crypto_generichash_init(&state, NULL, 0, ONCE_DIGEST);
	add_part(&state, http_request_path(call->request));
	add_part(&state, call->lock);
	add_part(&state, key);
	crypto_generichash_final(&state, repeat->once.key, ONCE_DIGEST);
	crypto_generichash_init(&state, NULL, 0, ONCE_DIGEST);
	add_part(&state, type ? type : "");
	crypto_generichash_update(&state, (const unsigned char *)body, length);
	crypto_generichash_final(&state, repeat->once.wish, ONCE_DIGEST);
	owner_of(call, repeat->once.owner);
	memcpy(repeat->once.session, call->id, sizeof repeat->once.session);
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static void begin_with_key(struct call *call, const char *key)
{
	struct repeats *repeats = &call->api->repeats;
	struct repeat now;
	struct repeat *first;

	describe(call, key, &now);
	make_room(call->api);
	keep_share(call->api, now.once.owner);
	/* Who was forgotten left the table. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
	HASH_FIND(hh, repeats->kept, now.once.key, ONCE_DIGEST, first);
	if (first) {
		meet(call, first, &now);
		return;
	}
	call->repeat = add(repeats, &now);
	if (!call->repeat) {
		refuse(call, 503, "busy", "out of memory, retry later");
	} else if (is_stored(call->api)) {
		look_up(call, on_known);
	} else {
		call->route->handle(call);
	}
}

static bool is_key(const char *key)
{
	size_t length = strlen(key);

	for (const char *at = key; *at; at++) {
		if (*at < ' ' || *at > '~') {
			return false;
		}
	}
	return length > 0 && length <= MAX_KEY_LENGTH;
}

void repeat_begin(struct call *call)
{
	const char *key = strcmp(call->route->method, "POST") == 0
				  ? http_request_header(call->request, "Idempotency-Key")
				  : NULL;

	if (!key) {
		call->route->handle(call);
	} else if (is_key(key)) {
		begin_with_key(call, key);
	} else {
		refuse(call, 400, "invalid_idempotency_key",
			"Idempotency-Key must be 1 to 255 printable ASCII characters");
	}
}

/* What will go better another time is no answer to keep. */
static bool is_lasting(int status)
{
	return status < 500 && status != 429;
}

bool repeat_changed(const struct call *call)
{
	return call->repeat && call->repeat->once.id[0];
}

struct journal_idempotency *idempotency_record(const struct call *call)
{
	return call->repeat ? &call->repeat->once : NULL;
}

/* What was changed by the call itself needs no other look. */
bool repeat_waits(struct call *call, int status, const char *type, const char *bytes, size_t length)
{
	struct repeat *repeat = call->repeat;

	if (!repeat || repeat->looked_again || repeat->once.id[0] || !is_lasting(status) ||
		!is_stored(call->api) || !is_shared(call->api)) {
		return false;
	}
	repeat->looked_again = true;
	repeat->answer = repeat_answer_of(call, status, type, bytes, length);
	look_up(call, on_known_now);
	return true;
}

/* Carried out or not: the store knows; else it is not tried again where something was changed. */
static void end_untold(const struct api *api, struct repeats *repeats, struct repeat *repeat)
{
	if (is_stored(api) || !repeat->once.id[0]) {
		forget(repeats, repeat);
	} else {
		repeat->progress = ABANDONED;
	}
}

static bool keep_answer(struct repeats *repeats, struct repeat *repeat)
{
	size_t length = repeat->answer.length;

	repeat->bytes = malloc(length + 1);
	if (!repeat->bytes) {
		return false;
	}
	memcpy(repeat->bytes, repeat->answer.bytes, length);
	repeat->answer.bytes = repeat->bytes;
	repeat->progress = ANSWERED;
	repeats->bytes += length;
	repeat->owner->bytes += length;
	return true;
}

/* A refusal by one daemon says nothing of what another does just then. */
void repeat_keep(struct call *call, int status, const char *type, const char *bytes, size_t length)
{
	struct api *api = call->api;
	struct repeat *repeat = call->repeat;
	bool refuses = status >= 400;

	if (!repeat) {
		return;
	}
	call->repeat = NULL;
	repeat->answer = repeat_answer_of(call, status, type, bytes, length);
	if (is_stored(api) && !refuses) {
		tell_store(call, repeat);
	}
	if (!is_lasting(status) || (refuses && is_stored(api) && is_shared(api)) ||
		!keep_answer(&api->repeats, repeat)) {
		repeat->answer.length = 0;
		end_untold(api, &api->repeats, repeat);
	}
}

void repeat_abandon(struct call *call)
{
	struct repeat *repeat = call->repeat;

	call->repeat = NULL;
	if (repeat && is_stored(call->api)) {
		forget(&call->api->repeats, repeat);
	} else if (repeat) {
		repeat->progress = ABANDONED;
	}
}
