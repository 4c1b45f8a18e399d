/*
 * The plainest fast libmicrohttpd server: what HTTP costs here before anything of ours.
 *
 * bare PORT BYTES: one thread, epoll, one answer made once. Swallows the body of every request and
 * answers BYTES bytes, so that rates of the daemon can be given as a share of its rate.
 */
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *body, size_t *length, void **seen)
{
	static int mark;

	(void)url;
	(void)method;
	(void)version;
	(void)body;
	if (!*seen) {
		*seen = &mark;
		return MHD_YES;
	}
	if (*length > 0) {
		*length = 0;
		return MHD_YES;
	}
	return MHD_queue_response(connection, MHD_HTTP_OK, context);
}

static struct MHD_Response *make_response(size_t length)
{
	char *body = malloc(length + 1);
	struct MHD_Response *response;

	if (!body) {
		return NULL;
	}
	memset(body, 'x', length);
	response = MHD_create_response_from_buffer(length, body, MHD_RESPMEM_MUST_FREE);
	if (response) {
		MHD_add_response_header(response, "Content-Type", "application/json");
	}
	return response;
}

int main(int count, char **words)
{
	struct MHD_Response *response;
	struct MHD_Daemon *daemon;

	if (count != 3) {
		fprintf(stderr, "usage: bare PORT BYTES\n");
		return 2;
	}
	response = make_response(strtoul(words[2], NULL, 10));
	daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD,
		(uint16_t)strtoul(words[1], NULL, 10), NULL, NULL, answer, response,
		MHD_OPTION_CONNECTION_LIMIT, 1024U, MHD_OPTION_END);
	if (!response || !daemon) {
		fprintf(stderr, "bare: cannot listen on port %s\n", words[1]);
		return 1;
	}
	pause();
	MHD_stop_daemon(daemon);
	MHD_destroy_response(response);
	return 0;
}
