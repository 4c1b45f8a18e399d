/*
 * Who a request is counted for: its token where auth = token, else the address of the client.
 */
#ifndef API_OWNER_H
#define API_OWNER_H

#include "session/journal.h"

struct call;

/* The same for every request of this token or address, also after a restart. */
void owner_of(const struct call *call, unsigned char owner[ONCE_OWNER]);

#endif
