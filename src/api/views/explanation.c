/*
 * Explanations of snapshots: the lines of a new snapshot, a sentence for an answer or a correction,
 * and the explanation of an event of the history.
 */
#include "api/views/explanation.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

/* ---- a new snapshot
 * ------------------------------------------------------------------------------ */

enum { TABLE_SIZE = 8 * 1024 };

void why_begin(struct why *why, const struct mk_game *game, const struct mk_snapshot *seen)
{
	mk_text_fixed(&why->text, why->bytes, sizeof why->bytes);
	if (mk_game_writes_lines(game)) {
		mk_text_put(&why->text, "slots: ");
		mk_snapshot_write_line(&why->text, game, seen);
		mk_text_char(&why->text, '\n');
	}
}

/* ---- the finding ---------------------------------------------------------------------------- */

static void write_place_line(struct mk_text *out, const char *what, const struct mk_place *place)
{
	mk_text_format(out, "%s at position %d: %s\n", what, place->position,
		place->card == MK_NO_CARD ? "no card" : mk_card_code(place->card));
}

static void write_refused_slot(
	struct mk_text *out, const struct mk_game *game, const struct mk_conflict *conflict)
{
	mk_text_put(out, "refused: ");
	mk_describe_conflict(out, game, MK_ENGLISH, conflict);
	mk_text_char(out, '\n');
}

void why_conclude(struct why *why, const struct mk_game *game, const struct mk_finding *finding)
{
	struct mk_text *out = &why->text;

	if (!finding) {
		return;
	}
	mk_text_format(out, "concluded: %s", mk_explanation_name(finding->explanation));
	for (int i = 0; i < finding->move_count; i++) {
		mk_text_put(out, i ? "; " : ": ");
		mk_move_write_short(out, game, finding->moves[i].move);
	}
	mk_text_char(out, '\n');
	for (int i = 0; i < finding->revealed_count; i++) {
		write_place_line(out, "new card", &finding->revealed[i]);
	}
	for (int i = 0; i < finding->doubt_count; i++) {
		write_place_line(out, "doubted card", &finding->doubts[i]);
	}
	for (int i = 0; i < finding->conflict_count; i++) {
		write_refused_slot(out, game, &finding->conflicts[i]);
	}
}

/* ---- the table ------------------------------------------------------------------------------ */

static void write_table_line(
	struct mk_text *out, const struct mk_game *game, const struct mk_view *view)
{
	char buffer[TABLE_SIZE];
	struct mk_text table;

	mk_text_fixed(&table, buffer, sizeof buffer);
	mk_json_open_object(&table, NULL);
	mk_table_write(&table, game, view, NULL);
	mk_json_close_object(&table);
	mk_text_format(out, "table: ");
	mk_text_put(out, table.truncated ? "too long" : buffer);
	mk_text_char(out, '\n');
}

static void write_move_line(struct mk_text *out, const struct mk_game *game,
	const struct mk_view *view, const struct mk_ranked_move *ranked)
{
	game->notation->describe_move(out, MK_ENGLISH, view, ranked->move);
	if (ranked->suppressed_by) {
		mk_text_put(out, " held back: ");
		mk_text_put(out, game->notation->suppressions[ranked->suppressed_by]);
	}
	mk_text_char(out, '\n');
}

void why_show(struct why *why, const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice)
{
	struct mk_text *out = &why->text;

	write_table_line(out, game, view);
	for (size_t i = 0; advice && i < advice->count; i++) {
		mk_text_format(out, "move %d%s: ", (int)i + 1,
			(int)i == advice->suggestion ? ", suggested" : "");
		write_move_line(out, game, view, &advice->moves[i]);
	}
}

/* ---- as JSON -------------------------------------------------------------------------------- */

void why_write(struct mk_text *out, const char *key, const struct why *why)
{
	const char *line = why->bytes;
	const char *end;

	mk_json_open_array(out, key);
	while ((end = strchr(line, '\n'))) {
		mk_json_string_n(out, NULL, line, (size_t)(end - line));
		line = end + 1;
	}
	mk_json_close_array(out);
}

/* ---- sentences
 * ----------------------------------------------------------------------------------- */

enum { SENTENCE_SIZE = 2048, PLACE_SIZE = 64, EVENTS_SIZE = 8 * 24 };

static const struct mk_phrase answered = MK_PHRASE("Question: {0} Answer: {1}",
	"Spørgsmål: {0} Svar: {1}", "Frage: {0} Antwort: {1}", "Ερώτηση: {0} Απάντηση: {1}");
static const struct mk_phrase confirmed =
	MK_PHRASE("Confirmed as read: {0}.", "Bekræftet, som det blev læst: {0}.",
		"Bestätigt, wie gelesen: {0}.", "Επιβεβαιώθηκε όπως διαβάστηκε: {0}.");
static const struct mk_phrase corrected = MK_PHRASE("Corrected: {1}. Event {2} had {0}.",
	"Rettet: {1}. Hændelse {2} havde {0}.", "Korrigiert: {1}. Ereignis {2} hatte {0}.",
	"Διόρθωση: {1}. Το συμβάν {2} είχε {0}.");
