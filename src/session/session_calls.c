/* All sessions: opening, reading and ending them. */
#include "session/sessions.h"

#include "base/id.h"
#include "base/limits.h"
#include "port/journal.h"
#include "session/cached_session.h"
#include "session/change.h"
#include "session/history/row.h"
#include "session/opponent.h"
#include "session/pondering.h"
#include "session/review.h"
#include "session/session_error.h"
#include "session/session_search.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

struct sessions *sessions_create(const struct sessions_options *options)
{
	struct sessions *sessions = calloc(1, sizeof *sessions);

	if (sessions) {
		sessions->options = *options;
		options->random(&sessions->last_revision, sizeof sessions->last_revision);
		sessions->shared = options->journal->methods->confirm != NULL;
	}
	return sessions;
}

static void dismiss_listeners(struct cached_session *cached)
{
	struct session_subscriber *subscriber;

	DL_FOREACH2(cached->subscribers, subscriber, next)
	{
		subscriber->of = NULL;
	}
}

void sessions_destroy(struct sessions *sessions)
{
	struct cached_session *cached = NULL, *next = NULL;

	if (!sessions) {
		return;
	}
	HASH_ITER (hh, sessions->by_id, cached, next) {
		dismiss_listeners(cached);
		cached_session_unlink(cached);
		cached_session_destroy(cached);
	}
	reviews_free(sessions);
	advice_cache_finish(&sessions->advice_cache);
	changes_free_spare(sessions);
	sessions_free_spare_views(sessions);
	free(sessions);
}

/* ---- opening -------------------------------------------------------------------------------- */

/* A new session being written to the journal. */
struct opening {
	struct cached_session *cached;
	char *table; /* JSON; NULL: a new game */
	struct journal_idempotency *idempotency;
	sessions_callback *answer;
	void *context;
};

static enum mk_status settle_in(
	struct cached_session *cached, enum mk_status created, struct mk_error *error)
{
	if (created == MK_FULL) {
		return limits_refuse(cached->sessions->options.limits, LIMIT_TOKEN_SESSIONS, error);
	}
	if (created != MK_OK) {
		/* Even an id that exists already is no fault of the client. */
		return journal_fail(
			created == MK_OVER || created == MK_BUSY ? created : MK_IO, error);
	}
	cached->sessions->figures.opened++;
	return cached_session_insert(cached) ? MK_OK : fail_no_memory(error);
}

static void on_created(void *context, enum mk_status created)
{
	struct opening *opening = context;
	struct cached_session *cached = opening->cached;
	struct mk_error error;
	enum mk_status status = settle_in(cached, created, &error);

	cached->sessions->opening--;
	if (created != MK_OK && opening->idempotency) {
		opening->idempotency->id[0] = '\0';
	}
	if (status == MK_OK && opening->table) {
		cached_session_set_table(cached, opening->table, opening->answer, opening->context);
	} else {
		opening->answer(opening->context, status,
			status == MK_OK ? cached_session_refresh(cached) : NULL,
			status == MK_OK ? NULL : &error);
	}
	free(opening->table);
	free(opening);
	if (status == MK_OK) {
		/* An opponent may begin. */
		session_turn_begin(cached);
		session_turn_end(cached);
	}
	cached_session_unref(cached);
}

static void begin_practice(struct cached_session *cached, const struct session_spec *spec)
{
	cached->deal = spec->deal;
	if (!spec->has_seed) {
		struct deal secret = deal_random(cached->sessions->options.random);

		cached->deal.seed = secret.seed;
		cached->deal.stream = secret.stream;
	}
	cached->deal.opponents =
		spec->deal.opponents ? spec->deal.opponents : deal_default_opponents(spec->game);
	cached->session.deal = &cached->deal;
	deal_world(&cached->deal, spec->game, &spec->rules, cached->world);
	deal_view(spec->game, cached->world, cached->view);
	cached->session.opponent_moves = deal_program_moves(spec->game, cached->world);
}

static void begin(struct cached_session *cached, const struct session_spec *spec)
{
	struct session *session = &cached->session;

	spec->game->init_view(cached->view, &spec->rules);
	if (spec->program_deals) {
		begin_practice(cached, spec);
	}
	session->game = spec->game;
	session->preset = spec->preset;
	session->rules = spec->rules;
	session->strategy = spec->strategy;
	session->language = spec->language;
	session->named = spec->name != NULL;
	row_put(session->name, sizeof session->name, spec->name ? spec->name : "");
	session->created_ms = cached->sessions->options.now_ms();
	session->updated_ms = session->created_ms;
	session->view = cached->view;
	session->outcome = spec->game->outcome(cached->view);
	cached_session_enter(cached, CACHED_IDLE);
}

/* A new session, not in the cache until it is durable; NULL without memory. */
static struct cached_session *create(struct sessions *sessions, const struct session_spec *spec)
{
	char id[SESSION_ID_SIZE];
	struct cached_session *cached;

