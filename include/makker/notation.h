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

/* Members that may be NULL say what that means; all others are there. */
struct mk_notation {
	/* Codes by number; entry 0 of held_back is NULL. Ended by NULL (held_back: after entry 0).
	 * NULL: there are none, and no advice has one. */
	const char *const *reasons;
	const char *const *suppressions;
	const char *const *conflict_reasons;
	const char *const *odds; /* at most MK_MAX_ODDS, ended by NULL; NULL: the game has none */

	/*
	 * The members that the JSON of snapshots, moves and tables may have, those of the service
	 * (camera, rank, ...) aside, and the counts of a place that may be corrected. Callers check
	 * what clients send with mk_members_check(); readers below take what they know. Moves and
	 * tables may be sent as they are written: all that is written is there. NULL: unchecked.
	 */
	const struct mk_member *snapshot_members, *move_members, *table_members, *count_members;

	/* Reads a snapshot's JSON. Fields of the service (camera, frame, taken_at) are ignored. */
	enum mk_status (*read_snapshot)(
		const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error);
	/* Writes what was seen as one JSON value that read_sighting takes (NULL: cannot). */
	void (*write_snapshot)(
		struct mk_text *out, const char *key, const struct mk_snapshot *seen);
	/* Reads the one-line form, for mk_snapshot_read_line(). */
	enum mk_status (*read_line)(
		const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error);
	/* Writes the one-line form of what was seen. (NULL, one or both: the game does not read, or
	 * write, such a form.) */
	void (*write_line)(struct mk_text *out, const struct mk_snapshot *seen);
	/* Writes the JSON pointer of a position's slot in a snapshot: "/columns/3". */
	void (*write_place)(struct mk_text *out, int position);
	/* The same of what contradicts (NULL: of its position). */
	void (*write_conflict)(struct mk_text *out, const struct mk_conflict *clash);

	/* Reads a move as a client tells it and finds it among the legal ones. */
	enum mk_status (*read_move)(const struct json_t *json, const struct mk_view *view,
		struct mk_move *move, mk_card *revealed, struct mk_error *error);
	/*
	 * Writes a move's own fields (type, kind, from, to, cut, card, cards, ...) into the open
	 * JSON object. `view` is the table before the move.
	 */
	void (*write_move)(struct mk_text *out, const struct mk_view *view, struct mk_move move);
	/* The move in short for experts: "8D 5>7", "draw". */
	void (*write_short)(struct mk_text *out, struct mk_move move);

	/* Writes the fields of the table into the open object; read_table() below reads them back
	 * (NULL, that one: cannot). */
	void (*write_table)(struct mk_text *out, const struct mk_view *view);
	/*
	 * Writes, as a field of the table, how it will end where it takes thinking to know: what
	 * came of that is in `advice` (NULL: nobody thought). At once. NULL: the table has no such
	 * field.
	 */
	void (*write_forecast)(
		struct mk_text *out, const struct mk_view *view, const struct mk_advice *advice);
	enum mk_status (*read_table)(const struct json_t *json, const struct mk_rules *rules,
		struct mk_view *view, struct mk_error *error);

	/* An accepted finding as one JSON value, and back; nothing may be lost that replay needs.
	 */
	void (*write_finding)(
		struct mk_text *out, const char *key, const struct mk_finding *finding);
	enum mk_status (*read_finding)(
		const struct json_t *json, struct mk_finding *finding, struct mk_error *error);

	/*
	 * Words for players: UTF-8 without quotes, backslashes and control characters, so that they
	 * stand in JSON as they are. The same holds for the codes above.
	 */
	void (*describe_card)(struct mk_text *out, enum mk_language language, struct mk_move move);
	void (*describe_move)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, struct mk_move move);
	void (*describe_reason)(struct mk_text *out, enum mk_language language, int reason);
	/* Why a move is as good as it is, with the numbers of this table, one sentence. NULL: the
	 * reasons say it all. */
	void (*describe_why)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, const struct mk_ranked_move *ranked);
	/* What is expected of the table, one sentence. `advice` has a value. NULL: the game has no
	 * words for it. */
	void (*describe_outlook)(
		struct mk_text *out, enum mk_language language, const struct mk_advice *advice);
	void (*describe_conflict)(
		struct mk_text *out, enum mk_language language, const struct mk_conflict *clash);
	/* Asks the player whether a card was read as another one (NULL: cannot). */
	void (*describe_repair)(
		struct mk_text *out, enum mk_language language, const struct mk_repair *repair);
	/*
	 * The question which of several explanations is true (see `explanations` in game.h): its
	 * stable code, with the position that it is about; the sentence; and explanation `number`
	 * as an answer, false where there is none of that number. NULL, all: the game keeps one.
	 */
	const char *(*question)(const struct mk_view *view, int *position);
	void (*describe_question)(
		struct mk_text *out, enum mk_language language, const struct mk_view *view);
	bool (*describe_answer)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, int number);
	/* What explanation `number` says, as members of the open object: for programs that answer.
	 */
	void (*write_answer)(struct mk_text *out, const struct mk_view *view, int number);
	/*
	 * The one sentence for the player. `finding` (may be NULL) is the last snapshot's, so that
	 * "look again" and contradictions are said first; `suggestion` may be NULL.
	 */
	void (*describe_message)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, const struct mk_finding *finding,
		const struct mk_move *suggestion);

	/* The table for a terminal, cards drawn with the suit signs; `colour`: ANSI colours. */
	void (*draw)(struct mk_text *out, const struct mk_view *view, bool colour);
};

#endif
