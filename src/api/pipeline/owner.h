/*
 * The owner of a request, for which sessions and keys are counted: the token of the request where
 * auth = token, otherwise the address of the client.
 */
#ifndef API_PIPELINE_OWNER_H
#define API_PIPELINE_OWNER_H

#include "port/journal.h"

struct call;

/* The same for every request of this token or address, also after a restart. */
void owner_of(const struct call *call, unsigned char owner[ONCE_OWNER]);

/*
 * The same in `owner`, where the limits for a token hold for the call. False where they do not,
 * since the owner is the address of a program on this machine.
 */
bool owner_is_counted(const struct call *call, unsigned char owner[ONCE_OWNER]);

#endif
