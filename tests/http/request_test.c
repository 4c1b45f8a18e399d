/* Whole requests in, replies out. */
#include "http/handlers.h"

#include <criterion/criterion.h>

TestSuite(http_request, .timeout = 30);

Test(http_request, a_get_is_answered)
{
	struct rig *rig = rig_start(rig_options(), handle);
	struct answer *answer = client_ask(rig, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n", 36 - 3);

	cr_assert_eq(answer->status, 200);
	cr_assert_str_eq(answer->body, "hello");
	cr_assert(strstr(answer->head, "Content-Type: text/plain\r\n"));
	free(answer);
	cr_assert(rig_becomes(&rig->finished, 1));
	cr_assert_eq(rig->last_status, 200);
	rig_stop(rig);
}
