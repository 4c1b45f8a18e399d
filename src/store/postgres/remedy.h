/* How to go on after a failed transaction. */
#ifndef STORE_POSTGRES_REMEDY_H
#define STORE_POSTGRES_REMEDY_H

enum postgres_remedy {
	REMEDY_ALONE,  /* one of its writes fails: each in a transaction of its own */
	REMEDY_SINGLY, /* it cannot change many sessions by one statement: one by one, for ever */
	REMEDY_AGAIN,  /* the same once more */
	REMEDY_ELSEWHERE, /* at another server, or at this one when it is back */
	REMEDY_LATER      /* not now */
};

/* By the SQLSTATE of the failure (PostgreSQL's manual, appendix A). */
enum postgres_remedy postgres_remedy(const char *state);

#endif
