/* How websockets end. */
#include "ws/echo.h"

#include <criterion/criterion.h>

TestSuite(ws_end, .timeout = 300);

Test(ws_end, the_server_closes_and_waits_for_the_answer)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
	int peer = peer_open(rig);

	peer_say(peer, "!close");
	cr_assert(peer_reads(peer, FIN | CLOSE, "\x03\xf5later", 7));
	rig_sleep_ms(100);
	cr_assert_eq(closed, 0);
	peer_send_frame(peer, FIN | CLOSE, "\x03\xf5", 2);
	cr_assert(client_sees_end(peer));
	cr_assert(rig_becomes(&closed, 1));
	close(peer);
	rig_stop(rig);
}

Test(ws_end, an_answer_that_does_not_come_is_waited_for_two_seconds)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
	int peer = peer_open(rig);
	double start = rig_seconds();

	peer_say(peer, "!close");
	cr_assert_eq(peer_close_code(peer), WS_TRY_AGAIN);
	cr_assert(client_sees_end(peer));
	cr_assert_geq(rig_seconds() - start, 1.9);
	cr_assert(rig_becomes(&closed, 1));
	close(peer);
	rig_stop(rig);
}

Test(ws_end, a_peer_that_vanishes_is_noticed)
{
	struct linger at_once = {.l_onoff = 1};
	struct rig *rig = rig_start(rig_options(), handle_ws);
	int polite = peer_open(rig);
	int rude = peer_open(rig);

	close(polite);
	setsockopt(rude, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
	close(rude);
	cr_assert(rig_becomes(&closed, 2));
	rig_stop(rig);
}

static void job_close_all(struct rig *rig)
{
	(void)rig;
	for (int i = 0; i < opened; i++) {
		ws_close(sockets[i], WS_GOING_AWAY, NULL);
		ws_close(sockets[i], WS_NORMAL, "twice");
	}
}

Test(ws_end, a_stop_after_closing_all_is_orderly)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
	int peers[20];

	for (int i = 0; i < 20; i++) {
		peers[i] = peer_open(rig);
	}
	rig_do(rig, job_close_all);
	rig_stop_start(rig);
	for (int i = 0; i < 20; i++) {
		cr_assert_eq(peer_close_code(peers[i]), WS_GOING_AWAY);
		peer_send_frame(peers[i], FIN | CLOSE, "\x03\xe9", 2);
		cr_assert(client_sees_end(peers[i]));
		close(peers[i]);
	}
	rig_stop_finish(rig);
	cr_assert_eq(closed, 20);
}

Test(ws_end, a_shutdown_closes_the_remaining_connections)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
	int peer = peer_open(rig);

	rig->grace_ms = 100;
	rig_stop_start(rig);
	cr_assert(client_sees_end(peer));
	rig_stop_finish(rig);
	cr_assert_eq(closed, 1);
	close(peer);
}
