/* Shares of games: claimed, played, delivered, added. */
#include "simulation/lease.h"

#include "simulation/scheduler.h"
#include "simulation/simulation_row.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/*
 * A share shall last about SHARE_NS by the clock: then handing it over costs little, and not much
 * is lost with a daemon that dies. How long a game takes is not known before the first ones.
 */
enum { SHARE_NS = 1000000000, FIRST_GAMES = 2, MOST_GROWTH = 8, MOST_SHARE = 1 << 20 };

struct sharing_waiter {
	struct sharing_waiter *next;
	journal_done *done;
	void *context;
};

static void collect(struct run *run);

static struct journal *journal_of(const struct run *run)
{
	return run->of->options.journal;
}

static bool is_running(const struct run *run)
{
	return run->simulation.status == SIMULATION_RUNNING && !run->of->ending;
}

bool sharing_is_on(const struct simulations *simulations)
{
	return simulations->options.journal->methods->claim_lease != NULL;
}

/* ---- claiming ------------------------------------------------------------------------------- */

static uint64_t wanted_games(const struct run *run)
{
	uint64_t most = run->last_share * MOST_GROWTH, wanted;

	if (run->last_share == 0) {
		return FIRST_GAMES;
	}
	wanted = run->game_ns > 0 ? SHARE_NS / run->game_ns : most;
	wanted = wanted < most ? wanted : most;
	wanted = wanted < MOST_SHARE ? wanted : MOST_SHARE;
	return wanted > 0 ? wanted : 1;
}

static void take_share(struct run *run, const struct journal_lease *claimed)
{
	struct share *share = calloc(1, sizeof *share);

	/* Without memory it is claimed again when its time is over. */
	if (share) {
		share->games = claimed->games;
		share->statistics.first = claimed->first;
		run->share = share;
		run->claimed_ns = run->of->options.ticks_ns();
		run->next_game = claimed->first;
		run->end_game = claimed->first + claimed->games;
	}
}

static void on_claimed(void *context, enum mk_status status, const struct journal_lease *claimed)
{
	struct run *run = context;

	run->saving--;
	run->claiming = false;
	if (!is_running(run)) {
		return;
	}
	if (status == MK_OK) {
		take_share(run, claimed);
		scheduler_dispatch(run->of);
	} else if (status == MK_NOT_FOUND) {
		collect(run);
	}
}

void sharing_claim(struct run *run)
{
	struct journal *journal = journal_of(run);

	if (is_running(run) && !run->share && !run->claiming) {
		run->claiming = true;
		run->saving++;
		journal->methods->claim_lease(journal, run->simulation.id, wanted_games(run),
			run->simulation.wish.games, on_claimed, run);
	}
}

/* ---- delivering ----------------------------------------------------------------------------- */

static void drop_share(struct run *run)
{
	free(run->share);
	run->share = NULL;
	run->end_game = run->next_game = 0;
}

/* A share that could not be delivered is delivered later. */
static void on_delivered(void *context, enum mk_status status)
{
	struct run *run = context;

	run->saving--;
	if (!run->share) {
		return;
	}
	run->share->delivering = false;
	if (status == MK_OK) {
		run->last_share = run->share->games;
		run->game_ns = (uint64_t)(run->of->options.ticks_ns() - run->claimed_ns) /
			       run->share->games;
		drop_share(run);
		sharing_claim(run);
		collect(run);
	}
}

static void deliver(struct run *run)
{
	struct journal *journal = journal_of(run);
	struct simulations *simulations = run->of;
	struct journal_lease delivered = {.first = run->share->statistics.first,
		.games = run->share->games,
		.statistics = simulations->statistics};
	struct mk_text text;

	run->share->delivering = true;
	run->saving++;
	mk_text_fixed(&text, simulations->statistics, sizeof simulations->statistics);
	record_write_statistics(&text, &run->share->statistics);
	journal->methods->deliver_lease(journal, run->simulation.id, &delivered, on_delivered, run);
}

void sharing_go_on(struct run *run)
{
	struct share *share = run->share;

	if (share && share->statistics.games == share->games && !share->delivering) {
		deliver(run);
	}
}

static void on_renewed(void *context, enum mk_status status)
{
	struct run *run = context;

	(void)status;
	run->saving--;
}

/* What takes long stays ours. */
static void renew(struct run *run)
{
	struct journal *journal = journal_of(run);
	struct journal_lease kept = {
		.first = run->share->statistics.first, .games = run->share->games};

	run->saving++;
	journal->methods->deliver_lease(journal, run->simulation.id, &kept, on_renewed, run);
}

