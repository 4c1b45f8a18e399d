/*
 * Runs the tests of one program: Criterion's tests and assertions, each test in a process of its
 * own, as in Criterion.
 *
 * Criterion starts the whole program anew for each test and has libraries of Git, of Kerberos and
 * of two kinds of TLS into it: 60 ms of processor time a test, with sanitizers 200 ms, of which
 * most tests need less than one. Here a test is a fork: 2 ms, and 30 ms. Tests use Criterion's
 * headers; this file is what libcriterion does for them otherwise.
 *
 * PROGRAM [--filter PATTERN] [--timeout SECONDS] [--jobs N] [--fail-fast] [--verbose] [--list]
 * PATTERN is of fnmatch(3) with the extended operators of a shell and is held against `suite/name`.
 */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/parameterized.h>
#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 64, MAX_TESTS = 4096, MESSAGE_SIZE = 8192, NAME_SIZE = 256, ENDED_EARLY = 97 };

/* A test, or a parameter of one. */
struct item {
	const struct criterion_test *test;
	const struct criterion_test_extra_data *suite; /* NULL: it is not declared */
	void *parameter;
	char name[NAME_SIZE];
};

/* The report of a test's process; in memory of both, since a test may close all files. */
struct report {
	atomic_bool is_over;
	atomic_bool is_skipped;
	atomic_int failures;
	atomic_size_t length;
	char message[MESSAGE_SIZE];
};

struct job {
	pid_t process; /* 0: none */
	const struct item *item;
	struct report *report;
	double began_s;
	bool is_timed_out;
};

struct criterion_options criterion_options; /* read by Criterion's assertions */

extern struct criterion_test *__start_cr_tst[] __attribute__((weak));
extern struct criterion_test *__stop_cr_tst[] __attribute__((weak));
extern struct criterion_suite *__start_cr_sts[] __attribute__((weak));
extern struct criterion_suite *__stop_cr_sts[] __attribute__((weak));
extern f_report_hook __start_cr_pra[] __attribute__((weak));
extern f_report_hook __stop_cr_pra[] __attribute__((weak));
extern f_report_hook __start_cr_poa[] __attribute__((weak));
extern f_report_hook __stop_cr_poa[] __attribute__((weak));

/* LeakSanitizer reads the pages of all globals when a process ends. Memory that it has read before
 * the fork, each test need not map again: that is two thirds of the time of a short test. */
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static struct item *items;
static size_t item_count;
static struct job jobs[MAX_JOBS];
static struct {
	const char *filter;
	double timeout_s;
	int jobs;
	bool is_fail_fast, is_verbose, is_list;
} options;
static struct {
	int tested, passed, failed, crashed;
} sum;

/* Of the process of a test. */
static const struct item *running;
static struct report *own_report;
static sigjmp_buf aborted;
static pid_t owner; /* a test may fork: only its first process comes back from an assertion */

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- What the tests call ---- */

static void print(const char *format, va_list arguments)
{
	char line[1024];
	int length = vsnprintf(line, sizeof line, format, arguments);
	size_t size = length < (int)sizeof line ? (size_t)length : sizeof line - 1;
	size_t at = atomic_fetch_add(&own_report->length, size);

	if (at + size < MESSAGE_SIZE) {
		memcpy(own_report->message + at, line, size);
	}
}

__attribute__((format(printf, 1, 2))) static void tell_line(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print(format, arguments);
	va_end(arguments);
}

int cr_asprintf(char **text, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vasprintf(text, format, arguments);
	va_end(arguments);
	return length;
}

void cr_asprintf_free(char *text)
{
	free(text);
}

