/* How a game is written and said: JSON, one line, words for players, a drawing. */
#ifndef MAKKER_NOTATION_H
#define MAKKER_NOTATION_H

#include <makker/finding.h>
#include <makker/members.h>
#include <makker/phrase.h>
#include <makker/rules.h>
#include <makker/status.h>
#include <makker/text.h>
#include <stdbool.h>
#include <stddef.h>

struct json_t; /* jansson's, which reads what comes in */
struct mk_view;
struct mk_snapshot;

/*
 * `write_move` and `describe_move` are required; all others may be NULL. Those with a default are
 * called by way of the functions of makker/game.h.
 */
struct mk_notation {
	/* ---- Codes by number, ended by NULL ---- */
	/* Entry 0 of suppressions is NULL, it ends after that. NULL: there are none, and no advice
	 * has one. */
	const char *const *reasons;
	const char *const *suppressions;
	/* NULL: mk_pile_conflict_codes where the game has piles. */
	const char *const *conflict_reasons;
	const char *const *odds; /* at most MK_MAX_ODDS; NULL: there are none */

	/*
	 * The members that the JSON of snapshots, moves and tables may have, apart from those of
	 * the service (camera, rank, ...), and the counts of a place that may be corrected. Callers
	 * check client input with mk_members_check(); readers below take the members that they
	 * know. Moves and tables may be sent as they are written. NULL: unchecked.
	 */
	const struct mk_member *snapshot_members, *move_members, *table_members, *count_members;

	/* ---- Snapshots ---- */
	/* Reads a snapshot's JSON; members of the service are ignored. NULL: mk_piles_read(). */
	enum mk_status (*read_snapshot)(
		const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error);
	/* Writes a snapshot as one JSON value for read_snapshot. NULL: mk_piles_write(); without
	 * piles, snapshots are not written. */
	void (*write_snapshot)(
		struct mk_text *out, const char *key, const struct mk_snapshot *seen);
	/* The one-line form, for mk_snapshot_read_line(). NULL: that of the piles; without piles
	 * there is none. */
	enum mk_status (*read_line)(
		const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error);
	void (*write_line)(struct mk_text *out, const struct mk_snapshot *seen);
	/* Writes the JSON pointer of a position in a snapshot: "/columns/3". NULL: the pile's. */
	void (*write_place)(struct mk_text *out, int position);
	/* The same of a conflict. NULL: of its position. */
	void (*write_conflict)(struct mk_text *out, const struct mk_conflict *conflict);

	/* ---- Moves ---- */
	/*
	 * Writes a move's own fields (type, kind, from, to, cut, card, cards, ...) into the open
	 * JSON object, each of them a member of `move_members`. `view` is the table before the
	 * move.
	 */
	void (*write_move)(struct mk_text *out, const struct mk_view *view, struct mk_move move);
	/*
	 * Reads a client's move and finds it among the legal ones. NULL: the legal move whose
	 * members, as write_move writes them, are those that the client gives (some of them are
	 * enough); "illegal_move" where there is none, "ambiguous_move" where there are several.
	 */
	enum mk_status (*read_move)(const struct json_t *json, const struct mk_view *view,
		struct mk_move *move, mk_card *revealed, struct mk_error *error);
	/* The move in short for experts: "8D 5>7", "draw". NULL: card and places. */
	void (*write_short)(struct mk_text *out, struct mk_move move);

	/* ---- Tables ---- */
	/* Writes the fields of the table into the open object. NULL: the piles. A game that has
	 * more to write calls mk_piles_write() itself. */
	void (*write_table)(struct mk_text *out, const struct mk_view *view);
	/*
	 * Writes, as a field of the table, how it will end where that takes a search: the result of
	 * the search is in `advice` (NULL: there was none). NULL: the table has no such field.
	 */
	void (*write_forecast)(
		struct mk_text *out, const struct mk_view *view, const struct mk_advice *advice);
	/* Reads what write_table writes. NULL: the piles, for set_table(); without them, tables are
	 * not read. */
	enum mk_status (*read_table)(const struct json_t *json, const struct mk_rules *rules,
		struct mk_view *view, struct mk_error *error);

