/* One transaction: the statements for some writes, and the meaning of their results. */
#ifndef STORE_POSTGRES_TRANSACTION_H
#define STORE_POSTGRES_TRANSACTION_H

#include "store/postgres/appends.h"
#include "store/write.h"

enum postgres_remedy {
	REMEDY_ALONE,   /* one of its writes cannot be made: each in a transaction of its own */
	REMEDY_REFUSED, /* the same, but a trigger, for instance, may refuse all of them */
	REMEDY_SINGLY,  /* it cannot change many sessions by one statement: one by one, for ever */
	REMEDY_AGAIN,   /* the same once more */
	REMEDY_ELSEWHERE, /* at another server, or at this one when it is back */
	REMEDY_LATER      /* not now */
};

/* The SQLSTATE of a transaction that knows an older schema than the database has: division by zero,
 * see change.c. No other statement divides. */
#define POSTGRES_FENCED "22012"

/* By the SQLSTATE of the failure (PostgreSQL's manual, appendix A). */
enum postgres_remedy postgres_remedy(const char *state);

enum { TRANSACTION_MAX_WRITES = 256 };

enum { QUOTA_PLACES = 2048 };

/*
 * Keys written per owner and session since the last removal of the oldest. No process has the
 * counts of all, so each has the server remove the excess after every 64th part of a limit, and
 * when it first sees an owner: each process exceeds a limit by at most a 64th. An entry has a
 * digest of its owner; another owner with the same entry starts again.
 */
struct postgres_quota {
	struct {
		uint64_t who;
		uint64_t keys, bytes;
	} places[QUOTA_PLACES];
};

/* The subject of a result. */
enum postgres_expectation {
	EXPECT_NOTHING,
	EXPECT_CHANGE,
	EXPECT_APPENDS,
	EXPECT_LOOK,
	EXPECT_DROPPED,
	EXPECT_COMMIT,
	EXPECT_ROLLBACK
};
struct postgres_expected {
	enum postgres_expectation kind;
	struct store_write **writes; /* the first of those that it is about */
	unsigned count;
	int limit; /* whose rows were dropped */
};

struct postgres_transaction {
	struct postgres_connection *connection;
	struct limits *limits; /* of keys; NULL: the defaults */
	/* In the order of the calls; none: it only tries whether writing is possible. */
	struct store_write *writes[TRANSACTION_MAX_WRITES];
	unsigned count;
	bool is_check; /* without writes: it is rolled back, so the disk is not waited for */

	bool singly; /* each write by statements of its own */
	/*
	 * The part of this connection, and the number of its transactions with notifications
	 * (parts.h).
	 */
	char part[SESSION_ID_SIZE];
	uint64_t number;

	bool under_way;
	bool committed;    /* or, of a check, has met nothing that would prevent it */
	bool rolling_back; /* it has had no effect */
	char failure[6];   /* SQLSTATE of the first failure; "": none */
	char why[128];     /* the server's message */
	int64_t since_ns;  /* when it was sent */

	/* Internal members. */
	struct store_write *sorted[TRANSACTION_MAX_WRITES];
	struct store_write *keyed[TRANSACTION_MAX_WRITES];
	struct postgres_appends appends;
	struct postgres_quota quota;
	struct postgres_expected expected[6 * TRANSACTION_MAX_WRITES + 16];
	unsigned expected_count, answered;
};

/* After a reconnection the announcements are numbered again. */
void postgres_transaction_begin_part(struct postgres_transaction *transaction);

void postgres_transaction_finish(struct postgres_transaction *transaction);

/* Sends all of it. Writes of a lost transaction are followed by a verification of their id. */
void postgres_transaction_send(struct postgres_transaction *transaction);

/* Takes the next result; the statuses of the writes are known at the end. */
void postgres_transaction_take(struct postgres_transaction *transaction, const PGresult *result);

/*
 * Called after all results. True: it has ended. False: it is being rolled back, and further results
 * follow.
 */
bool postgres_transaction_ends(struct postgres_transaction *transaction);

#endif
