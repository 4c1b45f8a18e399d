/*
 * makker watch: posts a snapshot file whenever a vision program rewrites it.
 *
 * Writers differ: some rename a finished file into place, some truncate and write, some write into
 * the middle. So a change is not read at once: the file has first to be quiet for a moment, or,
 * when it is never quiet, to be a whole snapshot. What is no snapshot gets more time, for it may be
 * half-written; only then the daemon is asked to say what is wrong with it.
 */
#include "cli/cli.h"
#include "cli/file_watch.h"
#include "cli/positional.h"
#include "cli/session_link.h"
#include "cli/table_input.h"

#include "base/clock.h"
#include "base/id.h"
#include "cli/print.h"
#include "cli/question.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	QUIET_MS = 50, /* as long without a change, and the writer is believed to be done */
	RESTLESS_MS =
		250, /* as long without a quiet moment, and a whole snapshot is taken as it is */
	DOUBTFUL_MS = 1000, /* as long without a change, and the file is posted as it is */
	SAME_MS = 1000,     /* the same text again within this time is the same rewriting */
	FIRST_PAUSE_MS = 200,
	LONGEST_PAUSE_MS = 5000,
};

struct watch {
	struct target target;
	const char *path;
	bool keep_going;
	bool continuous;
	bool typed;

	struct table_link link;
	struct notice notice;
	const struct mk_game *game; /* NULL: none that this program knows */
	struct source fresh;        /* just read, perhaps half-written */
	struct source snapshot;     /* to be posted */
	struct posting posting;     /* how */
	char key[ID_ROOM];
	int64_t kept_ms; /* when the snapshot was read; 0: none yet */
	bool undelivered;
};

/* ---- The command line ----------------------------------------------------------------------- */

static const struct argp_option options[] = {
	{"continuous", 'c', NULL, 0,
		"the file is rewritten at every picture, not only when something was done", 2},
	{"verbose", 'v', NULL, 0, "say on stderr why each is understood as it is", 2},
	{"typed", 't', NULL, 0, "a person writes the file, or it is never wrong", 2},
	{"keep-going", 'k', NULL, 0, "go on after the game is won or lost", 2},
	{0},
};

static const struct argp_child children[] = {{&target_argp, 0, NULL, 0}, {0}};

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct watch *watch = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &watch->target;
		return 0;
	case 'c':
		watch->continuous = true;
		return 0;
	case 'v':
		watch->posting.explain = true;
		return 0;
	case 't':
		watch->typed = true;
		return 0;
	case 'k':
		watch->keep_going = true;
		return 0;
	case ARGP_KEY_ARG:
		positional_take(&watch->path, word, "file", state);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which file?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "FILE",
	.doc = "Post a snapshot file whenever it is rewritten, and print what to do.\v"
	       "Each rewriting says that something was done, also where the file is as it was: the same "
	       "card may have come up again. Where a camera rewrites it all the time, --continuous. "
	       "Ends when the game is won or lost. A daemon that is away is waited for; then the "
	       "newest snapshot is posted.",
	.children = children,
};

/* ---- From the file to a snapshot ------------------------------------------------------------ */

/* A file that is not there (yet), or empty in the middle of being rewritten, is nothing to post. */
static bool read_snapshot(struct watch *watch)
{
	return source_read_file(watch->path, &watch->fresh, NULL) == MK_OK &&
	       !source_is_blank(&watch->fresh);
}

static bool is_whole(const struct watch *watch)
{
	return !watch->game || table_is_snapshot(&watch->fresh, watch->game);
}

static int64_t now_ms(void)
{
	return clock_ticks_ns() / 1000000;
}

static bool is_as_before(const struct watch *watch)
{
	return watch->snapshot.length == watch->fresh.length &&
	       memcmp(watch->snapshot.bytes, watch->fresh.bytes, watch->fresh.length) == 0;
}

/*
 * Does the rewriting say that something was done? The first file was there before, one that is
 * never quiet comes from a camera, and slow writers have the same text read twice. What was not
 * delivered yet goes with this one.
 */
static bool tells_done(const struct watch *watch, int64_t now, bool quiet)
{
	if (watch->continuous || watch->kept_ms == 0) {
		return false;
	}
	if (!quiet) {
		return watch->undelivered && watch->posting.done;
	}
	return !is_as_before(watch) || now - watch->kept_ms >= SAME_MS ||
	       (watch->undelivered && watch->posting.done);
}

static void random_bytes(void *bytes, size_t length)
{
	if (getentropy(bytes, length) != 0) {
		abort();
	}
}

/* A key of its own: sent again after a lost answer, it must not be one more thing that was done. */
static void keep_snapshot(struct watch *watch, bool quiet)
{
	int64_t now = now_ms();

	watch->posting.done = tells_done(watch, now, quiet);
	watch->snapshot.length = watch->fresh.length;
	memcpy(watch->snapshot.bytes, watch->fresh.bytes, watch->fresh.length + 1);
	watch->snapshot.typed = watch->typed;
	watch->kept_ms = now;
	watch->undelivered = true;
	id_write(watch->key, random_bytes);
	watch->posting.key = watch->posting.done ? watch->key : NULL;
}

/*
 * Waits until the file has settled. False when there is nothing new to post, or the folder is gone;
 * the snapshot is then the one before.
 */