	id_write(id, sessions->options.random);
	cached = cached_session_create(sessions, id);
	if (!cached) {
		return NULL;
	}
	cached->view = malloc(spec->game->view_size);
	cached->world = spec->program_deals ? malloc(spec->game->world_size) : NULL;
	if (!cached->view || (spec->program_deals && !cached->world) ||
		!cached_session_reserve_finding(cached)) {
		cached_session_unref(cached);
		return NULL;
	}
	begin(cached, spec);
	if (!cached_session_set_rules_json(cached, &cached->session) ||
		!cached_session_set_token_hashes(cached, &cached->session, spec->token_hashes)) {
		cached_session_unref(cached);
		return NULL;
	}
	return cached;
}

/* Without a count in the journal there is no limit. */
static enum mk_status check_limit(const struct sessions *sessions, struct mk_error *error)
{
	const struct journal *journal = sessions->options.journal;
	unsigned limit = sessions->options.limit;

	if (limit == 0 || !journal->methods->count ||
		journal->methods->count(journal) + sessions->opening < limit) {
		return MK_OK;
	}
	return session_fail_with(error, SESSION_ERROR_TOO_MANY_SESSIONS, "",
		(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = limit});
}

static struct opening *prepare(
	struct sessions *sessions, const struct session_spec *spec, struct mk_error *error)
{
	struct opening *opening;

	if (fail_name(spec->name, error) != MK_OK || check_limit(sessions, error) != MK_OK) {
		return NULL;
	}
	opening = calloc(1, sizeof *opening);
	if (opening && spec->table) {
		opening->table = json_dumps(spec->table, JSON_COMPACT);
	}
	if (opening && (opening->table || !spec->table)) {
		opening->cached = create(sessions, spec);
	}
	if (!opening || !opening->cached) {
		free(opening ? opening->table : NULL);
		free(opening);
		fail_no_memory(error);
		return NULL;
	}
	return opening;
}

/* Taking a table over is its first version. */
static const struct journal_idempotency *lead_once(const struct opening *opening)
{
	struct journal_idempotency *idempotency = opening->idempotency;

	if (idempotency) {
		memcpy(idempotency->id, opening->cached->session.id, sizeof idempotency->id);
		idempotency->version = opening->table ? 1 : 0;
		idempotency->at_ms = opening->cached->session.created_ms;
	}
	return idempotency;
}

void sessions_add(struct sessions *sessions, const struct session_spec *spec,
	sessions_callback *answer, void *context)
{
	struct journal *journal = sessions->options.journal;
	struct journal_session row;
	char deal[DEAL_TEXT_SIZE];
	struct mk_error error;
	struct opening *opening = prepare(sessions, spec, &error);

	if (!opening) {
		answer(context, error.status, NULL, &error);
		return;
	}
	opening->idempotency = spec->idempotency;
	opening->answer = answer;
	opening->context = context;
	sessions->opening++;
	row_write(&row, &opening->cached->session);
	row.rules = opening->cached->session.rules_json;
	row.token_hashes = opening->cached->session.token_hashes;
	if (opening->cached->session.deal) {
		deal_write(deal, opening->cached->session.deal);
		row.deal = deal;
	}
	memcpy(row.owner, spec->owner, sizeof row.owner);
	journal->methods->create(journal, &row, lead_once(opening), on_created, opening);
}

void sessions_record_bad_frame(
	struct sessions *sessions, const char *id, const struct session_frame *frame)
{
	struct cached_session *cached;

	HASH_FIND(hh, sessions->by_id, id, SESSION_ID_SIZE - 1, cached);
	if (cached && frame->numbered) {
		cached_session_ref(cached);
		cameras_refuse(cached->cameras, frame->camera ? frame->camera : "", frame->number);
		cached_session_unref(cached);
	}
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Serves the read now, or when the session has been loaded. */
static void read_opened_session(
	struct sessions *sessions, const char *id, const struct session_read *spec)
{
	struct mk_error error;
	struct cached_session *cached = cached_session_acquire(sessions, id, &error);

