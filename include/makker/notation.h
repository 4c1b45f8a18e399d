/* The notations of a game: JSON, one-line text, sentences for players, a terminal drawing. */
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

struct json_t; /* of jansson, which reads JSON input */
struct mk_view;
struct mk_snapshot;

/*
 * `write_move` and `describe_move` are required; all others may be NULL. Callers use the functions
 * of makker/game.h, which implement the defaults.
 */
struct mk_notation {
	/* ---- Codes by number, ended by NULL ---- */
	/*
	 * Entry 0 of suppressions is NULL; the terminating NULL follows later. NULL: the game has
	 * none.
	 */
	const char *const *reasons;
	const char *const *suppressions;
	/* NULL: mk_pile_conflict_codes where the game has piles. */
	const char *const *conflict_reasons;
	const char *const *odds; /* at most MK_MAX_ODDS; NULL: there are none */

	/*
	 * The members that the JSON of snapshots, moves and tables may have, apart from those of
	 * the service (camera, rank, ...), and the counts of a place that may be corrected. Callers
	 * check client input with mk_members_check(); the readers below ignore unknown members.
	 * Moves and tables may be sent as they are written. NULL: unchecked.
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
	/* The same for a conflict. NULL: the pointer of its position. */
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
	 * members, as written by write_move, equal those that the client gives (a subset is
	 * enough); "illegal_move" where there is none, "ambiguous_move" where there are several.
	 */
	enum mk_status (*read_move)(const struct json_t *json, const struct mk_view *view,
		struct mk_move *move, mk_card *revealed, struct mk_error *error);
	/* The move in short notation: "8D 5>7", "draw". NULL: card and places. */
	void (*write_short)(struct mk_text *out, struct mk_move move);

	/* ---- Tables ---- */
	/* Writes the fields of the table into the open object. NULL: the piles. A game that has
	 * more to write calls mk_piles_write() itself. */
	void (*write_table)(struct mk_text *out, const struct mk_view *view);
	/*
	 * Writes the predicted end of the game as a field of the table, from the result of the
	 * search in `advice` (NULL: no search). NULL: the table has no such field.
	 */
	void (*write_forecast)(
		struct mk_text *out, const struct mk_view *view, const struct mk_advice *advice);
	/*
	 * Reads the output of write_table. NULL: the piles, for set_table(); without them, tables
	 * are not read.
	 */
	enum mk_status (*read_table)(const struct json_t *json, const struct mk_rules *rules,
		struct mk_view *view, struct mk_error *error);

	/* ---- Findings ---- */
	/*
	 * Write and read an accepted finding as one JSON value, without loss of data that
	 * apply_finding() needs. NULL, both: moves, revealed cards and counts in a general form.
	 */
	void (*write_finding)(
		struct mk_text *out, const char *key, const struct mk_finding *finding);
	enum mk_status (*read_finding)(
		const struct json_t *json, struct mk_finding *finding, struct mk_error *error);

	/* ---- Sentences for players ---- */
	/*
	 * UTF-8 without quotes, backslashes and control characters, so that JSON needs no escapes.
	 * The same holds for the codes above.
	 */
	void (*describe_move)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, struct mk_move move);
	/*
	 * True if lists for players sort move `one` before `other`. NULL: the order of
	 * view_moves().
	 */
	bool (*lists_before)(
		const struct mk_view *view, const struct mk_move *one, const struct mk_move *other);
	/* The card that moves. NULL: the name of move.card. */
	void (*describe_card)(struct mk_text *out, enum mk_language language, struct mk_move move);
	/*
	 * A sentence for each of `reasons`, in the same order; or a function for sentences with
	 * arguments. One of the two is required with `reasons`.
	 */
	const struct mk_phrase *reason_phrases;
	void (*describe_reason)(struct mk_text *out, enum mk_language language, int reason);
	/*
	 * One sentence with the reason for a move's value and the numbers of this table. NULL: only
	 * the sentences of the reasons.
	 */
	void (*describe_why)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, const struct mk_ranked_move *ranked);
	/* The expected result of the table, one sentence. `advice` has a value. NULL: no sentence.
	 */
	void (*describe_outlook)(
		struct mk_text *out, enum mk_language language, const struct mk_advice *advice);
	/* NULL: mk_piles_describe_conflict(). */
	void (*describe_conflict)(
		struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict);
	/* Asks the player whether a card was misread as another one. NULL: no question. */
	void (*describe_repair)(
		struct mk_text *out, enum mk_language language, const struct mk_repair *repair);
	/*
	 * The question which of several hypotheses is true (see `explanations` in game.h): its
	 * stable code and position; its sentence; and the answer for which hypothesis `number` is
	 * the likeliest remaining one, false if it is that of no answer. NULL, all: the game keeps
	 * one hypothesis.
	 */
	const char *(*question)(const struct mk_view *view, int *position);
	void (*describe_question)(
		struct mk_text *out, enum mk_language language, const struct mk_view *view);
	bool (*describe_answer)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, int number);
	/*
	 * The content of that answer as members of the open object, for programs that answer
	 * questions.
	 */
	void (*write_answer)(struct mk_text *out, const struct mk_view *view, int number);
	/*
	 * The message for the player, one sentence. `finding` (may be NULL) is that of the last
	 * snapshot: "look again" and contradictions take precedence; `suggestion` may be NULL.
	 * NULL: composed of describe_conflict, describe_move and `messages`.
	 */
	void (*describe_message)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, const struct mk_finding *finding,
		const struct mk_move *suggestion);
	/* The result of the finished deal of a match. NULL: a deal is a whole match. */
	void (*describe_deal_result)(
		struct mk_text *out, enum mk_language language, const struct mk_view *view);
	/* The sentences of the default describe_message. NULL: general ones. */
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
	struct mk_phrase no_move; /* the game is not over, but the strategy has no move */
};

#endif