	/* ---- Findings ---- */
	/* An accepted finding as one JSON value, and back; without loss of anything that
	 * apply_finding() needs. NULL, both: moves, revealed cards and counts in a general form. */
	void (*write_finding)(
		struct mk_text *out, const char *key, const struct mk_finding *finding);
	enum mk_status (*read_finding)(
		const struct json_t *json, struct mk_finding *finding, struct mk_error *error);

	/* ---- Sentences for players ---- */
	/*
	 * UTF-8 without quotes, backslashes and control characters, which stands in JSON as it is.
	 * The same holds for the codes above.
	 */
	void (*describe_move)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, struct mk_move move);
	/* True if a list for players has `one` before `other`, of the moves of a view. NULL: it has
	 * them as view_moves() returns them. */
	bool (*lists_before)(
		const struct mk_view *view, const struct mk_move *one, const struct mk_move *other);
	/* The card that moves. NULL: the name of move.card. */
	void (*describe_card)(struct mk_text *out, enum mk_language language, struct mk_move move);
	/* A sentence for each of `reasons`, in their order; or a function for those with arguments.
	 * One of the two is required with `reasons`. */
	const struct mk_phrase *reason_phrases;
	void (*describe_reason)(struct mk_text *out, enum mk_language language, int reason);
	/* The reason for a move's value, with the numbers of this table, one sentence. NULL: the
	 * reasons are enough. */
	void (*describe_why)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, const struct mk_ranked_move *ranked);
	/* The expected result of the table, one sentence. `advice` has a value. NULL: no sentence.
	 */
	void (*describe_outlook)(
		struct mk_text *out, enum mk_language language, const struct mk_advice *advice);
	/* NULL: mk_piles_describe_conflict(). */
	void (*describe_conflict)(
		struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict);
	/* Asks the player whether a card was read as another one. NULL: it does not ask. */
	void (*describe_repair)(
		struct mk_text *out, enum mk_language language, const struct mk_repair *repair);
	/*
	 * The question which of several explanations is true (see `explanations` in game.h): its
	 * stable code, with the position that it is about; the sentence; and the answer of which
	 * explanation `number` is the likeliest that it leaves, false where it is not that of any
	 * answer. NULL, all: the game keeps one.
	 */
	const char *(*question)(const struct mk_view *view, int *position);
	void (*describe_question)(
		struct mk_text *out, enum mk_language language, const struct mk_view *view);
	bool (*describe_answer)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, int number);
	/* The content of that answer, as members of the open object: for programs that answer. */
	void (*write_answer)(struct mk_text *out, const struct mk_view *view, int number);
	/*
	 * The one sentence for the player. `finding` (may be NULL) is the last snapshot's: "look
	 * again" and contradictions come first; `suggestion` may be NULL. NULL: put together from
	 * describe_conflict, describe_move and `messages`.
	 */
	void (*describe_message)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, const struct mk_finding *finding,
		const struct mk_move *suggestion);
	/* The result of the deal that is over, within a match. NULL: a deal is a whole match. */
	void (*describe_deal_result)(
		struct mk_text *out, enum mk_language language, const struct mk_view *view);
	/* The sentences of the default of describe_message. NULL: general ones. */
	const struct mk_message_phrases *messages;

	/* The table for a terminal. NULL: the piles. */
	void (*draw)(struct mk_text *out, enum mk_language language, const struct mk_view *view,
		struct mk_card_style style);
};

/* The player's sentence if no move is suggested. */
struct mk_message_phrases {
	struct mk_phrase waiting; /* asks for the first snapshot */
	struct mk_phrase look_again;
	struct mk_phrase won, lost, drawn;
	struct mk_phrase no_move; /* the game is played, but the strategy has no move */
};

#endif