static const struct mk_phrase taken_back =
	MK_PHRASE("Corrected: the card is unknown. Event {2} had {0}.",
		"Rettet: det vides ikke, hvilket kort det er. Hændelse {2} havde {0}.",
		"Korrigiert: Welche Karte es ist, ist nicht bekannt. Ereignis {2} hatte {0}.",
		"Διόρθωση: δεν είναι γνωστό ποιο φύλλο είναι. Το συμβάν {2} είχε {0}.");
static const struct mk_phrase counted =
	MK_PHRASE("Corrected count: {0} = {1}.", "Rettet tal: {0} = {1}.",
		"Korrigierte Zahl: {0} = {1}.", "Διορθωμένος αριθμός: {0} = {1}.");
static const struct mk_phrase revised =
	MK_PHRASE("Corrected: {0} ({1}). Event {2} has a new explanation.",
		"Rettet: {0} ({1}). Forklaret på ny: hændelse {2}.",
		"Korrigiert: {0} ({1}). Neu erklärt: Ereignis {2}.",
		"Διόρθωση: {0} ({1}). Εξηγήθηκε εκ νέου: συμβάν {2}.");
static const struct mk_phrase revised_alone =
	MK_PHRASE("Event {2} has a new explanation.", "Forklaret på ny: hændelse {2}.",
		"Neu erklärt: Ereignis {2}.", "Εξηγήθηκε εκ νέου: συμβάν {2}.");
static const struct mk_phrase resumed = MK_PHRASE("The game goes on.", "Spillet går videre.",
	"Das Spiel geht weiter.", "Το παιχνίδι συνεχίζεται.");

static struct mk_phrase_arg card_arg(mk_card card)
{
	return (struct mk_phrase_arg){.kind = MK_ARG_CARD, .card = card};
}

static struct mk_phrase_arg number_arg(long long number)
{
	return (struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = number};
}

static struct mk_phrase_arg text_arg(const char *text)
{
	return (struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = text};
}

/* ---- answers -------------------------------------------------------------------------------- */

static void write_choice_sentence(struct mk_text *out, const struct session *session,
	const struct mk_view *before, const struct mk_finding *finding)
{
	const struct mk_notation *notation = session->game->notation;
	char question_buffer[SENTENCE_SIZE], answer_buffer[SENTENCE_SIZE];
	struct mk_text question, answer;

	mk_text_fixed(&question, question_buffer, sizeof question_buffer);
	mk_text_fixed(&answer, answer_buffer, sizeof answer_buffer);
	notation->describe_question(&question, session->language, before);
	if (notation->describe_answer(&answer, session->language, before, finding->from)) {
		mk_phrase_write(out, session->language, &answered,
			(struct mk_phrase_arg[]){
				text_arg(question_buffer), text_arg(answer_buffer)},
			2);
	}
}

static void write_confirmed_cards(
	struct mk_text *out, const struct session *session, mk_cards cards)
{
	char buffer[SENTENCE_SIZE];
	struct mk_text names;

	mk_text_fixed(&names, buffer, sizeof buffer);
	for (mk_cards rest = cards; rest; rest &= rest - 1) {
		mk_text_put(&names, rest == cards ? "" : ", ");
		mk_text_put(
			&names, mk_card_name(session->language, (mk_card)__builtin_ctzll(rest)));
	}
	if (cards) {
		mk_phrase_write(out, session->language, &confirmed,
			(struct mk_phrase_arg[]){text_arg(buffer)}, 1);
	}
}

/* Either some of several hypotheses were dropped, or a card was confirmed and all are kept. */
static void write_answer_sentence(struct mk_text *out, const struct session *session,
	const struct mk_view *before, const struct mk_finding *finding)
{
	const struct mk_game *game = session->game;

	if (game->explanations && game->explanations(before) > 1 + finding->alternative_count) {
		write_choice_sentence(out, session, before, finding);
	} else if (game->unconfirmed) {
		write_confirmed_cards(
			out, session, game->unconfirmed(before) & ~finding->unconfirmed);
	}
}

/* ---- corrections ---------------------------------------------------------------------------- */

static void write_corrected_count(
	struct mk_text *out, const struct session *session, const struct mk_count *count)
{
	char buffer[PLACE_SIZE];
	struct mk_text place;

	mk_text_fixed(&place, buffer, sizeof buffer);
	mk_place_write(&place, session->game, count->position);
	mk_text_char(&place, '/');
	mk_text_put(&place, count->name);
	mk_phrase_write(out, session->language, &counted,
		(struct mk_phrase_arg[]){text_arg(buffer), number_arg(count->value)}, 2);
}

static void write_revised_events(
	struct mk_text *out, const struct session *session, const struct correction *correction)
{
	char place_buffer[PLACE_SIZE], events_buffer[EVENTS_SIZE];
	bool has_card = correction->place.card != MK_NO_CARD;
	struct mk_text place, events;