char *cr_translate_assert_msg(int number, ...)
{
	static const char *const predicates[] = {
		[CRITERION_ASSERT_MSG_FAIL] = "it should not get here",
		[CRITERION_ASSERT_MSG_EXPR_FALSE] = " is false",
		[CRITERION_ASSERT_MSG_EXPR_AS_STRINGS_FALSE] = " as strings is false",
		[CRITERION_ASSERT_MSG_IS_NULL] = " is null",
		[CRITERION_ASSERT_MSG_IS_NOT_NULL] = " is not null",
		[CRITERION_ASSERT_MSG_IS_EMPTY] = " is empty",
		[CRITERION_ASSERT_MSG_IS_NOT_EMPTY] = " is not empty",
	};
	char *text = NULL;
	va_list arguments;

	va_start(arguments, number);
	if (cr_asprintf(&text, "%s%s", va_arg(arguments, const char *), predicates[number]) < 0) {
		abort();
	}
	va_end(arguments);
	return text;
}

void criterion_send_assert(struct criterion_assert_stats *stats)
{
	if (!stats->passed) {
		atomic_fetch_add(&own_report->failures, 1);
		tell_line(
			"%s:%u: assertion failed: %s\n", stats->file, stats->line, stats->message);
	}
}

void cri_asserts_passed_incr(void)
{
}

void criterion_continue_test(void)
{
}

void criterion_abort_test(void)
{
	if (getpid() != owner) {
		_exit(ENDED_EARLY);
	}
	siglongjmp(aborted, 1);
}

void criterion_skip_test(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print(format, arguments);
	va_end(arguments);
	tell_line("\n");
	atomic_store(&own_report->is_skipped, true);
	criterion_abort_test();
}

void cr_log(enum criterion_severity severity, const char *format, ...)
{
	va_list arguments;

	(void)severity;
	va_start(arguments, format);
	print(format, arguments);
	va_end(arguments);
	tell_line("\n");
}

static void call(void (*function)(void))
{
	if (function) {
		function();
	}
}

void criterion_internal_test_setup(void)
{
	if (sigsetjmp(aborted, 1) == 0) {
		call(running->suite ? running->suite->init : NULL);
		call(running->test->data->init);
	}
}

void criterion_internal_test_main(void (*function)(void))
{
	if (atomic_load(&own_report->failures) > 0 || atomic_load(&own_report->is_skipped) ||
		sigsetjmp(aborted, 1) != 0) {
		return;
	}
	if (running->test->data->kind_ == CR_TEST_PARAMETERIZED) {
		((void (*)(void *))(void *)function)(running->parameter);
	} else {
		function();
	}
}

void criterion_internal_test_teardown(void)
{
	if (sigsetjmp(aborted, 1) == 0) {
		call(running->test->data->fini);
		call(running->suite ? running->suite->fini : NULL);
	}
}

/* ---- The list of tests ---- */

static const struct criterion_test_extra_data *suite_of(const char *name)
{
	for (struct criterion_suite **at = __start_cr_sts; at < __stop_cr_sts; at++) {
		if (*at && strcmp((*at)->name, name) == 0) {
			return (*at)->data;
		}
	}
	return NULL;
}

static void list_item(const struct criterion_test *test, void *parameter)
{
	struct item *item = &items[item_count];

	if (item_count + 1 == MAX_TESTS) {
		fputs("too many tests\n", stderr);
		exit(2);
	}
	*item = (struct item){
		.test = test, .suite = suite_of(test->category), .parameter = parameter};
	snprintf(item->name, sizeof item->name, "%s/%s", test->category, test->name);
	if (!options.filter || fnmatch(options.filter, item->name, FNM_EXTMATCH) == 0) {
		item_count++;
	}
}

static void list_test(const struct criterion_test *test)
{
	struct criterion_test_params parameters;

	if (test->data->kind_ != CR_TEST_PARAMETERIZED) {
		list_item(test, NULL);
		return;
	}
	parameters = test->data->param_();
	for (size_t i = 0; i < parameters.length; i++) {
		list_item(test, (char *)parameters.params + i * parameters.size);
	}
}

static int by_place(const void *left, const void *right)
{
	const struct criterion_test *const *a = left, *const *b = right;
	int order = strcmp((*a)->category, (*b)->category);

	return order != 0 ? order : strcmp((*a)->name, (*b)->name);
}

