/* Replays games that are recorded step by step, with the legal moves of each step. */
#include "games/doppelkopf/records/record.h"
#include "games/doppelkopf/table/table.h"

#include <stdio.h>
#include <string.h>

/* The steps of one game. A hand is the set of cards that the seat plays during the game. */
struct steps {
	const struct record *record;
	const json_t *all;
	size_t first, end;
	struct doko_world world;
};

/* ---- Names in the source -------------------------------------------------------------------- */

static const char *const reservations[DOKO_RESERVATIONS] = {
	[DOKO_HEALTHY] = "ReservationHealthy",
	[DOKO_MARRIAGE_FOREIGN] = "ReservationWedding",
	[DOKO_RESERVE_SOLO] = "ReservationClubsSolo",
	[DOKO_RESERVE_SOLO + 1] = "ReservationSpadesSolo",
	[DOKO_RESERVE_SOLO + 2] = "ReservationHeartsSolo",
	[DOKO_RESERVE_SOLO + 3] = "ReservationDiamondsSolo",
	[DOKO_RESERVE_SOLO + 4] = "ReservationQueensSolo",
	[DOKO_RESERVE_SOLO + 5] = "ReservationJacksSolo",
	[DOKO_RESERVE_SOLO + 6] = "ReservationTrumplessSolo",
};

static const char *const levels[] = {"NoAnnouncement", "AnnouncementReContra", "AnnouncementNo90",
	"AnnouncementNo60", "AnnouncementNo30", "AnnouncementBlack"};
enum { LEVELS = sizeof levels / sizeof *levels };

static int find(const char *const *names, int count, const char *name)
{
	for (int i = 0; name && i < count; i++) {
		if (names[i] && strcmp(names[i], name) == 0) {
			return i;
		}
	}
	return -1;
}

/* "CardDiamondNine" */
static int find_card(const char *name)
{
	static const char *const suits[] = {"Club", "Spade", "Heart", "Diamond"};
	static const char *const ranks[] = {"Ace", "Ten", "King", "Queen", "Jack", "Nine"};
	char built[32];

	for (int kind = 0; name && kind < DOKO_KINDS; kind++) {
		snprintf(built, sizeof built, "Card%s%s", suits[kind / DOKO_RANKS],
			ranks[kind % DOKO_RANKS]);
		if (strcmp(built, name) == 0) {
			return kind;
		}
	}
	return -1;
}

/* ---- Legal moves ---------------------------------------------------------------------------- */

/*
 * The recorded choices as a bit mask of indices into the names; all bits are set for an unknown
 * name.
 */
static uint64_t recorded_choices(const json_t *step, int (*place_of)(const char *name))
{
	const json_t *one;
	uint64_t bits = 0;
	size_t i;

	json_array_foreach(json_object_get(step, "allowed"), i, one)
	{
		int place = place_of(json_string_value(one));

		bits |= place < 0 ? UINT64_MAX : (uint64_t)1 << place;
	}
	return bits;
}

static int find_reservation(const char *name)
{
	return find(reservations, DOKO_RESERVATIONS, name);
}

static int find_level(const char *name)
{
	return find(levels, LEVELS, name);
}

static void compare(struct steps *steps, size_t place, uint64_t ours, uint64_t theirs)
{
	struct record at = *steps->record;

	at.number = place;
	steps->record->sum->choices++;
	if (ours != theirs) {
		record_differs(&at, "choices %#llx are allowed, recorded: %#llx",
			(unsigned long long)ours, (unsigned long long)theirs);
	}
}

static uint64_t card_bits(doko_set cards)
{
	uint64_t bits = 0;

	for (cards &= DOKO_ONE_EACH; cards; cards &= cards - 1) {
		bits |= (uint64_t)1 << doko_first(cards);
	}
	return bits;
}

/* ---- Following ------------------------------------------------------------------------------ */

static bool is_phase(const json_t *step, const char *phase)
{
	const char *text = record_text(step, "phase");

	return text && strcmp(text, phase) == 0;
}