	mk_text_fixed(&place, place_buffer, sizeof place_buffer);
	mk_text_fixed(&events, events_buffer, sizeof events_buffer);
	mk_place_write(&place, session->game, correction->place.position);
	for (unsigned i = 0; i < correction->revised_count; i++) {
		mk_text_put(&events, i ? ", " : "");
		mk_text_int(&events, (long long)correction->revised[i].event);
	}
	mk_phrase_write(out, session->language, has_card ? &revised : &revised_alone,
		(struct mk_phrase_arg[]){card_arg(correction->place.card), text_arg(place_buffer),
			text_arg(events_buffer)},
		3);
}

static void write_correction_sentence(
	struct mk_text *out, const struct session *session, const struct correction *correction)
{
	if (correction->counts) {
		write_corrected_count(out, session, &correction->count);
	} else if (correction->revised_count) {
		write_revised_events(out, session, correction);
	} else {
		mk_phrase_write(out, session->language,
			correction->card == MK_NO_CARD ? &taken_back : &corrected,
			(struct mk_phrase_arg[]){card_arg(correction->was),
				card_arg(correction->card),
				number_arg((long long)correction->event)},
			3);
	}
}

/* ---- an event of the history
 * --------------------------------------------------------------------- */

/* Rates of an unknown camera. */
static const float confidence = 0.98F;
static const float repeats = 0.02F;

/* Memory of one explanation. */
struct explain_buffers {
	struct why why;
	struct mk_advice advice;
	struct mk_finding finding;
	struct mk_view *view;
	struct mk_tracker *memory;
	struct mk_snapshot *seen;
};

static void destroy_buffers(struct explain_buffers *buffers)
{
	if (buffers) {
		free(buffers->view);
		free(buffers->memory);
		free(buffers->seen);
		free(buffers);
	}
}

static struct explain_buffers *create_buffers(const struct mk_game *game)
{
	struct explain_buffers *buffers = calloc(1, sizeof *buffers);

	if (!buffers) {
		return NULL;
	}
	buffers->view = malloc(game->view_size);
	buffers->memory = calloc(1, game->tracker_size ? game->tracker_size : 1);
	buffers->seen = calloc(1, game->snapshot_size);
	if (!buffers->view || !buffers->memory || !buffers->seen) {
		destroy_buffers(buffers);
		return NULL;
	}
	return buffers;
}

/* Interprets the snapshot of the line again, on a copy of the table before it. */
static void weigh_again(struct explain_buffers *buffers, const struct mk_game *game,
	const struct history_entry *entry)
{
	const struct advised *advised = entry->advised;
	struct mk_snapshot_context occasion = {
		.suggested = advised && advised->suggests ? &advised->suggestion : NULL,
		.confidence = confidence,
		.misread_repeat_rate = repeats,
		.why = &buffers->why.text};
	struct mk_error error;

	if (!entry->line || mk_snapshot_read_line(game, entry->line, strlen(entry->line),
				    buffers->seen, &error) != MK_OK) {
		return;
	}
	why_begin(&buffers->why, game, buffers->seen);
	if (game->track_snapshot) {
		memcpy(buffers->view, entry->before, game->view_size);
		(void)game->track_snapshot(buffers->view, buffers->memory, buffers->seen, &occasion,
			&buffers->finding, &error);
	}
}

/* The table that the finding of the journal leads to. */
static void show_after(struct explain_buffers *buffers, const struct mk_game *game,
	const struct history_entry *entry)
{
	struct mk_error error;

	memcpy(buffers->view, entry->before, game->view_size);
	if (mk_game_apply_finding(game, buffers->view, entry->finding, &error) != MK_OK) {
		return;
	}
	game->strategies[0].evaluate(buffers->view, &buffers->advice);
	why_show(&buffers->why, game, buffers->view, &buffers->advice);
}

static void write_status_sentence(
	struct mk_text *out, const struct session *session, const char *status)
{
	bool is_given_up = strcmp(status, session_status_name(MK_STOPPED)) == 0;

	mk_phrase_write(
		out, session->language, is_given_up ? &session_given_up : &resumed, NULL, 0);
}

/* Writes the sentence of an answer, a correction or a new status, if any, as a line. */
static void write_sentence(
	struct mk_text *out, const struct session *session, const struct history_entry *entry)
{
	size_t length = out->length;

	if (entry->correction) {
		write_correction_sentence(out, session, entry->correction);
	} else if (entry->answered && entry->finding) {
		write_answer_sentence(out, session, entry->before, entry->finding);
	} else if (entry->status) {
		write_status_sentence(out, session, entry->status);
	}
	if (out->length > length) {
		mk_text_char(out, '\n');
	}
}

void explain_write(struct mk_text *out, const char *key, const struct session *session,
	const struct history_entry *entry)
{
	const struct mk_game *game = session->game;
	struct explain_buffers *buffers = create_buffers(game);

	if (!buffers) {
		return;
	}
	mk_text_fixed(&buffers->why.text, buffers->why.bytes, sizeof buffers->why.bytes);
	if (entry->finding) {
		weigh_again(buffers, game, entry);
	}
	write_sentence(&buffers->why.text, session, entry);
	if (entry->finding) {
		why_conclude(&buffers->why, game, entry->finding);
		show_after(buffers, game, entry);
	}
	why_write(out, key, &buffers->why);
	destroy_buffers(buffers);
}
