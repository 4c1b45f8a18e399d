/*
 * What one address, one token or one session has in use: requests, subscribers, long polls,
 * searches, simulations. What is taken is noted in claims and given back with them.
 */
#ifndef API_PIPELINE_QUOTA_H
#define API_PIPELINE_QUOTA_H

#include "base/counts.h"
#include "base/limits.h"

struct api;
struct call;

enum { MAX_CLAIMS = 6 };

/* Zero is none. */
struct claims {
	struct claim {
		enum limit_id id;
		uint64_t key;
	} of[MAX_CLAIMS];
	unsigned count;
};

struct quotas {
	struct counts of[LIMIT_COUNT]; /* those that are counted here; the others stay empty */
};

void quotas_init(struct quotas *quotas, void (*random)(void *bytes, size_t length));
void quotas_finish(struct quotas *quotas);

/*
 * Takes one of `id` for the address, the token or the session of the call, as the row's scope says.
 * On failure (the row's refusal in `error`) nothing is taken.
 */
enum mk_status claims_take(
	struct claims *claims, struct call *call, enum limit_id id, struct mk_error *error);

/* Is one of `id` among them? */
bool claims_have(const struct claims *claims, enum limit_id id);

/* Hands one of `id` over, if there is one: it is given back with `to` then, which has room. */
void claims_move(struct claims *from, struct claims *to, enum limit_id id);

/* Gives everything back; the claims are then none. */
void claims_give(struct claims *claims, struct api *api);

/* Is the call counted for its address? Programs on this machine are not, unless rate_limit_local is
 * on.
 */
bool quota_counts_address(const struct call *call);

#endif
