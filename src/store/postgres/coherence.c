#include "store/postgres/coherence.h"

#include "store/store_base.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>
#include <utlist.h>

/* Maximum number of sessions compared with the database at a time, after a gap. */
enum { MAX_COMPARING = 64 };

/* A caller that waits for the confirmation of a version. */
struct check_waiter {
	uint64_t version;
	int64_t at_ms;
	journal_done *done;
	void *context;
	enum mk_status status; /* set when the row was read */
	struct check_waiter *next;
};

/* A followed session, usually with one follower. */
struct followed {
	struct journal_follower *follower;
	unsigned others;
	char id[SESSION_ID_SIZE];
	UT_hash_handle hh;
};

struct journal_check {
	char id[SESSION_ID_SIZE];
	struct postgres_coherence *coherence;
	struct check_waiter *waiters; /* waiters for the row being read */
	struct check_waiter *later;   /* waiters for the next reading */
	UT_hash_handle hh;
};

/* ---- confirmations -------------------------------------------------------------------------- */

/*
 * MK_CONFLICT also for an older row (a database that was restored) and for another version of the
 * same number (a server that continued without the last write).
 */
static enum mk_status compare(
	enum mk_status status, const struct journal_session *row, uint64_t version, int64_t at_ms)
{
	bool same = status == MK_OK && row->version == version && row->updated_ms == at_ms;

	return status == MK_OK && !same ? MK_CONFLICT : status;
}

static void on_row(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count);

/* No events: versions past the last possible one. */
static void read_row(struct journal_check *check)
{
	check->waiters = check->later;
	check->later = NULL;
	check->coherence->load(check->coherence->journal, check->id, UINT64_MAX, 1, on_row, check);
}

bool postgres_coherence_answer_next(struct postgres_coherence *coherence)
{
	struct check_waiter *waiter = coherence->answering;

	if (!waiter) {
		return false;
	}
	coherence->answering = waiter->next;
	if (!coherence->answering) {
		coherence->answering_end = &coherence->answering;
	}
	waiter->done(waiter->context, waiter->status);
	free(waiter);
	return true;
}

