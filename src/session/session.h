/*
 * A session: its game and rules, the known table, and the advice for it.
 *
 * Read by the API to write responses; changed only within this folder.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "port/journal.h"

#include <makker/game.h>
#include <stdbool.h>
#include <stdint.h>

struct deal;

enum session_sync { SESSION_IN_SYNC, SESSION_LOOKING, SESSION_DESYNCED };

/*
 * The sync state of a session whose last change was accepted: in sync if one explanation is
 * certain, looking if `view` has several, or cards that may be misread.
 */
enum session_sync session_sync_of(const struct mk_game *game, const struct mk_view *view);

/* ... after a snapshot that was not accepted: the next one decides, or the player has to. */
enum session_sync session_sync_after_refusal(const struct mk_finding *finding);

/* "in_sync", "looking", "desynced". */
const char *session_sync_name(enum session_sync sync);

struct session {
	char id[SESSION_ID_SIZE];
	const struct mk_game *game;
	const struct mk_preset *preset; /* what the rules started from */
	struct mk_rules rules;
	const char *rules_json; /* the same, written once: they never change */
	/* The hashes that tokens are compared with, text of the API's; NULL: none. Replaced at any
	 * time. */
	const char *token_hashes;
	/* Of a practice table, whose cards the program deals (session/deal.h); NULL: players do */
	const struct deal *deal;
	bool assisted;       /* hidden cards were revealed there and the move was undone */
	bool opponent_moves; /* there it is the turn of another seat, which the program plays */
	const struct mk_strategy *strategy;
	enum mk_language language;
	char name[SESSION_NAME_SIZE];
	bool named;
	uint64_t version;
	uint32_t revision; /* changes whenever the representation changes without a new version; 0:
			      no such change */
	enum mk_outcome outcome;
	enum session_sync sync;
	int64_t created_ms;
	int64_t updated_ms;
	uint32_t advised;  /* moves made while one was suggested, those taken back among them */
	uint32_t followed; /* of these, the suggested ones */
	const struct mk_view *view;
	const struct mk_finding *observed; /* of the last snapshot or move; NULL before the first */
	const struct mk_repair *repair;    /* the repair of a contradiction; NULL: none found */
	const struct mk_view *before; /* the table before the steps of `observed`; NULL: no steps */
	const struct mk_advice *advice; /* for `view`; NULL while waiting */
};

/* "waiting", "playing", "won", "lost", "drawn", "stopped". */
const char *session_status_name(enum mk_outcome outcome);

/* The message of a game that was given up. */
extern const struct mk_phrase session_given_up;

/* True if it was won, lost, drawn or given up. */
bool session_is_over(const struct session *session);

/* True if there are cards that too few snapshots have shown to be certain. */
bool session_has_unconfirmed(const struct session *session);

/*
 * True if several hypotheses are kept, and it is time to ask which is true: it matters by now, or
 * the newest snapshot leaves more of them than can be kept.
 */
bool session_asks_which(const struct session *session);

/* True if too few snapshots have shown the card to be certain. */
bool session_is_unconfirmed(const struct session *session, mk_card card);

#endif
