/* Replays one recorded deal: cards, reservations, exchange, announcements, tricks. */
#include "games/doppelkopf/doppelkopf.h"
#include "games/doppelkopf/records/record_deal.h"
#include "games/doppelkopf/table/table.h"

#include <stdio.h>
#include <string.h>

/* A deal that is being replayed. */
struct game {
	const struct record *record;
	struct doko_world world;
	size_t announced; /* number of recorded announcements that are applied */
	bool swines;      /* (hyper)swines were announced */
};

static struct mk_world *as_world(struct doko_world *world)
{
	return (struct mk_world *)world;
}

/* ---- Cards ---------------------------------------------------------------------------------- */

static bool read_hands(const json_t *array, doko_set hand[DOKO_SEATS])
{
	for (size_t seat = 0; seat < DOKO_SEATS; seat++) {
		if (!record_read_cards(
			    json_string_value(json_array_get(array, seat)), &hand[seat])) {
			return false;
		}
	}
	return true;
}

/*
 * True if each card of the deck is dealt as often as the deck has it, and all hands have the same
 * size.
 */
static bool is_deal(const struct doko_rules *rules, const doko_set hand[DOKO_SEATS])
{
	int size = rules->of[NINES] ? 12 : 10;

	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		int copies = 0;

		for (int seat = 0; seat < DOKO_SEATS; seat++) {
			copies += doko_copies(hand[seat], kind);
		}
		if (copies != doko_copies(doko_deck(rules->of[NINES]), kind)) {
			return false;
		}
	}
	return doko_count(hand[0]) == size && doko_count(hand[1]) == size &&
	       doko_count(hand[2]) == size;
}

static int first_leader(const json_t *json)
{
	const json_t *trick = json_array_get(json_object_get(json, "tricks"), 0);
	int leader = record_number(trick, "lead", 0);

	return record_number(json, "start", leader) & 3;
}

/* The rule set of the record, with the options that the game replaced. */
static bool read_rules(const struct game *game, struct doko_rules *rules)
{
	const json_t *json = game->record->json;
	const struct mk_rules *named = record_rules(record_text(json, "rules"));
	struct mk_rules own;
	struct mk_error error;

	if (!named) {
		record_differs(game->record, "there are no such rules");
		return false;
	}
	own = *named;
	if (json_object_get(json, "options") &&
		mk_rules_read(&doppelkopf_game, json_object_get(json, "options"), "/options", &own,
			&error) != MK_OK) {
		record_differs(game->record, "%s: %s", error.where, error.detail);
		return false;
	}
	doko_rules_unpack(&own, rules);
	return true;
}

static bool begin(struct game *game)
{
	const json_t *json = game->record->json;
	const json_t *dealt = json_object_get(json, "dealt");
	doko_set hand[DOKO_SEATS];
	struct doko_rules rules;
	int solo = record_number(json, "solo", -1);

	if (!read_rules(game, &rules)) {
		return false;
	}
	if (!read_hands(dealt ? dealt : json_object_get(json, "hands"), hand) ||
		!is_deal(&rules, hand)) {
		record_differs(game->record, "these hands are no deal");
		return false;
	}
	doko_table_begin(&game->world.table, &rules, first_leader(json));
	game->world.table.bock = (uint8_t)(record_number(json, "bock", 1) & 127);
	if (record_number(json, "duty", 0) == 1 && solo >= 0) {
		game->world.table.owed = (uint8_t)(1 << (solo & 3));
	}
	doko_world_begin(&game->world, hand);
	return true;
}

/* ---- Poverty -------------------------------------------------------------------------------- */

static bool is_event(const json_t *event, const char *name)
{
	const char *text = json_string_value(json_array_get(event, 0));

	return text && strcmp(text, name) == 0;
}

/* Passes cards one by one; trumps first, as the rules demand. */
static void pass(struct game *game, const json_t *text, int kind)
{
	doko_set cards;

	if (!record_read_cards(json_string_value(text), &cards)) {
		record_differs(game->record, "what was passed is no card");
		return;
	}
	while (cards) {
		int seat = game->world.table.turn;
		doko_set legal = seat == DOKO_NO_SEAT ? 0
						      : doko_passable(&game->world.table,
								game->world.hand[seat]);
		doko_set next = cards & legal & DOKO_ONE_EACH;

		if (!next) {
			record_differs(game->record, "these cards may not be passed");
			return;
		}
		cards = doko_remove(cards, doko_first(next));
		doko_apply(as_world(&game->world), doko_card_move(kind, seat, doko_first(next)));
	}
}

static void answer(struct game *game, const json_t *event, int kind)
{
	int seat = record_element(event, 1, -1);

	if (game->world.table.phase != DOKO_ASKING || game->world.table.turn != seat) {
		record_differs(game->record, "seat %d is not asked for the poverty", seat);
		return;
	}
	doko_apply(as_world(&game->world),
		(struct mk_move){.kind = (uint8_t)kind, .from = (uint8_t)seat});
}

