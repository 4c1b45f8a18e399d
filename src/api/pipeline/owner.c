/* Owners of what is counted. */
#include "api/pipeline/owner.h"

#include "api/pipeline/call.h"
#include "api/pipeline/quota.h"

#include <sodium.h>
#include <string.h>

void owner_of(const struct call *call, unsigned char owner[ONCE_OWNER])
{
	struct http_peer peer = http_request_peer(call->request);

	if (call->lock[0]) {
		crypto_generichash(owner, ONCE_OWNER, (const unsigned char *)call->lock,
			strlen(call->lock), NULL, 0);
	} else {
		crypto_generichash(owner, ONCE_OWNER, (const unsigned char *)&peer.number,
			sizeof peer.number, NULL, 0);
	}
}

bool owner_is_counted(const struct call *call, unsigned char owner[ONCE_OWNER])
{
	if (!call->lock[0] && !quota_counts_address(call)) {
		return false;
	}
	owner_of(call, owner);
	return true;
}
