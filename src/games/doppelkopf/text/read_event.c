/*
 * Events as clients report them.
 *
 *   {"hand":["0H",...],"dealer":3}              a deal; the dealer may be omitted
 *   {"seat":2,"card":"0H"}
 *   {"seat":1,"announce":"re"}                  contra no_90 no_60 no_30 black swines hyperswines
 *   {"seat":1,"announce":"no_90","team":"re"}   the team, if it is not known yet
 *   {"seat":3,"reservation":"marriage"}         none some poverty throw solo_queens ...
 *   {"seat":3,"shift":["DJ"]}                   a poverty's cards; a number if they are hidden
 *   {"seat":0,"take":true,"cards":["DJ",...]}
 *   {"seat":0,"return":["9D"]}                  a number, and "trumps", if they are hidden
 */
#include "games/doppelkopf/knowledge/refusal.h"
#include "games/doppelkopf/text/codes.h"
#include "games/doppelkopf/text/notation.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const struct mk_phrase no_such_team = MK_PHRASE("The team must be \"re\" or \"contra\".",
	"Partiet skal være \"re\" eller \"contra\".",
	"Die Partei muss \"re\" oder \"contra\" sein.",
	"Η πλευρά πρέπει να είναι \"re\" ή \"contra\".");
static const struct mk_phrase other_team = MK_PHRASE("This is not the team that is announced.",
	"Det er ikke det parti, der meldes.", "Das ist nicht die Partei, die angesagt wird.",
	"Δεν είναι η πλευρά που δηλώνεται.");
const struct mk_phrase doko_no_such_announcement = MK_PHRASE("There is no such announcement.",
	"Den melding findes ikke.", "Diese Ansage gibt es nicht.", "Δεν υπάρχει τέτοια δήλωση.");
const struct mk_phrase doko_no_such_reservation =
	MK_PHRASE("There is no such reservation.", "Det forbehold findes ikke.",
		"Diesen Vorbehalt gibt es nicht.", "Δεν υπάρχει τέτοια επιφύλαξη.");
static const struct mk_phrase no_card_passed =
	MK_PHRASE("At least one card is passed.", "Der gives mindst ét kort videre.",
		"Mindestens eine Karte wird weitergegeben.", "Δίνεται τουλάχιστον ένα φύλλο.");
static const struct mk_phrase no_event = MK_PHRASE(
	"An event has one of these: hand, card, reservation, announce, take, shift, return.",
	"En hændelse har et af disse: hand, card, reservation, announce, take, shift, return.",
	"Ein Ereignis hat eines von diesen: hand, card, reservation, announce, take, shift, return.",
	"Ένα συμβάν έχει ένα από αυτά: hand, card, reservation, announce, take, shift, return.");
static const struct mk_phrase no_meaning =
	MK_PHRASE("This has no meaning beside {0}.", "Det betyder intet ved siden af {0}.",
		"Das hat neben {0} keine Bedeutung.", "Αυτό δεν σημαίνει τίποτε δίπλα στο {0}.");
static const struct mk_phrase several_moves =
	MK_PHRASE("A move is one card. Send several cards as a snapshot.",
		"Et træk er ét kort. Send flere kort som et billede.",
		"Ein Zug ist eine Karte. Mehrere Karten schickst du als Bild.",
		"Μια κίνηση είναι ένα φύλλο. Στείλε τα πολλά φύλλα ως εικόνα.");

static enum mk_status malformed(
	struct mk_error *error, const char *where, const struct mk_phrase *what)
{
	return mk_fail_localized(error, MK_MALFORMED, "invalid_value", where, what, NULL, 0);
}

enum mk_status doko_read_number(const struct json_t *json, const char *where, int least, int most,
	int *number, struct mk_error *error)
{
	if (!json_is_integer(json)) {
		return mk_fail_expected(error, "invalid_type", where, MK_WANTED_NUMBER);
	}
	if (json_integer_value(json) < least || json_integer_value(json) > most) {
		return mk_fail_expected_in(
			error, "invalid_value", where, MK_WANTED_NUMBER_IN, least, most);
	}
	*number = (int)json_integer_value(json);
	return MK_OK;
}

