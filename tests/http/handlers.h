/* The handlers of the test server. */
#ifndef TESTS_HTTP_HANDLERS_H
#define TESTS_HTTP_HANDLERS_H

#include "http/rig.h"

extern atomic_int handlers_gone;   /* clients that went away while their request was kept */
extern atomic_int handlers_closed; /* streams that have ended */
extern atomic_int handlers_slow;   /* streams whose reader was too slow */
extern atomic_int handlers_kept;

void handle(struct http_request *request, void *context);

/* A job of the rig: what was asked for at /held is answered. */
void handlers_let_go(struct rig *rig);

#endif