/* A callback may request the same session again: that request waits for the next row. */
static void on_row(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct journal_check *check = context;
	struct postgres_coherence *coherence = check->coherence;
	struct check_waiter *waiter;

	(void)events;
	(void)count;
	while ((waiter = check->waiters) != NULL) {
		LL_DELETE(check->waiters, waiter);
		waiter->status = compare(status, row, waiter->version, waiter->at_ms);
		waiter->next = NULL;
		*coherence->answering_end = waiter;
		coherence->answering_end = &waiter->next;
	}
	if (check->later) {
		read_row(check);
		return;
	}
	HASH_DEL(check->coherence->checks, check);
	free(check);
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
void postgres_coherence_confirm(struct postgres_coherence *coherence, const char *id,
	uint64_t version, int64_t at_ms, journal_done *done, void *context)
{
	struct check_waiter *waiter = store_realloc(NULL, sizeof *waiter);
	struct journal_check *check;
	bool reading;

	HASH_FIND(hh, coherence->checks, id, strlen(id), check);
	reading = check != NULL;
	if (!check) {
		check = store_realloc(NULL, sizeof *check);
		*check = (struct journal_check){.coherence = coherence};
		strncpy(check->id, id, sizeof check->id - 1);
		HASH_ADD_STR(coherence->checks, id, check);
	}
	*waiter = (struct check_waiter){
		.version = version, .at_ms = at_ms, .done = done, .context = context};
	LL_APPEND(check->later, waiter);
	if (!reading) {
		read_row(check);
	}
}

/* ---- followers ------------------------------------------------------------------------------ */

static struct followed *find_followed(struct postgres_coherence *coherence, const char *id)
{
	struct followed *followed;

	HASH_FIND(hh, coherence->followed, id, strlen(id), followed);
	return followed;
}

static struct journal_follower *find_follower(struct postgres_coherence *coherence, const char *id)
{
	const struct followed *followed = find_followed(coherence, id);

	return followed ? followed->follower : NULL;
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
void postgres_coherence_follow(
	struct postgres_coherence *coherence, struct journal_follower *follower)
{
	struct followed *followed = find_followed(coherence, follower->id);

	DL_APPEND2(coherence->followers, follower, previous, next);
	if (followed) {
		followed->others++;
		return;
	}
	followed = store_realloc(NULL, sizeof *followed);
	*followed = (struct followed){.follower = follower};
	memcpy(followed->id, follower->id, sizeof followed->id);
	HASH_ADD_STR(coherence->followed, id, followed);
}

static struct journal_follower *find_other(
	const struct postgres_coherence *coherence, const char *id)
{
	struct journal_follower *follower = coherence->followers;

	while (follower && strcmp(follower->id, id) != 0) {
		follower = follower->next;
	}
	return follower;
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
void postgres_coherence_unfollow(
	struct postgres_coherence *coherence, struct journal_follower *follower)
{
	struct followed *followed = find_followed(coherence, follower->id);

	if (coherence->next_compared == follower) {
		coherence->next_compared = follower->next;
	}
	DL_DELETE2(coherence->followers, follower, previous, next);
	if (followed->others == 0) {
		HASH_DEL(coherence->followed, followed);
		free(followed);
		return;
	}
	followed->others--;
	if (followed->follower == follower) {
		followed->follower = find_other(coherence, follower->id);
	}
}

void postgres_coherence_on_announcement(
	struct postgres_coherence *coherence, const char *id, uint64_t version)
{
	struct journal_follower *follower = find_follower(coherence, id);

	if (follower && (version == 0 || version > follower->version)) {
		follower->on_newer(follower);
	}
}

/* ---- after a gap ---------------------------------------------------------------------------- */

struct comparison {
	struct postgres_coherence *coherence;
	char id[SESSION_ID_SIZE];
};

static void compare_some(struct postgres_coherence *coherence);

/* If the row could not be read, the store reports a gap again. */
static void on_compared(void *context, enum mk_status status)
{
	struct comparison comparison = *(struct comparison *)context;
	struct journal_follower *follower = find_follower(comparison.coherence, comparison.id);

	free(context);
	comparison.coherence->comparing--;
	if (follower && (status == MK_CONFLICT || status == MK_NOT_FOUND)) {
		follower->on_newer(follower);
	}
	compare_some(comparison.coherence);
}

static void compare_some(struct postgres_coherence *coherence)
{
	while (coherence->next_compared && coherence->comparing < MAX_COMPARING) {
		struct journal_follower *follower = coherence->next_compared;
		struct comparison *comparison = store_realloc(NULL, sizeof *comparison);

		coherence->next_compared = follower->next;
		coherence->comparing++;
		comparison->coherence = coherence;
		memcpy(comparison->id, follower->id, sizeof comparison->id);
		postgres_coherence_confirm(coherence, follower->id, follower->version,
			follower->at_ms, on_compared, comparison);
	}
}

void postgres_coherence_on_gap(struct postgres_coherence *coherence)
{
	coherence->next_compared = coherence->followers;
	compare_some(coherence);
}

/* ---- the number of sessions ----------------------------------------------------------------- */

enum { EVERY_MS = 2000 };

static void on_timer(uv_timer_t *timer)
{
	struct postgres_count *count = timer->data;

	if (!count->asked) {
		count->ask(count);
	}
}

void postgres_count_begin(struct postgres_count *count, struct uv_loop_s *loop, uint64_t sessions,
	void (*ask)(struct postgres_count *count))
{
	*count = (struct postgres_count){.sessions = sessions, .ask = ask};
	uv_timer_init(loop, &count->timer);
	count->timer.data = count;
	uv_timer_start(&count->timer, on_timer, EVERY_MS, EVERY_MS);
	uv_unref((uv_handle_t *)&count->timer);
}

/*
 * Sessions created here meanwhile may be included already: the count is rather too high by them
 * than too low.
 */
static void on_counted(void *context, enum mk_status status, uint64_t sessions)
{
	struct postgres_count *count = context;

	count->asked = false;
	if (status == MK_OK) {
		count->sessions = sessions + count->made;
	}
}

struct store_read *postgres_count_read(struct postgres_count *count)
{
	count->asked = true;
	count->made = 0;
	return read_count(on_counted, count);
}

void postgres_count_note(struct postgres_count *count, const struct store_write *write)
{
	if (write->status != MK_OK) {
		return;
	}
	if (write->kind == WRITE_CREATE) {
		count->sessions++;
		count->made++;
	} else if (write->kind == WRITE_REMOVE && count->sessions > 0) {
		count->sessions--;
	}
}
