/*
 * Admission control: the stages that check a request before its operation is known or trusted
 * (host, origin, rates, load of the store), and the limits of use per address, token and session.
 */
#ifndef API_PIPELINE_ADMISSION_H
#define API_PIPELINE_ADMISSION_H

#include "api/pipeline/call.h"
#include "port/journal.h"

/* ---- stages --------------------------------------------------------------------------------- */

/* 421 for a host name that is not allowed (DNS rebinding). */
enum stage_result admission_check_host(struct call *call);
/* 403 for a page of another origin that is not allowed. */
enum stage_result admission_check_origin(struct call *call);
/* 429 for an address with too many requests, per second or open at a time. */
enum stage_result admission_check_address(struct call *call);
/* 503 for a request that writes while too many writes wait for the store. */
enum stage_result admission_check_store(struct call *call);
/* 429 for a session with too many requests per second. */
enum stage_result admission_check_session(struct call *call);
/* 429 for an address with too many requests that the HTTP server rejected. */
enum stage_result admission_check_rejections(struct call *call);

/* The same for a session that is to be created, by token. */
enum stage_result admission_check_creation(struct call *call);

/* ---- charges -------------------------------------------------------------------------------- */

/*
 * The cost in additional requests: one for each CHARGED_NS of work on the loop, one for
 * MESSAGES_CHARGED messages, which take as long, and LOADING_CHARGED for loading a session, which
 * takes 0.7 ms at most (63 steps).
 */
enum { CHARGED_NS = 1000000, MESSAGES_CHARGED = 150, LOADING_CHARGED = 1 };

/*
 * Counts `count` more requests for the call's address and its session, if it has passed their
 * rates. The client is still connected.
 */
void admission_charge(struct call *call, unsigned count, int64_t now_ns);

/* Counts the messages to the subscribers of the session changed by the call. */
void admission_charge_messages(struct call *call, int64_t now_ns);

/* ---- pure parts ----------------------------------------------------------------------------- */

/*
 * True if a request may name `host` (with or without a port): a numeric address, localhost, or a
 * name of `list` (ended by NULL; NULL: none; "*": all).
 */
bool host_is_known(const char *host, const char *const *list);

/* True if `origin` is that of this server, under which the client sees it as `host` (NULL:
 * unknown). */
bool origin_is_own(const char *origin, const char *host);
/* True if `origin` is in `list` (ended by NULL; NULL: none; "*": all). */
bool origin_is_listed(const char *origin, const char *const *list);

/* ---- owners and claims ---------------------------------------------------------------------- */

/*
 * The owner of a request, for which sessions and keys are counted: its token if auth = token, else
 * its address. The same for each of its requests, also after a restart.
 */
void admission_owner(const struct call *call, unsigned char owner[OWNER_DIGEST_BYTES]);

/*
 * The same; false if the limits of tokens do not apply because the owner is the address of a local
 * program.
 */
bool admission_counted_owner(const struct call *call, unsigned char owner[OWNER_DIGEST_BYTES]);

/*
 * Takes one of `id` for the address, token or session of the call, according to the row's scope. On
 * failure (the row's rejection in `error`; may be NULL) nothing is taken.
 */
enum mk_status admission_claim(
	struct call *call, struct claims *claims, enum limit_id id, struct mk_error *error);

#endif