static bool read_hands(const struct steps *steps, doko_set hand[DOKO_SEATS])
{
	memset(hand, 0, DOKO_SEATS * sizeof *hand);
	for (size_t i = steps->first; i < steps->end; i++) {
		const json_t *step = json_array_get(steps->all, i);
		int seat = record_number(step, "player", 0) & 3;
		int kind = find_card(record_text(step, "action"));

		if (is_phase(step, "PlayCard")) {
			if (kind < 0 || doko_copies(hand[seat], kind) == 2) {
				return false;
			}
			hand[seat] = doko_add(hand[seat], kind);
		}
	}
	return doko_count(hand[0] & DOKO_ALL) == 12 && doko_count(hand[1]) == 12 &&
	       doko_count(hand[2]) == 12 && doko_count(hand[3]) == 12;
}

static bool take_reservation(struct steps *steps, size_t place, const json_t *step)
{
	int seat = record_number(step, "player", -1);
	int said = find_reservation(record_text(step, "action"));

	if (steps->world.table.phase != DOKO_RESERVING || steps->world.table.turn != seat ||
		said < 0) {
		return false;
	}
	compare(steps, place, doko_reservations(&steps->world.table, seat, steps->world.hand[seat]),
		recorded_choices(step, find_reservation));
	doko_apply((struct mk_world *)&steps->world, doko_reservation(seat, said, 0));
	return true;
}

static bool take_announcement(struct steps *steps, size_t place, const json_t *step)
{
	int seat = record_number(step, "player", -1);
	int level = find_level(record_text(step, "action"));
	int party;

	if (steps->world.table.phase != DOKO_PLAYING || seat < 0 || seat >= DOKO_SEATS ||
		level < 0) {
		return false;
	}
	party = steps->world.re >> seat & 1;
	compare(steps, place, doko_allowed_levels(&steps->world.table, seat, party) | 1,
		recorded_choices(step, find_level));
	if (level && steps->world.table.said_count < DOKO_MAX_SAID) {
		doko_apply((struct mk_world *)&steps->world, doko_announcement(seat, party, level));
	}
	return true;
}

static bool take_card(struct steps *steps, size_t place, const json_t *step)
{
	const struct doko_table *table = &steps->world.table;
	int seat = record_number(step, "player", -1);
	int kind = find_card(record_text(step, "action"));
	doko_set legal;

	if (table->phase != DOKO_PLAYING || table->turn != seat || kind < 0) {
		return false;
	}
	legal = doko_legal_cards(table, steps->world.hand[seat]);
	compare(steps, place, card_bits(legal), recorded_choices(step, find_card));
	if (!(legal & DOKO_BOTH(kind))) {
		return false;
	}
	doko_apply((struct mk_world *)&steps->world, doko_card_move(DOKO_PLAY, seat, kind));
	return true;
}

static bool take_step(struct steps *steps, size_t place)
{
	const json_t *step = json_array_get(steps->all, place);

	steps->record->sum->moves++;
	if (is_phase(step, "Reservation")) {
		return take_reservation(steps, place, step);
	}
	if (is_phase(step, "Announcement")) {
		return take_announcement(steps, place, step);
	}
	return is_phase(step, "PlayCard") && take_card(steps, place, step);
}

void record_check_steps(const struct record *record, size_t first, size_t end, const json_t *all)
{
	struct steps steps = {.record = record, .all = all, .first = first, .end = end};
	struct record at = *record;
	struct doko_rules rules;
	doko_set hand[DOKO_SEATS];

	record->sum->games++;
	if (!read_hands(&steps, hand)) {
		record_differs(record, "the cards that are played are not four hands");
		return;
	}
	doko_rules_unpack(record_rules("ddv"), &rules);
	doko_table_begin(&steps.world.table, &rules,
		record_number(json_array_get(all, first), "player", 0) & 3);
	doko_world_begin(&steps.world, hand);
	for (at.number = first; at.number < end; at.number++) {
		if (!take_step(&steps, at.number)) {
			record_differs(&at, "this step cannot be taken");
			return;
		}
	}
}
