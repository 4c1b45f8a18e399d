/* Slow readers, hostile ones, and many. */
#include "ws/echo.h"

#include <criterion/criterion.h>

TestSuite(ws_many, .timeout = 300);

static atomic_int taken;

static void job_flood(struct rig *rig)
{
	static char block[10000];
	int sent = 0;

	(void)rig;
	memset(block, 'b', sizeof block);
	while (sent < 10000 && ws_send(sockets[0], block, sizeof block)) {
		sent++;
	}
	atomic_store(&taken, sent);
}

Test(ws_many, a_slow_reader_is_reported_and_gets_all_accepted_messages)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
	int peer = peer_open(rig);
	int sent;

	rig_do(rig, job_flood);
	sent = taken;
	cr_assert_gt(sent, 20);
	cr_assert_lt(sent, 10000);
	for (int i = 0; i < sent; i++) {
		struct frame *frame = peer_read(peer);

		cr_assert_eq(frame->opcode, FIN | TEXT);
		cr_assert_eq(frame->length, 10000);
		free(frame);
	}
	peer_say(peer, "and now you");
	cr_assert(peer_hears(peer, "and now you"));
	close(peer);
	rig_stop(rig);
}

/* It pings and never reads: neither the responses nor what is read grow without bound. */
Test(ws_many, a_peer_that_only_pings_is_closed)
{
	static char block[64 * 1024];
	struct rig *rig = rig_start(rig_options(), handle_ws);
	int peer = peer_open(rig);
	int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
	size_t whole = sizeof block / 131 * 131;
	size_t total = 0;
	double start = rig_seconds();

	for (size_t at = 0; at + 131 <= sizeof block; at += 131) {
		peer_frame((uint8_t *)block + at, FIN | PING, block, 125, true);
	}
	while (rig_seconds() - start < 1.0) {
		size_t at = total % whole;
		ssize_t sent = send(peer, block + at, whole - at, flags);

		total += sent > 0 ? (size_t)sent : 0;
		if (sent < 0) {
			rig_sleep_ms(5);
		}
	}
	cr_assert_lt(total, 64 * 1024 * 1024);
	cr_assert(rig_becomes(&closed, 1));
	cr_assert_eq(rig_figures(rig).upgraded, 0);
	close(peer);
	rig_stop(rig);
}

static double broadcast_seconds; /* of processor time */

static double busy_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void job_broadcast(struct rig *rig)
{
	static char message[2048];
	double start = busy_seconds();

	(void)rig;
	memset(message, 'n', sizeof message);
	for (int i = 0; i < opened; i++) {
		cr_expect(ws_send(sockets[i], message, sizeof message));
	}
	broadcast_seconds = busy_seconds() - start;
}

Test(ws_many, two_kilobytes_reach_a_thousand_listeners_in_no_time)
{
	static int peers[MOST];
	struct rig *rig = rig_start(rig_options(), handle_ws);

	for (int i = 0; i < MOST; i++) {
		peers[i] = peer_open(rig);
		cr_assert_neq(peers[i], -1);
	}
	cr_assert_eq(rig_figures(rig).upgraded, MOST);
	cr_assert_eq(rig_figures(rig).connections, 0);
	rig_do(rig, job_broadcast);
	cr_log_info("2 KB to %d listeners: %.1f ms", MOST, broadcast_seconds * 1e3);
	cr_assert_lt(broadcast_seconds, 0.5);
	for (int i = 0; i < MOST; i++) {
		struct frame *frame = peer_read(peers[i]);

		cr_assert_eq(frame->length, 2048);
		free(frame);
		close(peers[i]);
	}
	cr_assert(rig_becomes(&closed, MOST));
	rig_stop(rig);
}