static void announce_swines(struct game *game, const json_t *event, bool hyper)
{
	int seat = record_element(event, 1, 0) & 3;
	const struct doko_table *table = &game->world.table;
	doko_set hand = game->world.hand[seat];

	if (hyper ? !doko_may_announce_hyperswines(table, seat, hand)
		  : !doko_may_announce_swines(table, seat, hand)) {
		record_differs(game->record, "seat %d may not announce (hyper)swines", seat);
	}
	doko_apply(as_world(&game->world),
		(struct mk_move){.kind = DOKO_SWINE, .from = (uint8_t)seat, .to = hyper});
}

static bool is_swines(const json_t *event)
{
	return is_event(event, "swines") || is_event(event, "hyperswines");
}

/*
 * The record lists the taker of a poverty after the exchange, but the taker's swines before it. An
 * announcement that is not possible during the exchange is therefore applied after it.
 */
static bool has_to_wait(const struct game *game, const json_t *event)
{
	const struct doko_table *table = &game->world.table;
	int seat = record_element(event, 1, 0) & 3;
	doko_set hand = game->world.hand[seat];

	if (table->phase == DOKO_PLAYING) {
		return false;
	}
	return is_event(event, "hyperswines") ? !doko_may_announce_hyperswines(table, seat, hand)
					      : !doko_may_announce_swines(table, seat, hand);
}

static void announce_waiting(struct game *game, const json_t *const *waiting, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		announce_swines(game, waiting[i], is_event(waiting[i], "hyperswines"));
	}
}

/* Swines announced before the exchange still count for the player who holds both cards after it;
 * the record does not repeat the announcement. */
static void announce_again(struct game *game)
{
	const struct doko_table *table = &game->world.table;

	for (int seat = 0; game->swines && seat < DOKO_SEATS; seat++) {
		if ((table->re >> seat & 1) &&
			doko_may_announce_swines(table, seat, game->world.hand[seat])) {
			struct mk_move move = {.kind = DOKO_SWINE, .from = (uint8_t)seat};

			doko_apply(as_world(&game->world), move);
		}
	}
}

enum { MAX_WAITING = 4 };

static void follow_events(struct game *game)
{
	const json_t *waiting[MAX_WAITING];
	const json_t *event;
	size_t count = 0;
	size_t i;

	json_array_foreach(json_object_get(game->record->json, "events"), i, event)
	{
		if (is_event(event, "poverty_shift")) {
			pass(game, json_array_get(event, 2), DOKO_PASS_CARD);
		} else if (is_event(event, "poverty_denied")) {
			answer(game, event, DOKO_REFUSE);
		} else if (is_event(event, "poverty_accepted")) {
			answer(game, event, DOKO_TAKE);
			pass(game, json_array_get(event, 4), DOKO_RETURN);
		} else if (is_swines(event) && count < MAX_WAITING && has_to_wait(game, event)) {
			waiting[count++] = event;
		} else if (is_swines(event)) {
			announce_swines(game, event, is_event(event, "hyperswines"));
			game->swines |= game->world.table.type == DOKO_POVERTY;
		}
	}
	announce_waiting(game, waiting, count);
	announce_again(game);
}

/* After an exchange, the hands must equal those with which the recorded play begins. */
static bool check_hands(struct game *game)
{
	doko_set hand[DOKO_SEATS];

	if (!read_hands(json_object_get(game->record->json, "hands"), hand) ||
		memcmp(hand, game->world.hand, sizeof hand) != 0) {
		record_differs(game->record, "the hands before the first trick are others");
		return false;
	}
	return true;
}

/* ---- Announcements -------------------------------------------------------------------------- */

static int level_of(const char *text)
{
	static const char *const names[] = {"120", "90", "60", "30", "0", "reply"};

	for (int i = 0; text && i < 6; i++) {
		if (strcmp(names[i], text) == 0) {
			return i == 5 ? DOKO_ANNOUNCED : i + DOKO_ANNOUNCED;
		}
	}
	return DOKO_SILENT;
}

static void announce(struct game *game, const json_t *said)
{
	struct doko_table *table = &game->world.table;
	int seat = record_element(said, 1, 0) & 3;
	const char *team = json_string_value(json_array_get(said, 2));
	int level = level_of(json_string_value(json_array_get(said, 3)));
	int party = game->world.re >> seat & 1;

	game->record->sum->moves++;
	if (!team || strcmp(team, party == DOKO_RE ? "re" : "contra") != 0) {
		record_differs(game->record, "seat %d announces for the other party", seat);
	}
	if (!(doko_allowed_levels(table, seat, party) & 1u << level)) {
		record_differs(game->record, "after %d cards seat %d may not announce level %d",
			table->played, seat, level);
	}
	if (level && table->said_count < DOKO_MAX_SAID) {
		doko_apply(as_world(&game->world), doko_announcement(seat, party, level));
	}
}

/* Applies all announcements that were made before the next card. */
static void follow_announcements(struct game *game)
{
	const json_t *all = json_object_get(game->record->json, "ann");
	int played = game->world.table.played;

	for (; game->announced < json_array_size(all); game->announced++) {
		const json_t *said = json_array_get(all, game->announced);

		if (record_element(said, 0, 0) > played) {
			return;
		}
		announce(game, said);
	}
}