static void list_tests(void)
{
	size_t count = 0;
	const struct criterion_test **sorted = calloc(
		(size_t)(__stop_cr_tst - __start_cr_tst) + 1, sizeof(struct criterion_test *));

	for (struct criterion_test **at = __start_cr_tst; at < __stop_cr_tst; at++) {
		if (*at) {
			sorted[count++] = *at;
		}
	}
	qsort(sorted, count, sizeof *sorted, by_place);
	for (size_t i = 0; i < count; i++) {
		list_test(sorted[i]);
	}
	free(sorted);
}

/* ---- A test and its process ---- */

static double timeout_of(const struct item *item)
{
	double own = item->test->data->timeout;

	if (own > 0) {
		return own;
	}
	return item->suite && item->suite->timeout > 0 ? item->suite->timeout : options.timeout_s;
}

/* `is_over` distinguishes a finished test from one that ended the process. */
static _Noreturn void run_test(
	const struct item *item, struct report *report, const sigset_t *signals)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigprocmask(SIG_SETMASK, signals, NULL);
	running = item;
	own_report = report;
	owner = getpid();
	item->test->test();
	atomic_store(&report->is_over, true);
	exit(0);
}

static void begin(struct job *job, const struct item *item, const sigset_t *signals)
{
	*job = (struct job){.item = item, .report = job->report, .began_s = now_s()};
	memset(job->report, 0, sizeof *job->report);
	if (options.is_verbose) {
		printf("[RUN ] %s\n", item->name);
	}
	fflush(NULL);
	job->process = fork();
	if (job->process == 0) {
		run_test(item, job->report, signals);
	}
	if (job->process < 0) {
		perror("fork");
		exit(2);
	}
}

static const char *verdict_of(const struct job *job, int status)
{
	const struct report *report = job->report;
	int wanted = job->item->test->data->signal;

	if (job->is_timed_out) {
		return "TIMEOUT";
	}
	if (WIFSIGNALED(status)) {
		return wanted == WTERMSIG(status) ? "PASS" : "CRASH";
	}
	if (WEXITSTATUS(status) != 0 || !atomic_load(&report->is_over)) {
		return atomic_load(&report->failures) ? "FAIL" : "CRASH";
	}
	if (atomic_load(&report->failures) || wanted) {
		return "FAIL";
	}
	return atomic_load(&report->is_skipped) ? "SKIP" : "PASS";
}

static void count(const char *verdict)
{
	bool is_skipped = strcmp(verdict, "SKIP") == 0, is_crash = strcmp(verdict, "CRASH") == 0;

	sum.tested += !is_skipped;
	sum.passed += strcmp(verdict, "PASS") == 0;
	sum.crashed += is_crash;
	sum.failed +=
		!is_crash && (strcmp(verdict, "FAIL") == 0 || strcmp(verdict, "TIMEOUT") == 0);
}

static void end(struct job *job, int status)
{
	const char *verdict = verdict_of(job, status);
	bool has_passed = strcmp(verdict, "PASS") == 0;

	count(verdict);
	if (!has_passed || options.is_verbose) {
		printf("[%s] %s: (%.2fs)%s%s\n", verdict, job->item->name, now_s() - job->began_s,
			WIFSIGNALED(status) ? " " : "",
			WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "");
	}
	if (strcmp(verdict, "CRASH") == 0 && WIFEXITED(status)) {
		printf("the process ended with %d%s\n", WEXITSTATUS(status),
			atomic_load(&job->report->is_over) ? "" : " before the end of the test");
	}
	if (job->report->message[0]) {
		printf("%.*s", MESSAGE_SIZE - 1, job->report->message);
	}
	fflush(stdout);
	job->process = 0;
}

static struct job *job_of(pid_t process)
{
	for (int i = 0; i < options.jobs; i++) {
		if (jobs[i].process == process) {
			return &jobs[i];
		}
	}
	return NULL;
}

