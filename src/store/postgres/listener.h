/* Receives the announcements of writes by other processes. */
#ifndef STORE_POSTGRES_LISTENER_H
#define STORE_POSTGRES_LISTENER_H

#include "store/postgres/connection.h"

#include <stdint.h>

struct postgres_listener;

struct postgres_listener_options {
	struct uv_loop_s *loop;
	const struct postgres_hosts *hosts;
	_Atomic(struct limits *) const *limits; /* with LIMIT_STORE_TIMEOUT */
	/* One word of an announcement (see transaction.c), and its sending process. */
	void (*on_announcement)(
		int peer, char letter, const char *id, uint64_t version, void *context);
	/* A writer ended before it could announce its write. */
	void (*on_missed)(void *context);
	/*
	 * Called when listening has started or ended; `why` is the sentence of the server or of
	 * libpq.
	 */
	void (*on_started)(void *context);
	void (*on_stopped)(const char *why, void *context);
	void *context;
};

struct postgres_listener *postgres_listener_create(const struct postgres_listener_options *options);

bool postgres_listener_is_active(const struct postgres_listener *listener);

void postgres_listener_close(
	struct postgres_listener *listener, void (*closed)(void *context), void *context);

#endif
