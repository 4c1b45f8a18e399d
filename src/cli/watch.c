/*
 * makker watch: posts a snapshot file at each change.
 *
 * Some writers rename a finished file into place, some truncate it and write, some write into its
 * middle. Therefore a change is read only after a quiet moment, or, if the file is never quiet, as
 * soon as it is a complete snapshot. An incomplete one gets more time, because it may be half
 * written; then it is posted all the same, and the daemon reports its error.
 */
#include "base/clock.h"
#include "base/id.h"
#include "cli/cli.h"
#include "cli/session_link.h"
#include "cli/table_input.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <makker/status.h>
#include <poll.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Changes of a file ---------------------------------------------------------------------- */

/* An inotify watch of the folder, since a file that is renamed into place is a new one. */
struct file_watch {
	int file;
	bool lost; /* the folder is gone */
	char name[NAME_MAX + 1];
};

enum file_watch_event { FILE_UNCHANGED, FILE_CHANGED, FILE_DIR_GONE };

static enum mk_status fail_watch(const char *path, int code, struct mk_error *error)
{
	return mk_fail(error, MK_IO, "unwatchable", path, "%s", strerror(code));
}

/* Splits "a/b/table.txt" into "a/b/" and "table.txt"; the folder of "table.txt" is ".". */
static bool split_path(const char *path, char folder[PATH_MAX], char name[NAME_MAX + 1])
{
	const char *slash = strrchr(path, '/');
	const char *last = slash ? slash + 1 : path;
	int length = slash ? (int)(slash - path) : 0;

	if (strlen(path) >= PATH_MAX || strlen(last) > NAME_MAX) {
		return false;
	}
	if (slash) {
		snprintf(folder, PATH_MAX, "%.*s/", length, path);
	} else {
		snprintf(folder, PATH_MAX, ".");
	}
	snprintf(name, NAME_MAX + 1, "%s", last);
	return true;
}

static enum mk_status watch_folder(
	struct file_watch *watch, const char *folder, const char *path, struct mk_error *error)
{
	static const uint32_t wanted =
		IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_ONLYDIR;
	int code;

	watch->file = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (watch->file < 0) {
		return fail_watch(path, errno, error);
	}
	if (inotify_add_watch(watch->file, folder, wanted) < 0) {
		code = errno;
		close(watch->file);
		return fail_watch(path, code, error);
	}
	return MK_OK;
}

static enum mk_status file_watch_open(
	struct file_watch *watch, const char *path, struct mk_error *error)
{
	char folder[PATH_MAX];

	if (!split_path(path, folder, watch->name)) {
		return fail_watch(path, ENAMETOOLONG, error);
	}
	watch->lost = false;
	return watch_folder(watch, folder, path, error);
}

static void file_watch_close(struct file_watch *watch)
{
	close(watch->file);
}

static enum file_watch_event classify_event(
	const struct file_watch *watch, const struct inotify_event *event)
{
	if (event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_UNMOUNT)) {
		return FILE_DIR_GONE;
	}
	if (event->mask & IN_Q_OVERFLOW) {
		return FILE_CHANGED; /* an event of the file may be among the lost ones */
	}
	return event->len > 0 && strcmp(event->name, watch->name) == 0 ? FILE_CHANGED
								       : FILE_UNCHANGED;
}

/* Reads all pending events; returns the most severe. */
static enum file_watch_event drain_events(const struct file_watch *watch)
{
	alignas(struct inotify_event) char events[4096];
	enum file_watch_event file_event = FILE_UNCHANGED;
	ssize_t length;

	while ((length = read(watch->file, events, sizeof events)) > 0) {
		for (char *at = events; at < events + length;) {
			const struct inotify_event *event = (const struct inotify_event *)at;
			enum file_watch_event one = classify_event(watch, event);

			file_event = one > file_event ? one : file_event;
			at += sizeof *event + event->len;
		}
	}
	return file_event;
}

static int remaining_ms(int64_t end_ns)
{
	int64_t left_ms = (end_ns - clock_ticks_ns() + 999999) / 1000000;

	return left_ms > 0 ? (int)left_ms : 0;
}

/* Waits until the file is written or replaced, at most `timeout_ms` (-1: no limit). */
static enum file_watch_event file_watch_wait(struct file_watch *watch, int timeout_ms)
{
	int64_t end_ns = clock_ticks_ns() + (int64_t)timeout_ms * 1000000;

	while (!watch->lost) {
		struct pollfd wait = {.fd = watch->file, .events = POLLIN};
		int ready = poll(&wait, 1, timeout_ms < 0 ? -1 : remaining_ms(end_ns));
		enum file_watch_event file_event = ready > 0 ? drain_events(watch) : FILE_UNCHANGED;

		watch->lost = file_event == FILE_DIR_GONE;
		/* An event of another file in the folder does not end the wait. */
		if (file_event != FILE_UNCHANGED || ready == 0) {
			return file_event;
		}
	}
	return FILE_DIR_GONE;
}