	if (!cached) {
		spec->answer(spec->context, error.status, NULL, &error);
		return;
	}
	cached_session_read(cached, spec);
	cached_session_unref(cached);
}

void sessions_get(
	struct sessions *sessions, const char *id, sessions_callback *answer, void *context)
{
	read_opened_session(
		sessions, id, &(struct session_read){.answer = answer, .context = context});
}

void sessions_open(
	struct sessions *sessions, const char *id, sessions_callback *answer, void *context)
{
	read_opened_session(sessions, id,
		&(struct session_read){.answer = answer, .context = context, .opens = true});
}

void sessions_release(const struct session *session)
{
	cached_session_unref(cached_session_of(session));
}

void sessions_read(const struct session *session, sessions_callback *answer, void *context)
{
	const struct session_read read = {.answer = answer, .context = context};
	struct cached_session *cached = cached_session_of(session);

	if (cached->in_table) {
		cached_session_read(cached, &read);
	} else {
		read_opened_session(cached->sessions, session->id, &read);
	}
}

void sessions_subscribe(struct sessions *sessions, const char *id,
	struct session_subscriber *subscriber, sessions_callback *answer, void *context)
{
	read_opened_session(sessions, id,
		&(struct session_read){
			.answer = answer, .context = context, .subscriber = subscriber});
}

void sessions_advise(struct sessions *sessions, const char *id, const struct mk_strategy *strategy,
	const struct search_deadline *deadline, sessions_callback *answer, void *context)
{
	struct mk_error error;
	struct cached_session *cached = cached_session_acquire_loaded(sessions, id, &error);
	enum search_start start;

	if (!cached) {
		answer(context, error.status, NULL, &error);
		return;
	}
	start = strategy && strategy != cached->session.strategy
			? session_search_start_with(cached, strategy, deadline, answer, context)
			: session_search_start(cached, deadline, answer, context);
	if (start == SEARCH_OVERLOADED && deadline->waits) {
		session_fail(&error, SESSION_ERROR_NO_TIME, "");
		answer(context, error.status, cached_session_refresh(cached), &error);
	} else if (start != SEARCH_STARTED) {
		answer(context, MK_OK, cached_session_refresh(cached), NULL);
	}
	cached_session_unref(cached);
}

void sessions_deliver_ready(struct sessions *sessions)
{
	struct journal *journal = sessions->options.journal;

	if (journal->methods->deliver_ready) {
		journal->methods->deliver_ready(journal);
	}
}

void sessions_list(struct sessions *sessions, const struct journal_page *page,
	journal_listed *listed, void *context)
{
	struct journal *journal = sessions->options.journal;

	journal->methods->list(journal, page, listed, context);
}

void sessions_count_outcomes(struct sessions *sessions, journal_tallied *tallied, void *context)
{
	struct journal *journal = sessions->options.journal;

	journal->methods->tally(journal, tallied, context);
}

struct sessions_figures sessions_figures(const struct sessions *sessions)
{
	return sessions->figures;
}

/* ---- ending --------------------------------------------------------------------------------- */

static const struct change_kind removal = {.carry_out = change_remove, .takes_stopped = true};

void sessions_remove(struct sessions *sessions, const char *id,
	const struct change_precondition *condition, sessions_callback *answer, void *context)
{
	struct change *change = change_create(sessions, &removal, condition, answer, context, 0);

	if (change) {
		change_submit(change, sessions, id);
	}
}

struct unreadable_removal {
	struct sessions *sessions;
	char id[SESSION_ID_SIZE];
	sessions_callback *answer;
	void *context;
};

/* A copy of it in memory, if there is one, is not loaded again. */
static void on_unreadable_removed(void *context, enum mk_status status)
{
	struct unreadable_removal unreadable = *(struct unreadable_removal *)context;
	struct mk_error error;

	free(context);
	if (status != MK_OK) {
		journal_fail(status, &error);
		unreadable.answer(unreadable.context, error.status, NULL, &error);
		return;
	}
	cached_session_evict(unreadable.sessions, unreadable.id);
	unreadable.answer(unreadable.context, MK_OK, NULL, NULL);
}

void sessions_remove_unreadable(
	struct sessions *sessions, const char *id, sessions_callback *answer, void *context)
{
	struct journal *journal = sessions->options.journal;
	struct unreadable_removal *unreadable = malloc(sizeof *unreadable);
	struct mk_error error;

	if (!unreadable) {
		answer(context, fail_no_memory(&error), NULL, &error);
		return;
	}
	*unreadable = (struct unreadable_removal){
		.sessions = sessions, .answer = answer, .context = context};
	row_put(unreadable->id, sizeof unreadable->id, id);
	journal->methods->remove(
		journal, unreadable->id, INT64_MAX, on_unreadable_removed, unreadable);
}

void sessions_continue(struct sessions *sessions)
{
	pending_reads_continue(sessions, false);
	broadcasts_continue(sessions, false);
}

void sessions_shutdown(struct sessions *sessions)
{
	struct cached_session *cached = NULL, *next = NULL;

	sessions->shutting_down = true;
	session_search_cancel_all(sessions);
	pondering_cancel_all(sessions);
	opponents_cancel_all(sessions);
	reviews_cancel_all(sessions);

	pending_reads_continue(sessions, true);
	broadcasts_continue(sessions, true);
	/* Unsubscribing may remove the session from the list. */
	sessions->evictions_blocked++;
	DL_FOREACH_SAFE2(sessions->subscribed, cached, next, subscribed_next)
	{
		cached_session_broadcast(cached, SESSION_SHUTDOWN);
	}
	sessions->evictions_blocked--;
}
