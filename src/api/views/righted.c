/* What the player answered or put right, in a sentence. */
#include "api/views/righted.h"

enum { WORDS_ROOM = 512, PLACE_ROOM = 64, EVENTS_ROOM = 8 * 24 };

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
static const struct mk_phrase anew =
	MK_PHRASE("Corrected: {0} ({1}). Event {2} has a new explanation.",
		"Rettet: {0} ({1}). Forklaret på ny: hændelse {2}.",
		"Korrigiert: {0} ({1}). Neu erklärt: Ereignis {2}.",
		"Διόρθωση: {0} ({1}). Εξηγήθηκε εκ νέου: συμβάν {2}.");
static const struct mk_phrase anew_alone =
	MK_PHRASE("Event {2} has a new explanation.", "Forklaret på ny: hændelse {2}.",
		"Neu erklärt: Ereignis {2}.", "Εξηγήθηκε εκ νέου: συμβάν {2}.");

static struct mk_phrase_arg card(mk_card card)
{
	return (struct mk_phrase_arg){.kind = MK_ARG_CARD, .card = card};
}

static struct mk_phrase_arg number(long long number)
{
	return (struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = number};
}

static struct mk_phrase_arg text(const char *text)
{
	return (struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = text};
}

/* ---- Answers -------------------------------------------------------------------------------- */

static void say_choice(struct mk_text *out, const struct session *session,
	const struct mk_view *before, const struct mk_finding *finding)
{
	const struct mk_notation *notation = session->game->notation;
	char question_room[WORDS_ROOM], answer_room[WORDS_ROOM];
	struct mk_text question, answer;

	mk_text_fixed(&question, question_room, sizeof question_room);
	mk_text_fixed(&answer, answer_room, sizeof answer_room);
	notation->describe_question(&question, session->language, before);
	if (notation->describe_answer(&answer, session->language, before, finding->from)) {
		mk_phrase_write(out, session->language, &answered,
			(struct mk_phrase_arg[]){text(question_room), text(answer_room)}, 2);
	}
}

static void say_confirmed(struct mk_text *out, const struct session *session, mk_cards cards)
{
	char room[WORDS_ROOM];
	struct mk_text names;

	mk_text_fixed(&names, room, sizeof room);
	for (mk_cards rest = cards; rest; rest &= rest - 1) {
		mk_text_put(&names, rest == cards ? "" : ", ");
		mk_text_put(
			&names, mk_card_name(session->language, (mk_card)__builtin_ctzll(rest)));
	}
	if (cards) {
		mk_phrase_write(out, session->language, &confirmed,
			(struct mk_phrase_arg[]){text(room)}, 1);
	}
}

/* Of several explanations one was chosen; else a card was confirmed, and all are kept. */
void righted_say_answer(struct mk_text *out, const struct session *session,
	const struct mk_view *before, const struct mk_finding *finding)
{
	const struct mk_game *game = session->game;

	if (game->explanations && game->explanations(before) > 1 &&
		finding->alternative_count == 0) {
		say_choice(out, session, before, finding);
	} else if (game->unconfirmed) {
		say_confirmed(out, session, game->unconfirmed(before) & ~finding->unconfirmed);
	}
}

/* ---- Corrections ---------------------------------------------------------------------------- */

static void say_count(
	struct mk_text *out, const struct session *session, const struct mk_count *count)
{
	char room[PLACE_ROOM];
	struct mk_text place;

	mk_text_fixed(&place, room, sizeof room);
	session->game->notation->write_place(&place, count->position);
	mk_text_char(&place, '/');
	mk_text_put(&place, count->name);
	mk_phrase_write(out, session->language, &counted,
		(struct mk_phrase_arg[]){text(room), number(count->value)}, 2);
}

static void say_anew(
	struct mk_text *out, const struct session *session, const struct correction *correction)
{
	char place_room[PLACE_ROOM], events_room[EVENTS_ROOM];
	bool told = correction->place.card != MK_NO_CARD;
	struct mk_text place, events;

	mk_text_fixed(&place, place_room, sizeof place_room);
	mk_text_fixed(&events, events_room, sizeof events_room);
	session->game->notation->write_place(&place, correction->place.position);
	for (unsigned i = 0; i < correction->anew_count; i++) {
		mk_text_put(&events, i ? ", " : "");
		mk_text_int(&events, (long long)correction->anew[i].event);
	}
	mk_phrase_write(out, session->language, told ? &anew : &anew_alone,
		(struct mk_phrase_arg[]){
			card(correction->place.card), text(place_room), text(events_room)},
		3);
}

void righted_say_correction(
	struct mk_text *out, const struct session *session, const struct correction *correction)
{
	if (correction->counts) {
		say_count(out, session, &correction->count);
	} else if (correction->anew_count) {
		say_anew(out, session, correction);
	} else {
		mk_phrase_write(out, session->language,
			correction->card == MK_NO_CARD ? &taken_back : &corrected,
			(struct mk_phrase_arg[]){card(correction->was), card(correction->card),
				number((long long)correction->event)},
			3);
	}
}
