/* One transaction: what is sent for some writes, and what its answers say of each. */
#ifndef STORE_POSTGRES_TRANSACTION_H
#define STORE_POSTGRES_TRANSACTION_H

#include "store/postgres/appends.h"
#include "store/write.h"

enum { TRANSACTION_MOST_WRITES = 256 };

enum { QUOTA_PLACES = 2048 };

/*
 * Keys written for each owner and session since the last removal of the oldest: none of several
 * processes has the counts, so each has the server drop what exceeds a limit after every 64th part
 * of it, and the first time that it sees the owner. A limit is exceeded by at most a 64th a
 * process. Each place has a digest of an owner; another one in the same place begins anew.
 */
struct postgres_quota {
	struct {
		uint64_t who;
		uint64_t keys, bytes;
	} places[QUOTA_PLACES];
};

/* What an answer is about. */
enum postgres_expectation {
	EXPECT_NOTHING,
	EXPECT_CHANGE,
	EXPECT_APPENDS,
	EXPECT_LOOK,
	EXPECT_DROPPED,
	EXPECT_COMMIT
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
	struct store_write *writes[TRANSACTION_MOST_WRITES];
	unsigned count;
	bool is_check; /* without writes: the server has nothing to put on its disk either */

	bool singly; /* each write by statements of its own */
	/* Which part the connection is, and how many of its transactions were news to others: see
	 * postgres_parts.h. */
	char part[SESSION_ID_ROOM];
	uint64_t number;

	bool under_way;
	bool committed;
	bool rolling_back; /* nothing of it has taken place */
	char failure[6];   /* SQLSTATE of what failed first; "": nothing */
	char why[128];     /* the server's words for it */
	int64_t since_ns;  /* when it was sent */

	/* Its own. */
	struct store_write *sorted[TRANSACTION_MOST_WRITES];
	struct store_write *keyed[TRANSACTION_MOST_WRITES];
	struct postgres_appends appends;
	struct postgres_quota quota;
	struct postgres_expected expected[6 * TRANSACTION_MOST_WRITES + 16];
	unsigned expected_count, answered;
};

/* The connection is another one: what was announced on it is counted anew. */
void postgres_transaction_begin_part(struct postgres_transaction *transaction);

void postgres_transaction_finish(struct postgres_transaction *transaction);

/* Sends all of it. Writes whose transaction was lost before are followed by a look for their mark.
 */
void postgres_transaction_send(struct postgres_transaction *transaction);

/* The next answer; the writes' statuses are known when it is over. */
void postgres_transaction_take(struct postgres_transaction *transaction, const PGresult *result);

/* All is answered. True: it is over. False: it is being rolled back, and will be answered again. */
bool postgres_transaction_ends(struct postgres_transaction *transaction);

#endif