/*
 * Writes the next possible announcement of a seat: "-", "90", "reply120". The first one of a team
 * is called a reply if the other team has announced, in time or not.
 */
static void write_option(const struct doko_world *world, int seat, char *text, size_t capacity)
{
	static const char *const names[] = {"", "120", "90", "60", "30", "0"};
	const struct doko_table *table = &world->table;
	int party = world->re >> seat & 1;
	unsigned levels = doko_allowed_levels(table, seat, party);

	if (!levels) {
		snprintf(text, capacity, "-");
	} else if (table->level[party] == DOKO_SILENT && table->level[!party] != DOKO_SILENT) {
		snprintf(text, capacity, "reply%s", names[table->level[!party]]);
	} else {
		snprintf(text, capacity, "%s", names[__builtin_ctz(levels)]);
	}
}

static void check_options(const struct game *game, const json_t *recorded)
{
	const char *text = json_string_value(recorded);
	char options[64] = "", one[16];

	if (!text) {
		return;
	}
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		write_option(&game->world, seat, one, sizeof one);
		snprintf(options + strlen(options), sizeof options - strlen(options), "%s%s",
			seat ? " " : "", one);
	}
	game->record->sum->choices++;
	if (strcmp(text, options) != 0) {
		record_differs(game->record, "after %d cards %s can be announced, recorded: %.40s",
			game->world.table.played, options, text);
	}
}

/* ---- Tricks --------------------------------------------------------------------------------- */

static void check_legal(const struct game *game, doko_set legal, const json_t *recorded)
{
	char text[DOKO_CARDS * 3];
	doko_set cards;

	if (!recorded) {
		return;
	}
	game->record->sum->choices++;
	if (!record_read_cards(json_string_value(recorded), &cards) ||
		(cards & DOKO_ONE_EACH) != (legal & DOKO_ONE_EACH)) {
		record_write_cards(legal & DOKO_ONE_EACH, text, sizeof text);
		record_differs(game->record, "after %d cards these are legal: %s",
			game->world.table.played, text);
	}
}

static bool play_card(struct game *game, const json_t *trick, size_t place)
{
	struct doko_table *table = &game->world.table;
	const char *text =
		json_string_value(json_array_get(json_object_get(trick, "cards"), place));
	int kind = record_read_card(text), seat = table->turn;
	doko_set legal = doko_legal_cards(table, game->world.hand[seat]);

	follow_announcements(game);
	check_options(game, json_array_get(json_object_get(trick, "annopt"), place));
	check_legal(game, legal, json_array_get(json_object_get(trick, "legal"), place));
	if (doko_obliged(table, seat, game->world.re >> seat & 1)) {
		record_differs(game->record, "after %d cards seat %d has to announce",
			table->played, seat);
	}
	if (kind == DOKO_NO_KIND || !(legal & DOKO_BOTH(kind))) {
		record_differs(game->record, "after %d cards seat %d may not play %.4s",
			table->played, seat, text ? text : "this");
		return false;
	}
	game->record->sum->moves++;
	doko_apply(as_world(&game->world), doko_card_move(DOKO_PLAY, seat, kind));
	return true;
}

static int augen_of(const uint8_t *card)
{
	return doko_card_points[card[0]] + doko_card_points[card[1]] + doko_card_points[card[2]] +
	       doko_card_points[card[3]];
}

static bool play_trick(struct game *game, const json_t *trick, size_t number)
{
	struct doko_table *table = &game->world.table;
	int leader = record_number(trick, "lead", -1);
	int winner, augen;

	if (leader != table->turn) {
		record_differs(game->record, "seat %d leads trick %zu, recorded: %d", table->turn,
			number + 1, leader);
	}
	for (size_t place = 0; place < 4; place++) {
		if (!play_card(game, trick, place)) {
			return false;
		}
	}
	winner = table->leader[table->tricks];
	augen = augen_of(table->card + table->played - 4);
	if (winner != record_number(trick, "winner", -1) ||
		augen != record_number(trick, "eyes", -1)) {
		record_differs(game->record,
			"seat %d wins trick %zu with %d Augen, recorded: %d %d", winner, number + 1,
			augen, record_number(trick, "winner", -1),
			record_number(trick, "eyes", -1));
	}
	return true;
}

static bool play_tricks(struct game *game)
{
	const json_t *tricks = json_object_get(game->record->json, "tricks");
	size_t count = (size_t)doko_hand_size(&game->world.table);

	for (size_t i = 0; i < count; i++) {
		if (!play_trick(game, json_array_get(tricks, i), i)) {
			return false;
		}
	}
	return true;
}

/* ---- The whole deal ------------------------------------------------------------------------- */

void record_check_game(const struct record *record)
{
	struct game game;

	memset(&game, 0, sizeof game);
	game.record = record;
	record->sum->games++;
	if (!begin(&game)) {
		return;
	}
	record_follow_reservations(record, &game.world);
	follow_events(&game);
	if (!record_check_type(record, &game.world)) {
		return;
	}
	if (json_object_get(record->json, "dealt") && !check_hands(&game)) {
		return;
	}
	if (play_tricks(&game)) {
		record_check_result(record, &game.world);
	}
}
