/* Notices changes of a file through inotify on its folder. */
#include "cli/file_watch.h"

#include "base/clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static enum mk_status fail_open(const char *path, int code, struct mk_error *error)
{
	return mk_fail(error, MK_IO, "unwatchable", path, "%s", strerror(code));
}

/* "a/b/table.txt" is "table.txt" in "a/b"; "table.txt" lies in "." */
static bool split(const char *path, char folder[PATH_MAX], char name[NAME_MAX + 1])
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
	struct notice *notice, const char *folder, const char *path, struct mk_error *error)
{
	static const uint32_t wanted =
		IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_ONLYDIR;
	int code;

	notice->file = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (notice->file < 0) {
		return fail_open(path, errno, error);
	}
	if (inotify_add_watch(notice->file, folder, wanted) < 0) {
		code = errno;
		notice_close(notice);
		return fail_open(path, code, error);
	}
	return MK_OK;
}

enum mk_status notice_open(struct notice *notice, const char *path, struct mk_error *error)
{
	char folder[PATH_MAX];

	if (!split(path, folder, notice->name)) {
		return fail_open(path, ENAMETOOLONG, error);
	}
	notice->lost = false;
	return watch_folder(notice, folder, path, error);
}

void notice_close(struct notice *notice)
{
	close(notice->file);
}

/* What one event means for the file. */
static enum notice_news judge(const struct notice *notice, const struct inotify_event *event)
{
	if (event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_UNMOUNT)) {
		return NOTICE_LOST;
	}
	if (event->mask & IN_Q_OVERFLOW) {
		return NOTICE_CHANGED; /* events are missing: perhaps one of ours */
	}
	return event->len > 0 && strcmp(event->name, notice->name) == 0 ? NOTICE_CHANGED
									: NOTICE_QUIET;
}

/* Reads all events that are there; the weightiest news of them. */
static enum notice_news drain(const struct notice *notice)
{
	alignas(struct inotify_event) char events[4096];
	enum notice_news news = NOTICE_QUIET;
	ssize_t length;

	while ((length = read(notice->file, events, sizeof events)) > 0) {
		for (char *at = events; at < events + length;) {
			const struct inotify_event *event = (const struct inotify_event *)at;
			enum notice_news one = judge(notice, event);

			news = one > news ? one : news;
			at += sizeof *event + event->len;
		}
	}
	return news;
}

static int time_left(int64_t end_ns)
{
	int64_t left_ms = (end_ns - clock_ticks_ns() + 999999) / 1000000;

	return left_ms > 0 ? (int)left_ms : 0;
}

enum notice_news notice_wait(struct notice *notice, int timeout_ms)
{
	int64_t end_ns = clock_ticks_ns() + (int64_t)timeout_ms * 1000000;

	while (!notice->lost) {
		struct pollfd wait = {.fd = notice->file, .events = POLLIN};
		int ready = poll(&wait, 1, timeout_ms < 0 ? -1 : time_left(end_ns));
		enum notice_news news = ready > 0 ? drain(notice) : NOTICE_QUIET;

		notice->lost = news == NOTICE_LOST;
		/* Other files of the folder wake us too: then the rest of the time is waited. */
		if (news != NOTICE_QUIET || ready == 0) {
			return news;
		}
	}
	return NOTICE_LOST;
}
