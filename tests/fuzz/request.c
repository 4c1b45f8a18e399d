/*
 * Anything at all asked of the API: requests, separated by lines "---", on an empty store. Each is
 * answered once, with JSON where it says so, and never with 500. In inputs of odd length no worker
 * has time for searches or corrections; else corrections are searched at once.
 */
#include "api/api.h"
#include "base/clock.h"
#include "fuzz/fake_http.h"
#include "fuzz/target.h"
#include "port/journal.h"
#include "session/fake_pool.h"
#include "session/sessions.h"
#include "simulation/simulations.h"
#include "site/site.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { MAX_BYTES = 1 << 16 };

static const char separator[] = "\n---\n";
static const char *const none[] = {NULL};

static uv_loop_t loop;
static struct site *site;

/* The same ids for the same input. */
static uint64_t drawn;

static void draw(void *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		drawn = drawn * 6364136223846793005 + 1442695040888963407;
		((unsigned char *)bytes)[i] = (unsigned char)(drawn >> 56);
	}
}

struct service {
	struct fake_pool no_workers;
	struct journal *journal;
	struct sessions *sessions;
	struct simulations *simulations;
	struct api *api;
};

static void open_service(struct service *service, bool has_time)
{
	struct mk_error error;

	drawn = 1;
	fake_pool_init(&service->no_workers, 0);
	service->journal = store_open("memory:", &loop, &error);
	service->sessions = sessions_create(&(struct sessions_options){
		.journal = service->journal,
		.workers = has_time ? NULL : &service->no_workers.workers,
		.kept = 2,
		.waiting_limit = 2,
		.confidence = has_time ? 1 : 0.95F,
		.repeats = 0.02F,
		.auto_repair = true,
		.now_ms = clock_wall_ms,
		.random = draw,
	});
	service->simulations = simulations_create(&(struct simulations_options){
		.journal = service->journal,
		.workers = &service->no_workers.workers,
		.threads = 1,
		.limit = 2,
		.kept = 2,
		.now_ms = clock_wall_ms,
		.ticks_ns = clock_ticks_ns,
		.random = draw,
	});
	service->api = api_create(&(struct api_options){
		.loop = &loop,
		.sessions = service->sessions,
		.simulations = service->simulations,
		.random = draw,
		.journal = service->journal,
		.site = site,
		.public_url = "",
		.origins = none,
		.hosts = none,
		.ping_interval_s = 15,
		.listener_limit = 8,
		.budget_ms = 300,
		.language = MK_DANISH,
	});
	api_open(service->api);
	sessions_deliver_ready(service->sessions);
}

static void on_stopped(void *context)
{
	*(bool *)context = true;
}

static void close_service(struct service *service)
{
	bool stopped = false;

	fake_hang_up();
	api_drain(service->api);
	sessions_deliver_ready(service->sessions);
	service->journal->methods->stop(service->journal, on_stopped, &stopped);
	while (!stopped) {
		uv_run(&loop, UV_RUN_NOWAIT);
	}
	sessions_destroy(service->sessions);
	simulations_destroy(service->simulations);
	api_destroy(service->api);
	service->journal->methods->destroy(service->journal);
	while (uv_run(&loop, UV_RUN_NOWAIT) != 0) {
	}
}

static void ask(struct service *service, char *text, size_t length)
{
	char id[64];
	struct http_request *request;

	memcpy(id, fake_location, sizeof id);
	request = fake_request(text, length, id);
	if (request) {
		api_handle(request, service->api);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static char text[MAX_BYTES + 1];
	struct service service;
	char *at = text;

	if (size > MAX_BYTES) {
		return 0;
	}
	if (!site) {
		struct mk_error error;

		site = site_create("", &error);
		uv_loop_init(&loop);
	}
	memcpy(text, bytes, size);
	text[size] = '\0';
	open_service(&service, size % 2 == 0);
	while (at < text + size) {
		size_t left = (size_t)(text + size - at);
		char *stop = memmem(at, left, separator, sizeof separator - 1);
		size_t length = stop ? (size_t)(stop - at) : left;

		at[length] = '\0';
		ask(&service, at, length);
		at += length + sizeof separator - 1;
	}
	close_service(&service);
	return 0;
}