static bool settle(struct watch *watch)
{
	int64_t first = now_ms();
	int64_t last = first;

	for (;;) {
		enum notice_news news = notice_wait(&watch->notice, QUIET_MS);
		int64_t now = now_ms();

		if (news == NOTICE_LOST) {
			return false;
		}
		if (news == NOTICE_CHANGED) {
			last = now;
			if (now - first < RESTLESS_MS) {
				continue;
			}
		}
		if (read_snapshot(watch)) {
			if (is_whole(watch) || now - last >= DOUBTFUL_MS) {
				keep_snapshot(watch, news == NOTICE_QUIET);
				return true;
			}
		} else if (news == NOTICE_QUIET) {
			return false;
		}
	}
}

/* ---- From the snapshot to the daemon -------------------------------------------------------- */

static void pause_ms(long milliseconds)
{
	struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};

	nanosleep(&time, NULL);
}

static bool is_passing(enum mk_status status)
{
	return status == MK_IO || status == MK_BUSY;
}

static enum mk_status post(
	struct watch *watch, struct client_answer *answer, struct mk_error *error)
{
	return table_link_post(&watch->link, &watch->snapshot, &watch->posting, answer, error);
}

/*
 * Posts until there is an answer. What was rewritten meanwhile goes instead: the daemon follows a
 * player who made several moves. Posting twice what did arrive does no harm, nothing has changed
 * then.
 */
static enum mk_status deliver(
	struct watch *watch, struct client_answer *answer, struct mk_error *error)
{
	enum mk_status status = post(watch, answer, error);

	for (long pause = FIRST_PAUSE_MS; is_passing(status); pause *= 2) {
		if (pause == FIRST_PAUSE_MS) {
			cli_fail_at(CLI_FAILED, "waiting for the daemon", error);
		}
		pause = pause < LONGEST_PAUSE_MS ? pause : LONGEST_PAUSE_MS;
		pause_ms(pause > answer->retry_after_s * 1000L ? pause
							       : answer->retry_after_s * 1000L);
		if (notice_wait(&watch->notice, 0) == NOTICE_CHANGED) {
			settle(watch);
		}
		status = post(watch, answer, error);
	}
	watch->undelivered = false;
	return status;
}

static bool has_ended(const struct watch *watch, const json_t *session)
{
	const char *status = client_text(session, "status");

	return !watch->keep_going && *status && strcmp(status, "waiting") != 0 &&
	       strcmp(status, "playing") != 0;
}

enum step { GO_ON, ENDED, BROKEN };

/* Which game it is, and whether it is still going on. */
static enum step meet(struct watch *watch)
{
	struct client_answer answer;
	struct mk_error error;

	if (table_link_get(&watch->link, "?fields=game,status,message", 0, &answer, &error) !=
		MK_OK) {
		cli_fail_at(CLI_FAILED, NULL, &error);
		return BROKEN;
	}
	watch->game = mk_game_find(client_text(answer.json, "game"));
	if (has_ended(watch, answer.json)) {
		print_text_line(stdout, client_text(answer.json, "message"));
		return ENDED;
	}
	return GO_ON;
}

/*
 * A refused snapshot is told and lived with: the next one may be better, unless the table is gone,
 * or somebody else has ended the game.
 */
static enum step post_snapshot(struct watch *watch)
{
	struct client_answer answer;
	struct mk_error error;
	enum mk_status status = deliver(watch, &answer, &error);

	question_explain(&answer);
	if (status == MK_OK) {
		question_print(&watch->link, answer.json);
		return has_ended(watch, answer.json) ? ENDED : GO_ON;
	}
	cli_fail_at(CLI_FAILED, NULL, &error);
	if (status == MK_CONFLICT) {
		return meet(watch);
	}
	return status == MK_NOT_FOUND ? BROKEN : GO_ON;
}

/* ---- The loop ------------------------------------------------------------------------------- */

/* What lies in the file at the start is the first snapshot. */
static enum step follow(struct watch *watch)
{
	enum step step = meet(watch);
	bool is_first = true;

	while (step == GO_ON) {
		if (settle(watch)) {
			step = post_snapshot(watch);
		} else if (is_first) {
			fputs("makker watch: waiting for a snapshot in ", stderr);
			print_text_line(stderr, watch->path);
		}
		is_first = false;
		if (step == GO_ON && notice_wait(&watch->notice, -1) == NOTICE_LOST) {
			cli_fail(CLI_FAILED, "%s: its folder is gone", watch->path);
			return BROKEN;
		}
	}
	return step;
}

static bool is_folder(const char *path)
{
	struct stat found;

	return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

enum cli_exit watch_command(int argc, char **argv)
{
	struct watch watch = {0};
	struct mk_error error;
	enum step step;

	argp_parse(&argp, argc, argv, 0, NULL, &watch);
	/* Each sentence at once, also into a pipe: it may lead to a program that speaks. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (is_folder(watch.path)) {
		return cli_fail(CLI_FAILED,
			"%s is a directory; expected a file, which may not exist yet", watch.path);
	}
	if (notice_open(&watch.notice, watch.path, &error) != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	if (table_link_open(&watch.link, &watch.target, &error) != MK_OK) {
		notice_close(&watch.notice);
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	step = follow(&watch);
	table_link_close(&watch.link);
	notice_close(&watch.notice);
	return step == ENDED ? CLI_OK : CLI_FAILED;
}