/* ---- adding --------------------------------------------------------------------------------- */

static void serve_waiters(struct run *run, enum mk_status status)
{
	while (run->waiters) {
		struct sharing_waiter *waiter = run->waiters;

		LL_DELETE(run->waiters, waiter);
		waiter->done(waiter->context, status);
		free(waiter);
	}
}

static void end(struct run *run, enum simulation_status status)
{
	drop_share(run);
	scheduler_end(run, status);
	scheduler_dispatch(run->of);
}

/* What the journal has become known. */
static void take_numbers(struct run *run, const struct simulation *read)
{
	if (read->statistics.games >= run->simulation.statistics.games) {
		run->simulation.statistics = read->statistics;
		run->simulation.updated_ms = read->updated_ms;
	}
	if (run->simulation.status == SIMULATION_RUNNING && read->status != SIMULATION_RUNNING) {
		end(run, read->status);
	} else if (run->simulation.status == SIMULATION_RUNNING) {
		scheduler_notify_progress(run);
	}
	if (run->simulation.status != SIMULATION_RUNNING) {
		serve_waiters(run, MK_OK);
	}
}

static void on_added(void *context, enum mk_status status)
{
	struct run *run = context;
	struct simulation *sum = run->sum;

	run->saving--;
	run->sum = NULL;
	if (status == MK_OK && !run->of->ending) {
		take_numbers(run, sum);
		/* There may be more than was told at a time. */
		collect(run);
	}
	free(sum);
	scheduler_trim_finished(run->of);
}

static void add(struct run *run, uint64_t from)
{
	struct journal *journal = journal_of(run);
	struct simulations *simulations = run->of;
	struct simulation *sum = run->sum;
	struct journal_simulation row = {.statistics = simulations->statistics};
	struct mk_text text;

	sum->updated_ms = row.updated_ms = simulations->options.now_ms();
	if (sum->statistics.games == sum->wish.games) {
		sum->status = SIMULATION_FINISHED;
	}
	memcpy(row.id, sum->id, sizeof row.id);
	snprintf(row.status, sizeof row.status, "%s", simulation_status_name(sum->status));
	mk_text_fixed(&text, simulations->statistics, sizeof simulations->statistics);
	record_write_statistics(&text, &sum->statistics);
	run->saving++;
	journal->methods->merge_leases(journal, &row, from, sum->statistics.games, on_added, run);
}

/* False where it isn't the next one, or none at all. */
static bool append(struct simulation *sum, const struct journal_lease *share)
{
	json_t *json = json_loads(share->statistics, JSON_REJECT_DUPLICATES, NULL);
	struct mk_statistics *statistics = malloc(sizeof *statistics);
	bool appended = statistics && mk_statistics_load(json, statistics, NULL) == MK_OK &&
			statistics->games == share->games &&
			mk_statistics_append(&sum->statistics, statistics);

	free(statistics);
	json_decref(json);
	return appended;
}

/* `read` becomes ours. */
static void take_shares(
	struct run *run, struct simulation *read, const struct journal_lease *shares, size_t count)
{
	uint64_t from = read->statistics.games;

	take_numbers(run, read);
	for (size_t i = 0; is_running(run) && i < count && append(read, &shares[i]); i++) {
	}
	if (is_running(run) && read->statistics.games > from && !run->sum) {
		run->sum = read;
		add(run, from);
	} else {
		free(read);
	}
}

/* Somebody has removed it. */
static void vanish(struct run *run)
{
	run->gone = true;
	if (run->simulation.status == SIMULATION_RUNNING) {
		end(run, SIMULATION_CANCELLED);
	}
	serve_waiters(run, MK_OK);
}

static void on_collected(void *context, enum mk_status status, const struct journal_simulation *row,
	const struct journal_lease *shares, size_t count)
{
	struct run *run = context;
	struct simulation *read = malloc(sizeof *read);
	struct mk_error error;
	bool again = run->collects_again;

	run->saving--;
	run->collecting = run->collects_again = false;
	if (status == MK_NOT_FOUND) {
		vanish(run);
	} else if (status == MK_OK && read &&
		   record_read(row, read, run->of->options.find_game, &error) == MK_OK) {
		take_shares(run, read, shares, count);
		read = NULL;
	}
	free(read);
	if (again) {
		collect(run);
	}
	scheduler_trim_finished(run->of);
}

/* Looks what others have come to, and adds what was delivered. */
static void collect(struct run *run)
{
	struct journal *journal = journal_of(run);

	if (run->collecting) {
		run->collects_again = true;
	} else if (!run->of->ending && !run->gone) {
		run->collecting = true;
		run->saving++;
		journal->methods->load_leases(journal, run->simulation.id, on_collected, run);
	}
}