static void kill_late(void)
{
	for (int i = 0; i < options.jobs; i++) {
		struct job *job = &jobs[i];
		double timeout_s = job->process ? timeout_of(job->item) : 0;

		if (timeout_s > 0 && now_s() - job->began_s > timeout_s) {
			job->is_timed_out = true;
			kill(job->process, SIGKILL);
		}
	}
}

/* Waits until a test has ended; SIGCHLD is blocked, so that none ends unnoticed before the wait. */
static void wait_for_one(const sigset_t *child)
{
	static const struct timespec second = {.tv_sec = 1};

	for (;;) {
		int status = 0;
		pid_t process = waitpid(-1, &status, WNOHANG);
		struct job *job = process > 0 ? job_of(process) : NULL;

		if (job) {
			end(job, status);
			return;
		}
		if (process == 0) {
			sigtimedwait(child, NULL, &second);
			kill_late();
		} else if (process < 0 && errno != EINTR) {
			perror("waitpid");
			exit(2);
		}
	}
}

static bool is_stopped(void)
{
	return options.is_fail_fast && sum.failed + sum.crashed > 0;
}

static void run_tests(void)
{
	sigset_t child, before;
	size_t next = 0;
	int busy = 0;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &before);
	while (busy > 0 || (next < item_count && !is_stopped())) {
		if (busy < options.jobs && next < item_count && !is_stopped()) {
			begin(job_of(0), &items[next++], &before);
			busy++;
		} else {
			wait_for_one(&child);
			busy--;
		}
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- The program ---- */

static void read_options(int argc, char **argv)
{
	static const struct option known[] = {
		{"filter", required_argument, NULL, 'f'},
		{"timeout", required_argument, NULL, 't'},
		{"jobs", required_argument, NULL, 'j'},
		{"fail-fast", no_argument, NULL, 'F'},
		{"verbose", no_argument, NULL, 'v'},
		{"list", no_argument, NULL, 'l'},
		{0},
	};
	int option;

	options.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
	while ((option = getopt_long(argc, argv, "j:", known, NULL)) != -1) {
		switch (option) {
		case 'f':
			options.filter = optarg;
			break;
		case 't':
			options.timeout_s = atof(optarg);
			break;
		case 'j':
			options.jobs = atoi(optarg);
			break;
		case 'F':
			options.is_fail_fast = true;
			break;
		case 'v':
			options.is_verbose = true;
			break;
		case 'l':
			options.is_list = true;
			break;
		default:
			exit(2);
		}
	}
	options.jobs = options.jobs < 1 ? 1 : options.jobs > MAX_JOBS ? MAX_JOBS : options.jobs;
}

static void share_reports(void)
{
	size_t size = (size_t)options.jobs * sizeof(struct report);
	struct report *reports =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (reports == MAP_FAILED) {
		perror("mmap");
		exit(2);
	}
	for (int i = 0; i < options.jobs; i++) {
		jobs[i].report = &reports[i];
	}
}

int main(int argc, char **argv)
{
	struct criterion_test_set *none = NULL; /* no hook reads it */

	read_options(argc, argv);
	share_reports();
	items = calloc(MAX_TESTS, sizeof *items);
	own_report =
		jobs[0].report; /* for assertions of hooks and of functions that make parameters */
	list_tests();
	if (options.is_list) {
		for (size_t i = 0; i < item_count; i++) {
			puts(items[i].name);
		}
		return 0;
	}
	for (f_report_hook *hook = __start_cr_pra; hook < __stop_cr_pra; hook++) {
		((void (*)(struct criterion_test_set *))(void *)*hook)(none);
	}
	if (__lsan_do_recoverable_leak_check) {
		__lsan_do_recoverable_leak_check();
	}
	run_tests();
	for (f_report_hook *hook = __start_cr_poa; hook < __stop_cr_poa; hook++) {
		((void (*)(struct criterion_global_stats *))(void *)*hook)(NULL);
	}
	printf("[====] Synthesis: Tested: %d | Passing: %d | Failing: %d | Crashing: %d\n",
		sum.tested, sum.passed, sum.failed, sum.crashed);
	return sum.failed + sum.crashed > 0;
}