static enum mk_status read_number(
	const json_t *json, const char *key, int most, int *number, struct mk_error *error)
{
	char where[24];

	snprintf(where, sizeof where, "/%s", key);
	return doko_read_number(json_object_get(json, key), where, 0, most, number, error);
}

enum mk_status doko_read_card(
	const struct json_t *json, const char *where, int *kind, struct mk_error *error)
{
	mk_card card = json_is_string(json)
			       ? mk_card_read(json_string_value(json), json_string_length(json))
			       : MK_NO_CARD;

	if (card == MK_NO_CARD) {
		return mk_fail_bad_card(
			error, where, json_string_value(json), json_string_length(json));
	}
	*kind = doko_kind(card);
	if (*kind == DOKO_NO_KIND) {
		return doko_refuse_card(error, REFUSED_NOT_IN_DECK, where, card);
	}
	return MK_OK;
}

enum mk_status doko_read_cards(const struct json_t *array, const char *key, int most,
	doko_set *cards, struct mk_error *error)
{
	const json_t *member;
	char where[32];
	size_t i;

	snprintf(where, sizeof where, "/%s", key);
	if (!json_is_array(array) || json_array_size(array) > (size_t)most) {
		return mk_fail_expected_in(
			error, "invalid_type", where, MK_WANTED_CARDS_UP_TO, most, 0);
	}
	*cards = 0;
	json_array_foreach(array, i, member)
	{
		int kind;
		enum mk_status status;

		snprintf(where, sizeof where, "/%s/%zu", key, i);
		status = doko_read_card(member, where, &kind, error);
		if (status != MK_OK) {
			return status;
		}
		assert(kind < DOKO_KINDS);
		if (doko_copies(*cards, kind) == 2) {
			return doko_refuse_card(error, REFUSED_ONLY_TWO, where, doko_card(kind));
		}
		*cards = doko_add(*cards, kind);
	}
	return MK_OK;
}

/* ---- One kind of event each ----------------------------------------------------------------- */

static void add(struct doko_snapshot *seen, struct mk_move move)
{
	seen->move[seen->count++] = move;
}

static enum mk_status read_deal(
	const json_t *json, int seat, struct doko_snapshot *seen, struct mk_error *error)
{
	int dealer = DOKO_NO_SEAT;
	doko_set cards;
	enum mk_status status =
		doko_read_cards(json_object_get(json, "hand"), "hand", 12, &cards, error);

	(void)seat;
	if (status == MK_OK && json_object_get(json, "dealer")) {
		status = read_number(json, "dealer", 3, &dealer, error);
		dealer = (dealer + 1) & 3;
	}
	if (status == MK_OK) {
		add(seen, doko_pack(doko_blank_move(DOKO_DEAL, dealer), cards));
	}
	return status;
}

static enum mk_status read_play(
	const json_t *json, int seat, struct doko_snapshot *seen, struct mk_error *error)
{
	int kind;
	enum mk_status status =
		doko_read_card(json_object_get(json, "card"), "/card", &kind, error);

	if (status == MK_OK) {
		add(seen, doko_card_move(DOKO_PLAY, seat, kind));
	}
	return status;
}

/* The team that the code of the announcement or "team" names; -1 if neither does. */
static enum mk_status read_team(
	const json_t *json, const char *word, int *party, struct mk_error *error)
{
	static const char *const teams[] = {"contra", "re"};
	const json_t *team = json_object_get(json, "team");
	int named = doko_code_find(teams, 2, word);
	int given = doko_code_find(teams, 2, json_string_value(team));

	if (team && given < 0) {
		return malformed(error, "/team", &no_such_team);
	}
	if (named >= 0 && given >= 0 && named != given) {
		return malformed(error, "/team", &other_team);
	}
	*party = named >= 0 ? named : given;
	return MK_OK;
}

