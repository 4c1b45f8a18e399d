/*
 * Records the functions that an instrumented program enters (gcc -finstrument-functions); for
 * LD_PRELOAD.
 *
 * Signal 42 (real-time; the daemon ignores the others) starts a recording. The next one ends it and
 * writes it to the file that MAKKER_TRACE names: a line for each call, in order, with the thread,
 * the function and its caller in hexadecimal.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_CALLS = 1 << 20, HEX_DIGITS = 16, SIGNAL = 42 };

struct entered {
	unsigned long thread;
	unsigned long function;
	unsigned long caller;
};

static struct entered calls[MAX_CALLS];
static atomic_uint call_count;
static atomic_bool recording;

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site)
{
	unsigned at;

	if (!atomic_load_explicit(&recording, memory_order_relaxed)) {
		return;
	}
	at = atomic_fetch_add(&call_count, 1);
	if (at < MAX_CALLS) {
		calls[at] = (struct entered){
			(unsigned long)gettid(), (unsigned long)function, (unsigned long)site};
	}
}

void __cyg_profile_func_exit(void *function, void *site)
{
	(void)function;
	(void)site;
}

static void put_hex(char *at, unsigned long number)
{
	for (int i = 0; i < HEX_DIGITS; i++) {
		at[i] = "0123456789abcdef"[number >> (4 * (HEX_DIGITS - 1 - i)) & 15];
	}
}

/* In a signal handler: no allocation, no stdio. */
static void write_calls(int file)
{
	unsigned count = atomic_load(&call_count);
	char line[3 * HEX_DIGITS + 3];

	line[HEX_DIGITS] = line[2 * HEX_DIGITS + 1] = ' ';
	line[3 * HEX_DIGITS + 2] = '\n';
	for (unsigned i = 0; i < count && i < MAX_CALLS; i++) {
		put_hex(line, calls[i].thread);
		put_hex(line + HEX_DIGITS + 1, calls[i].function);
		put_hex(line + 2 * HEX_DIGITS + 2, calls[i].caller);
		if (write(file, line, sizeof line) != sizeof line) {
			return;
		}
	}
}

static void on_signal(int number)
{
	int file;

	(void)number;
	if (!atomic_exchange(&recording, false)) {
		atomic_store(&call_count, 0);
		atomic_store(&recording, true);
		return;
	}
	file = open(getenv("MAKKER_TRACE"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (file >= 0) {
		write_calls(file);
		close(file);
	}
}

__attribute__((constructor)) static void listen_for_signal(void)
{
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};

	sigaction(SIGNAL, &action, NULL);
}
