/* Starting and stopping a makkerd. */
#include "cli/spawned_daemon.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const always[] = {
	"--listen=127.0.0.1:0", "--store=memory:", "--log-level=error"};
enum { ALWAYS = sizeof always / sizeof *always };

/* The makkerd beside this program. */
static void find_beside(char path[PATH_MAX])
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - sizeof "makkerd");
	char *slash;

	path[length > 0 ? length : 0] = '\0';
	slash = strrchr(path, '/');
	memcpy(slash ? slash + 1 : path, "makkerd", sizeof "makkerd");
}

/* In the child; never returns. */
static void become(int out, const char *const options[HIRED_OPTIONS])
{
	const char *words[1 + ALWAYS + HIRED_OPTIONS + 1] = {"makkerd"};
	char path[PATH_MAX];
	int count = 1;

	for (int i = 0; i < ALWAYS; i++) {
		words[count++] = always[i];
	}
	for (int i = 0; i < HIRED_OPTIONS && options[i]; i++) {
		words[count++] = options[i];
	}
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	dup2(out, STDOUT_FILENO);
	find_beside(path);
	execv(path, (char *const *)words);
	execvp("makkerd", (char *const *)words);
	_exit(127);
}

/* Once it is ready, the daemon writes its address. */
static enum mk_status read_url(struct hired *hired, int in, struct mk_error *error)
{
	FILE *file = fdopen(in, "r");
	bool told = file && fgets(hired->url, sizeof hired->url, file);

	if (file) {
		fclose(file);
	}
	if (!told) {
		hired_stop(hired);
		return mk_fail(error, MK_IO, "no_daemon", "", "makkerd could not be started");
	}
	hired->url[strcspn(hired->url, "\n")] = '\0';
	return MK_OK;
}

enum mk_status hired_start(
	struct hired *hired, const char *const options[HIRED_OPTIONS], struct mk_error *error)
{
	int ends[2];

	if (pipe(ends) != 0) {
		return mk_fail(error, MK_IO, "no_daemon", "", "%s", strerror(errno));
	}
	hired->pid = fork();
	if (hired->pid == 0) {
		close(ends[0]);
		become(ends[1], options);
	}
	close(ends[1]);
	if (hired->pid < 0) {
		close(ends[0]);
		hired->pid = 0;
		return mk_fail(error, MK_IO, "no_daemon", "", "%s", strerror(errno));
	}
	return read_url(hired, ends[0], error);
}

void hired_stop(struct hired *hired)
{
	if (hired->pid > 0) {
		kill(hired->pid, SIGTERM);
		waitpid(hired->pid, NULL, 0);
		hired->pid = 0;
	}
}
