/*
 * makker watch: posts a snapshot file whenever a vision program rewrites it.
 *
 * Writers differ: some rename a finished file into place, some truncate and write, some write into
 * the middle. So a change is not read at once: the file has first to be quiet for a moment, or,
 * when it is never quiet, to be a whole snapshot. What is no snapshot gets more time, for it may be
 * half-written; only then the daemon is asked to say what is wrong with it.
 */
#include "cli/cli.h"
#include "cli/notice.h"
#include "cli/table.h"
#include "cli/target.h"
#include "cli/word.h"

#include "base/clock.h"
#include "cli/print.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum {
	QUIET_MS = 50, /* as long without a change, and the writer is believed to be done */
	RESTLESS_MS =
		250, /* as long without a quiet moment, and a whole snapshot is taken as it is */
	DOUBTFUL_MS = 1000, /* as long without a change, and the file is posted as it is */
	FIRST_PAUSE_MS = 200,
	LONGEST_PAUSE_MS = 5000,
};

struct watch {
	struct target target;
	const char *path;
	bool keep_going;

	struct table_link link;
	struct notice notice;
	const struct mk_game *game; /* NULL: none that this program knows */
	struct source fresh;        /* just read, perhaps half-written */
	struct source snapshot;     /* to be posted */
};

/* ---- The command line ----------------------------------------------------------------------- */

static const struct argp_option options[] = {
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
	case 'k':
		watch->keep_going = true;
		return 0;
	case ARGP_KEY_ARG:
		word_take(&watch->path, word, "file", state);
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

static void keep_snapshot(struct watch *watch)
{
	watch->snapshot.length = watch->fresh.length;
	memcpy(watch->snapshot.bytes, watch->fresh.bytes, watch->fresh.length + 1);
}

static int64_t now_ms(void)
{
	return clock_ticks_ns() / 1000000;
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
				keep_snapshot(watch);
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

/*
 * Posts until there is an answer. What was rewritten meanwhile goes instead: the daemon follows a
 * player who made several moves. Posting twice what did arrive does no harm, nothing has changed
 * then.
 */
static enum mk_status deliver(
	struct watch *watch, struct client_answer *answer, struct mk_error *error)
{
	enum mk_status status = table_link_post(&watch->link, &watch->snapshot, answer, error);

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
		status = table_link_post(&watch->link, &watch->snapshot, answer, error);
	}
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

	if (status == MK_OK) {
		print_text_line(stdout, client_text(answer.json, "message"));
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
			"%s is a folder: a file is wanted, which may come later", watch.path);
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
	return step == ENDED ? CLI_FINE : CLI_FAILED;
}