static enum mk_status read_level(const json_t *json, int seat, const char *word,
	struct doko_snapshot *seen, struct mk_error *error)
{
	int party = -1;
	enum mk_status status = read_team(json, word, &party, error);

	for (int level = DOKO_ANNOUNCED; status == MK_OK && level <= DOKO_BLACK; level++) {
		if (strcmp(word, doko_level_code(level, DOKO_RE)) == 0 ||
			strcmp(word, doko_level_code(level, DOKO_KONTRA)) == 0) {
			add(seen, doko_announcement(seat, party, level));
			return MK_OK;
		}
	}
	return status == MK_OK ? malformed(error, "/announce", &doko_no_such_announcement) : status;
}

static enum mk_status read_announcement(
	const json_t *json, int seat, struct doko_snapshot *seen, struct mk_error *error)
{
	const char *word = json_string_value(json_object_get(json, "announce"));
	struct mk_move move = doko_blank_move(DOKO_SWINE, seat);

	if (!word) {
		return mk_fail_expected(error, "invalid_type", "/announce", MK_WANTED_TEXT);
	}
	if (strcmp(word, "swines") == 0 || strcmp(word, "hyperswines") == 0) {
		move.to = *word == 'h';
		add(seen, move);
		return MK_OK;
	}
	return read_level(json, seat, word, seen, error);
}

static enum mk_status read_reservation(
	const json_t *json, int seat, struct doko_snapshot *seen, struct mk_error *error)
{
	const char *word = json_string_value(json_object_get(json, "reservation"));
	int said = doko_code_find(doko_reservation_codes, DOKO_RESERVATIONS, word);
	int cards = said == DOKO_RESERVE_POVERTY ? 3 : 0;
	enum mk_status status = MK_OK;

	if (said < 0) {
		return malformed(error, "/reservation", &doko_no_such_reservation);
	}
	if (said == DOKO_RESERVE_POVERTY && json_object_get(json, "cards")) {
		status = read_number(json, "cards", 5, &cards, error);
	}
	if (status == MK_OK) {
		add(seen, doko_reservation(seat, said, cards));
	}
	return status;
}

/* Adds the cards in the order of the input, so that the index of an error is right. */
static void add_passed(const json_t *cards, int kind, int seat, struct doko_snapshot *seen)
{
	const json_t *card;
	size_t i;

	json_array_foreach(cards, i, card)
	{
		struct mk_move move = doko_blank_move(kind, seat);

		move.card = mk_card_read(json_string_value(card), json_string_length(card));
		add(seen, move);
	}
}

/*
 * Reads cards that are passed one by one: named ones, or a number of hidden ones with the trumps
 * first.
 */
static enum mk_status read_passed(const json_t *json, const char *key, int kind, int seat,
	struct doko_snapshot *seen, struct mk_error *error)
{
	const json_t *member = json_object_get(json, key);
	int count = 0, trumps = 0;
	doko_set cards = 0;
	enum mk_status status;

	if (json_is_array(member)) {
		status = doko_read_cards(member, key, 5, &cards, error);
	} else {
		status = read_number(json, key, 5, &count, error);
		if (status == MK_OK && json_object_get(json, "trumps")) {
			status = read_number(json, "trumps", count, &trumps, error);
		}
	}
	if (status == MK_OK) {
		add_passed(member, kind, seat, seen);
	}
	for (int i = 0; status == MK_OK && i < count; i++) {
		struct mk_move move = doko_blank_move(kind, seat);

		move.to = i < trumps;
		add(seen, move);
	}
	if (status == MK_OK && seen->count == 0) {
		return malformed(error, "", &no_card_passed);
	}
	return status;
}

static enum mk_status read_shift(
	const json_t *json, int seat, struct doko_snapshot *seen, struct mk_error *error)
{
	return read_passed(json, "shift", DOKO_PASS_CARD, seat, seen, error);
}

static enum mk_status read_return(
	const json_t *json, int seat, struct doko_snapshot *seen, struct mk_error *error)
{
	return read_passed(json, "return", DOKO_RETURN, seat, seen, error);
}