/* ---- The command line ----------------------------------------------------------------------- */

enum {
	QUIET_MS = 50,      /* without a change: the writer has finished */
	RESTLESS_MS = 250,  /* without a quiet moment: a complete snapshot is posted */
	DOUBTFUL_MS = 1000, /* without a change: even an incomplete snapshot is posted */
	SAME_MS = 1000,     /* the same text within this time is the same change */
	FIRST_PAUSE_MS = 200,
	MAX_PAUSE_MS = 5000,
};

struct watch {
	struct session_target target;
	const char *path;
	bool keep_going;
	bool continuous;
	bool typed;

	struct session_link link;
	struct file_watch file_watch;
	const struct mk_game *game; /* NULL: unknown to this program */
	struct source fresh;        /* just read, perhaps half written */
	struct source snapshot;     /* to be posted */
	struct posting posting;
	char key[ID_SIZE];
	int64_t kept_ms; /* time of the read snapshot; 0: none yet */
	bool undelivered;
};

static const struct argp_option options[] = {
	{"continuous", 'c', NULL, 0,
		"the file is rewritten at every picture, not only after an action", 2},
	{"verbose", 'v', NULL, 0, "print the explanation of each finding on stderr", 2},
	{"typed", 't', NULL, 0, "a person writes the file; its cards are certain", 2},
	{"keep-going", 'k', NULL, 0, "continue after the end of the game", 2},
	{0},
};

static const struct argp_child children[] = {{&session_target_argp, 0, NULL, 0}, {0}};

static error_t parse_watch_option(int key, char *word, struct argp_state *state)
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
		argp_error(state, "missing FILE");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp watch_argp = {
	.options = options,
	.parser = parse_watch_option,
	.args_doc = "FILE",
	.doc = "Post a snapshot file at each change, and print the next move.\v"
	       "Each change counts as an action of the player, even if the text is the same: the same "
	       "card may have come up again. Use --continuous for a camera that rewrites the file all "
	       "the time. Ends when the game is won or lost. If the daemon is unreachable, the newest "
	       "snapshot is posted as soon as it responds.",
	.children = children,
};

/* ---- From the file to a snapshot ------------------------------------------------------------ */

/* False for a missing file, and for an empty one, which is being rewritten. */
static bool read_fresh(struct watch *watch)
{
	return source_read_file(watch->path, &watch->fresh, NULL) == MK_OK &&
	       !source_is_blank(&watch->fresh);
}

static bool is_complete(const struct watch *watch)
{
	return !watch->game || table_is_snapshot(&watch->fresh, watch->game);
}

static int64_t now_ms(void)
{
	return clock_ticks_ns() / 1000000;
}

static bool is_same_text(const struct watch *watch)
{
	return watch->snapshot.length == watch->fresh.length &&
	       memcmp(watch->snapshot.bytes, watch->fresh.bytes, watch->fresh.length) == 0;
}

/*
 * True if the change counts as an action of the player. The first text may be old, a file that is
 * never quiet comes from a camera, and the text of a slow writer may be read twice. An action that
 * is not delivered yet is reported with this snapshot.
 */
static bool is_action(const struct watch *watch, int64_t now, bool quiet)
{
	if (watch->continuous || watch->kept_ms == 0) {
		return false;
	}
	if (!quiet) {
		return watch->undelivered && watch->posting.done;
	}
	return !is_same_text(watch) || now - watch->kept_ms >= SAME_MS ||
	       (watch->undelivered && watch->posting.done);
}

static void fill_random(void *bytes, size_t length)
{
	if (getentropy(bytes, length) != 0) {
		abort();
	}
}

/* An action has an idempotency key: repeated after a lost response, it counts once. */
static void keep_snapshot(struct watch *watch, bool quiet)
{
	int64_t now = now_ms();

	watch->posting.done = is_action(watch, now, quiet);
	watch->snapshot.length = watch->fresh.length;
	memcpy(watch->snapshot.bytes, watch->fresh.bytes, watch->fresh.length + 1);
	watch->snapshot.typed = watch->typed;
	watch->kept_ms = now;
	watch->undelivered = true;
	id_write(watch->key, fill_random);
	watch->posting.key = watch->posting.done ? watch->key : NULL;
}

/*
 * Waits until the file has settled. False if there is nothing new to post or the folder is gone;
 * the snapshot is then unchanged.
 */
static bool wait_until_settled(struct watch *watch)
{
	int64_t first = now_ms();
	int64_t last = first;

	for (;;) {
		enum file_watch_event file_event = file_watch_wait(&watch->file_watch, QUIET_MS);
		int64_t now = now_ms();

		if (file_event == FILE_DIR_GONE) {
			return false;
		}
		if (file_event == FILE_CHANGED) {
			last = now;
			if (now - first < RESTLESS_MS) {
				continue;
			}
		}
		if (read_fresh(watch)) {
			if (is_complete(watch) || now - last >= DOUBTFUL_MS) {
				keep_snapshot(watch, file_event == FILE_UNCHANGED);
				return true;
			}
		} else if (file_event == FILE_UNCHANGED) {
			return false;
		}
	}
}