/* ---- cancelling ----------------------------------------------------------------------------- */

/* It has ended, by this or otherwise: its last numbers are those of the journal. */
static void on_cancelled(void *context, enum mk_status status)
{
	struct run *run = context;

	run->saving--;
	if (status == MK_OK || status == MK_CONFLICT || status == MK_NOT_FOUND) {
		collect(run);
	} else {
		serve_waiters(run, status);
	}
}

void sharing_cancel(struct run *run, journal_done *done, void *context)
{
	struct journal *journal = journal_of(run);
	struct journal_simulation row = {.updated_ms = run->of->options.now_ms()};
	struct sharing_waiter *waiter = malloc(sizeof *waiter);

	if (!waiter) {
		done(context, MK_BUSY);
		return;
	}
	*waiter = (struct sharing_waiter){.done = done, .context = context};
	LL_APPEND(run->waiters, waiter);
	memcpy(row.id, run->simulation.id, sizeof row.id);
	snprintf(row.status, sizeof row.status, "%s", simulation_status_name(SIMULATION_CANCELLED));
	run->saving++;
	journal->methods->merge_leases(journal, &row, 0, 0, on_cancelled, run);
}

void sharing_leave(struct run *run)
{
	serve_waiters(run, MK_IO);
}

void sharing_finish(struct run *run)
{
	drop_share(run);
	free(run->sum);
	run->sum = NULL;
}

/* ---- others --------------------------------------------------------------------------------- */

static struct run *find(const struct simulations *simulations, const char *id)
{
	struct run *run = NULL;

	DL_FOREACH2(simulations->runs, run, next)
	{
		if (strcmp(run->simulation.id, id) == 0) {
			return run;
		}
	}
	return NULL;
}

/* Those that are not known yet. */
static void take_up_new(
	struct simulations *simulations, const struct journal_simulation *rows, size_t count)
{
	for (size_t i = 0; i < count && !simulations->ending; i++) {
		if (!find(simulations, rows[i].id)) {
			scheduler_adopt(simulations, &rows[i]);
		}
	}
}

static void on_all(
	void *context, enum mk_status status, const struct journal_simulation *rows, size_t count)
{
	struct simulations *simulations = context;

	if (status == MK_OK) {
		take_up_new(simulations, rows, count);
		simulations_poll(simulations);
	}
}

static void on_new(void *context, enum mk_status status, const struct journal_simulation *row,
	const struct journal_lease *shares, size_t count)
{
	struct simulations *simulations = context;

	(void)shares;
	(void)count;
	if (status == MK_OK) {
		take_up_new(simulations, row, 1);
		simulations_poll(simulations);
	}
}

static void on_simulated(struct journal_watcher *watcher, const char *id)
{
	struct simulations *simulations = watcher->context;
	struct journal *journal = simulations->options.journal;
	struct run *run = find(simulations, id);

	if (simulations->ending) {
		return;
	}
	if (!simulations->known) {
		simulations->missed = true;
	} else if (run) {
		collect(run);
	} else {
		journal->methods->load_leases(journal, id, on_new, simulations);
	}
}

static void on_missed(struct journal_watcher *watcher)
{
	struct simulations *simulations = watcher->context;
	struct run *run = NULL;

	simulations->missed = true;
	DL_FOREACH2(simulations->runs, run, next)
	{
		collect(run);
	}
	sharing_begin(simulations);
}

void sharing_begin(struct simulations *simulations)
{
	struct journal *journal = simulations->options.journal;

	if (simulations->known && simulations->missed && !simulations->ending) {
		simulations->missed = false;
		journal->methods->load_simulations(journal, on_all, simulations);
	}
	simulations_poll(simulations);
}

void sharing_watch(struct simulations *simulations)
{
	struct journal *journal = simulations->options.journal;

	simulations->watcher = (struct journal_watcher){
		.simulated = on_simulated, .missed = on_missed, .context = simulations};
	journal->methods->watch(journal, &simulations->watcher);
}

void simulations_poll(struct simulations *simulations)
{
	struct run *run = NULL;

	if (!sharing_is_on(simulations)) {
		return;
	}
	DL_FOREACH2(simulations->runs, run, next)
	{
		if (!is_running(run)) {
			if (run->waiters) {
				collect(run);
			}
		} else if (!run->share) {
			sharing_claim(run);
		} else if (run->share->statistics.games == run->share->games) {
			sharing_go_on(run);
		} else {
			renew(run);
		}
	}
}