static enum mk_status read_take(
	const json_t *json, int seat, struct doko_snapshot *seen, struct mk_error *error)
{
	const json_t *take = json_object_get(json, "take");
	doko_set cards = 0;
	enum mk_status status = MK_OK;

	if (!json_is_boolean(take)) {
		return mk_fail_expected(error, "invalid_type", "/take", MK_WANTED_BOOL);
	}
	if (json_object_get(json, "cards")) {
		status = doko_read_cards(json_object_get(json, "cards"), "cards", 5, &cards, error);
	}
	if (status == MK_OK) {
		add(seen, doko_pack(doko_blank_move(
					    json_is_true(take) ? DOKO_TAKE : DOKO_REFUSE, seat),
				  json_is_true(take) ? cards : 0));
	}
	return status;
}

/* ---- All events ----------------------------------------------------------------------------- */

static const struct event_kind {
	const char *key;
	bool seated;
	const char *detail; /* a member that only some kinds have; or NULL */
	enum mk_status (*read)(
		const json_t *json, int seat, struct doko_snapshot *seen, struct mk_error *error);
} kinds[] = {
	{"hand", false, "dealer", read_deal},
	{"card", true, NULL, read_play},
	{"announce", true, "team", read_announcement},
	{"reservation", true, "cards", read_reservation},
	{"shift", true, "trumps", read_shift},
	{"return", true, "trumps", read_return},
	{"take", true, "cards", read_take},
};

static const struct event_kind *find_kind(const json_t *json)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (json_object_get(json, kinds[i].key)) {
			return &kinds[i];
		}
	}
	return NULL;
}

static bool is_detail_of(const struct event_kind *kind, const char *name)
{
	return kind->detail && strcmp(kind->detail, name) == 0;
}

/* Rejects the members of other events, which would otherwise be ignored silently. */
static enum mk_status check_alone(
	const json_t *json, const struct event_kind *kind, struct mk_error *error)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const char *others[] = {kinds[i].key, kinds[i].detail};

		for (size_t k = 0; k < 2 && &kinds[i] != kind; k++) {
			char where[24];

			if (!others[k] || is_detail_of(kind, others[k]) ||
				!json_object_get(json, others[k])) {
				continue;
			}
			snprintf(where, sizeof where, "/%s", others[k]);
			return mk_fail_localized(error, MK_MALFORMED, "invalid_value", where,
				&no_meaning,
				&(struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = kind->key}, 1);
		}
	}
	return MK_OK;
}

enum mk_status doko_read_events(
	const struct json_t *json, struct doko_snapshot *seen, struct mk_error *error)
{
	const struct event_kind *kind = find_kind(json);
	struct doko_snapshot read;
	int seat = 0, number = 0;
	enum mk_status status = MK_OK;

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", "", MK_WANTED_OBJECT);
	}
	if (!kind) {
		return malformed(error, "", &no_event);
	}
	status = check_alone(json, kind, error);
	if (status != MK_OK) {
		return status;
	}
	memset(&read, 0, sizeof read);
	if (kind->seated) {
		status = read_number(json, "seat", 3, &seat, error);
	}
	if (status == MK_OK && json_object_get(json, "event")) {
		status = read_number(json, "event", UINT16_MAX, &number, error);
	}
	if (status == MK_OK) {
		status = kind->read(json, seat, &read, error);
	}
	if (status == MK_OK) {
		read.number = (uint16_t)number;
		*seen = read;
	}
	return status;
}

enum mk_status doko_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error)
{
	return doko_read_events(json, (struct doko_snapshot *)seen, error);
}

/* Fills in omitted parts of a move from the table. */
enum mk_status doko_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	struct doko_snapshot seen;
	enum mk_status status = doko_read_events(json, &seen, error);

	(void)view;
	if (status != MK_OK) {
		return status;
	}
	if (seen.count != 1) {
		return mk_fail_localized(
			error, MK_IMPOSSIBLE, "several_moves", "", &several_moves, NULL, 0);
	}
	*move = seen.move[0];
	*revealed = MK_NO_CARD;
	return MK_OK;
}