/* ---- From the snapshot to the daemon -------------------------------------------------------- */

static void sleep_ms(long milliseconds)
{
	struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};

	nanosleep(&time, NULL);
}

static bool is_temporary(enum mk_status status)
{
	return status == MK_IO || status == MK_BUSY;
}

static enum mk_status post_watched(
	struct watch *watch, struct client_answer *answer, struct mk_error *error)
{
	return session_link_post(&watch->link, &watch->snapshot, &watch->posting, answer, error);
}

/*
 * Posts until there is a response. A file that changes meanwhile replaces the snapshot, because the
 * daemon can follow several moves at once. Posting a snapshot that did arrive again is harmless.
 */
static enum mk_status deliver(
	struct watch *watch, struct client_answer *answer, struct mk_error *error)
{
	enum mk_status status = post_watched(watch, answer, error);

	for (long pause = FIRST_PAUSE_MS; is_temporary(status); pause *= 2) {
		if (pause == FIRST_PAUSE_MS) {
			cli_fail_at(CLI_FAILED, "waiting for the daemon", error);
		}
		pause = pause < MAX_PAUSE_MS ? pause : MAX_PAUSE_MS;
		sleep_ms(pause > answer->retry_after_s * 1000L ? pause
							       : answer->retry_after_s * 1000L);
		if (file_watch_wait(&watch->file_watch, 0) == FILE_CHANGED) {
			wait_until_settled(watch);
		}
		status = post_watched(watch, answer, error);
	}
	watch->undelivered = false;
	return status;
}

static bool is_over(const struct watch *watch, const json_t *session)
{
	const char *status = client_text(session, "status");

	return !watch->keep_going && *status && strcmp(status, "waiting") != 0 &&
	       strcmp(status, "playing") != 0;
}

enum watch_step { GO_ON, ENDED, BROKEN };

/* Reads which game the session plays, and whether it has ended. */
static enum watch_step read_session_state(struct watch *watch)
{
	struct client_answer answer;
	struct mk_error error;

	if (session_link_get(&watch->link, "?fields=game,status,message", 0, &answer, &error) !=
		MK_OK) {
		cli_fail_at(CLI_FAILED, NULL, &error);
		return BROKEN;
	}
	watch->game = mk_game_find(client_text(answer.json, "game"));
	if (is_over(watch, answer.json)) {
		print_text_line(stdout, client_text(answer.json, "message"));
		return ENDED;
	}
	return GO_ON;
}

/* A rejected snapshot is reported; the next may be accepted, unless the session is gone or over. */
static enum watch_step post_change(struct watch *watch)
{
	struct client_answer answer;
	struct mk_error error;
	enum mk_status status = deliver(watch, &answer, &error);

	question_explain(&answer);
	if (status == MK_OK) {
		question_print(&watch->link, answer.json);
		return is_over(watch, answer.json) ? ENDED : GO_ON;
	}
	cli_fail_at(CLI_FAILED, NULL, &error);
	if (status == MK_CONFLICT) {
		return read_session_state(watch);
	}
	return status == MK_NOT_FOUND ? BROKEN : GO_ON;
}

/* ---- The loop ------------------------------------------------------------------------------- */

/* The text of the file at the start is the first snapshot. */
static enum watch_step watch_session(struct watch *watch)
{
	enum watch_step step = read_session_state(watch);
	bool is_first = true;

	while (step == GO_ON) {
		if (wait_until_settled(watch)) {
			step = post_change(watch);
		} else if (is_first) {
			fputs("makker watch: waiting for a snapshot in ", stderr);
			print_text_line(stderr, watch->path);
		}
		is_first = false;
		if (step == GO_ON && file_watch_wait(&watch->file_watch, -1) == FILE_DIR_GONE) {
			cli_fail(CLI_FAILED, "%s: the directory is gone", watch->path);
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
	enum watch_step step;

	command_parse(&watch_argp, argc, argv, &watch);
	/* Line by line, also into a pipe: the reader may be a program that speaks. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (is_folder(watch.path)) {
		return cli_fail(CLI_FAILED,
			"%s is a directory; expected a file, which may not exist yet", watch.path);
	}
	if (file_watch_open(&watch.file_watch, watch.path, &error) != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	if (session_link_open(&watch.link, &watch.target, &error) != MK_OK) {
		file_watch_close(&watch.file_watch);
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	step = watch_session(&watch);
	session_link_close(&watch.link);
	file_watch_close(&watch.file_watch);
	return step == ENDED ? CLI_OK : CLI_FAILED;
}
