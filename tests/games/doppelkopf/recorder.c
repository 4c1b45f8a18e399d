/* Recording deals. */
#include "games/doppelkopf/recorder.h"

#include "games/doppelkopf/records/record.h"
#include "games/doppelkopf/scoring/score.h"
#include "games/doppelkopf/table/table.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

struct recorder {
	json_t *json;
	json_t *res, *events, *ann, *tricks;
	struct doko_world world;
	struct mk_rng rng;
	doko_set passed; /* of a poverty, in one direction */
};

static struct mk_world *as_world(struct recorder *recorder)
{
	return (struct mk_world *)(void *)&recorder->world;
}

static json_t *cards(doko_set set)
{
	char text[256];

	record_write_cards(set, text, sizeof text);
	return json_string(text);
}

static json_t *hands(const struct doko_world *world)
{
	json_t *array = json_array();

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		json_array_append_new(array, cards(world->hand[seat]));
	}
	return array;
}

static const char *team(const struct doko_world *world, int seat)
{
	return world->re >> seat & 1 ? "re" : "contra";
}

/* ---- What is done --------------------------------------------------------------------------- */

/* Mostly what is no solo, which would have its way. */
static struct mk_move choose_reservation(
	struct recorder *recorder, const struct mk_move *moves, uint32_t count)
{
	bool special = count > 1 && moves[1].to < DOKO_RESERVE_SOLO;

	if (mk_rng_below(&recorder->rng, 8) == 0) {
		return moves[mk_rng_below(&recorder->rng, count)];
	}
	return moves[special && mk_rng_below(&recorder->rng, 4) != 0];
}

/* Any legal move; now and then an announcement, and swines before the first card only. */
static struct mk_move choose(struct recorder *recorder)
{
	struct mk_move moves[MK_MAX_MOVES], move;
	uint32_t count = (uint32_t)doko_world_moves(as_world(recorder), moves);

	if (moves[0].kind == DOKO_RESERVE) {
		return choose_reservation(recorder, moves, count);
	}
	do {
		move = moves[mk_rng_below(&recorder->rng, count)];
	} while ((move.kind == DOKO_SWINE && recorder->world.table.played > 0) ||
		 (move.kind == DOKO_ANNOUNCE && count > 1 && mk_rng_below(&recorder->rng, 4) != 0));
	return move;
}

/* ---- Before the first card ------------------------------------------------------------------ */

static const char *const selectors[] = {[DOKO_MARRIAGE_FOREIGN] = "first foreign",
	[DOKO_MARRIAGE_COLOUR] = "first color",
	[DOKO_MARRIAGE_CLUBS] = "first club",
	[DOKO_MARRIAGE_SPADES] = "first spade",
	[DOKO_MARRIAGE_HEARTS] = "first heart",
	[DOKO_MARRIAGE_TRUMPS] = "first trump"};

static const char *const soli[] = {"solo club", "solo spade", "solo heart", "solo diamond",
	"solo queen", "solo jack", "solo meatless", "solo king", "solo queen-jack",
	"solo king-jack", "solo king-queen", "solo koehler"};

static const char *name_of(int reservation)
{
	if (doko_is_solo_reservation(reservation)) {
		return soli[reservation - DOKO_RESERVE_SOLO];
	}
	return doko_is_marriage(reservation)         ? "marriage"
	       : reservation == DOKO_RESERVE_POVERTY ? "poverty"
	       : reservation == DOKO_RESERVE_THROW   ? "thrown"
						     : "normal";
}

static void record_reservation(struct recorder *recorder, struct mk_move move)
{
	json_array_append_new(
		recorder->res, json_pack("[iss]", move.from, name_of(move.to),
				       doko_is_marriage(move.to) ? selectors[move.to] : ""));
}

static void record_event(
	struct recorder *recorder, const char *name, int seat, json_t *cards_passed)
{
	json_array_append_new(recorder->events,
		json_pack("[sioio]", name, seat, cards_passed ? cards_passed : json_null(), 0,
			cards_passed ? json_incref(cards_passed) : json_null()));
}

/* Cards are passed one by one and written down together. */
static void record_pass(struct recorder *recorder, struct mk_move move)
{
	const struct doko_table *table = &recorder->world.table;
	int phase = table->phase, seat = table->turn;

	recorder->passed = doko_add(recorder->passed, doko_kind(move.card));
	doko_apply(as_world(recorder), move);
	if (table->phase == phase) {
		return;
	}
	record_event(recorder, move.kind == DOKO_PASS_CARD ? "poverty_shift" : "poverty_accepted",
		seat, cards(recorder->passed));
	recorder->passed = 0;
}

/* ---- Play ----------------------------------------------------------------------------------- */

static void record_announcement(struct recorder *recorder, struct mk_move move)
{
	static const char *const levels[] = {"", "120", "90", "60", "30", "0"};

	json_array_append_new(
		recorder->ann, json_pack("[iiss]", recorder->world.table.played, move.from,
				       team(&recorder->world, move.from), levels[move.to]));
}

static void record_card_played(struct recorder *recorder, struct mk_move move)
{
	const struct doko_table *table = &recorder->world.table;
	doko_set legal = doko_legal_cards(table, recorder->world.hand[move.from]);
	json_t *trick;

	if (table->played % 4 == 0) {
		json_array_append_new(recorder->tricks,
			json_pack("{sis[]s[]}", "lead", move.from, "cards", "legal"));
	}
	trick = json_array_get(recorder->tricks, table->played / 4);
	json_array_append_new(
		json_object_get(trick, "cards"), cards(DOKO_ONE(doko_kind(move.card))));
	json_array_append_new(json_object_get(trick, "legal"), cards(legal & DOKO_ONE_EACH));
}

static void record_trick(struct recorder *recorder)
{
	const struct doko_table *table = &recorder->world.table;
	json_t *trick = json_array_get(recorder->tricks, (size_t)table->tricks - 1);
	int augen = 0;

	for (int i = 4 * table->tricks - 4; i < 4 * table->tricks; i++) {
		augen += doko_card_points[table->card[i]];
	}
	json_object_set_new(trick, "winner", json_integer(table->leader[table->tricks]));
	json_object_set_new(trick, "eyes", json_integer(augen));
}

/* ---- One move ------------------------------------------------------------------------------- */

static void record_move(struct recorder *recorder, struct mk_move move)
{
	switch ((enum doko_move_kind)move.kind) {
	case DOKO_PLAY:
		record_card_played(recorder, move);
		break;
	case DOKO_ANNOUNCE:
		record_announcement(recorder, move);
		break;
	case DOKO_RESERVE:
		record_reservation(recorder, move);
		break;
	case DOKO_PASS_CARD:
	case DOKO_RETURN:
		record_pass(recorder, move);
		return;
	case DOKO_REFUSE:
		record_event(recorder, "poverty_denied", move.from, NULL);
		break;
	case DOKO_SWINE:
		record_event(recorder, move.to ? "hyperswines" : "swines", move.from, NULL);
		break;
	case DOKO_TAKE:
	case DOKO_DEAL:
	case DOKO_MOVE_KINDS:
		break;
	}
	doko_apply(as_world(recorder), move);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void begin(struct recorder *recorder, const char *rules, uint64_t seed)
{
	struct doko_rules unpacked;
	doko_set hand[DOKO_SEATS];

	memset(recorder, 0, sizeof *recorder);
	mk_rng_init(&recorder->rng, seed, 17);
	doko_deal(as_world(recorder), record_rules(rules), &recorder->rng);
	memcpy(hand, recorder->world.hand, sizeof hand);
	doko_rules_unpack(record_rules(rules), &unpacked);
	doko_table_begin(&recorder->world.table, &unpacked, (int)(seed & 3));
	recorder->world.table.bock = 1;
	doko_world_begin(&recorder->world, hand);
	recorder->json = json_pack("{sssis[]s[]s[]s[]}", "rules", rules, "start", (int)(seed & 3),
		"res", "events", "ann", "tricks");
	json_object_set_new(recorder->json, "dealt", hands(&recorder->world));
	recorder->res = json_object_get(recorder->json, "res");
	recorder->events = json_object_get(recorder->json, "events");
	recorder->ann = json_object_get(recorder->json, "ann");
	recorder->tricks = json_object_get(recorder->json, "tricks");
}

static const char *type_of(const struct doko_table *table)
{
	return table->type == DOKO_POVERTY    ? "poverty"
	       : table->type == DOKO_MARRIAGE ? "marriage"
	       : table->type >= DOKO_CLUBS_SOLO && table->type < DOKO_TYPES
		       ? soli[table->type - DOKO_CLUBS_SOLO]
		       : "normal";
}

static void record_result(struct recorder *recorder)
{
	const struct doko_world *world = &recorder->world;
	json_t *teams = json_array(), *augen = json_array(), *points = json_array();
	static const char *const winners[] = {"contra", "re", "none"};
	struct doko_score score;

	doko_score(&world->table, world->re, &score);
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		json_array_append_new(teams, json_string(team(world, seat)));
		json_array_append_new(augen, json_integer(world->table.augen[seat]));
		json_array_append_new(points, json_integer(score.seat[seat]));
	}
	json_object_update_new(recorder->json,
		json_pack("{sisosososssisi}", "solo",
			world->table.soloist == DOKO_NO_SEAT ? -1 : world->table.soloist, "teams",
			teams, "augen", augen, "score", points, "winner", winners[score.winner],
			"value", score.value, "clarification", world->table.clarified));
}

json_t *recorded_deal(const char *rules, uint64_t seed)
{
	struct recorder recorder;
	const struct doko_table *table = &recorder.world.table;

	begin(&recorder, rules, seed);
	while (table->phase != DOKO_OVER) {
		int tricks = table->tricks;

		if (table->phase == DOKO_PLAYING && table->played == 0) {
			json_object_set_new(recorder.json, "hands", hands(&recorder.world));
			json_object_set_new(recorder.json, "type", json_string(type_of(table)));
		}
		record_move(&recorder, choose(&recorder));
		if (table->tricks > tricks) {
			record_trick(&recorder);
		}
	}
	if (table->type == DOKO_THROWN) {
		json_object_set_new(recorder.json, "thrown", json_string("thrown"));
	} else {
		record_result(&recorder);
	}
	return recorder.json;
}

json_t *recorded_deal_of(const char *type, uint64_t seed)
{
	for (uint64_t last = seed + 10000; seed < last; seed++) {
		json_t *json = recorded_deal("house", seed);
		const char *its = record_text(json, "thrown");

		its = its ? its : record_text(json, "type");
		if (strcmp(its, type) == 0) {
			return json;
		}
		json_decref(json);
	}
	cr_assert_fail("no deal is of type %s", type);
	return NULL;
}

/* ---- Step by step --------------------------------------------------------------------------- */

/* The words of the source, written down a second time: a slip in record_steps.c shows. */
static const char *const step_reservations[DOKO_RESERVATIONS] = {
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
static const char *const step_levels[] = {"NoAnnouncement", "AnnouncementReContra",
	"AnnouncementNo90", "AnnouncementNo60", "AnnouncementNo30", "AnnouncementBlack"};
static const char *const step_cards[] = {"CardClubAce", "CardClubTen", "CardClubKing",
	"CardClubQueen", "CardClubJack", "CardClubNine", "CardSpadeAce", "CardSpadeTen",
	"CardSpadeKing", "CardSpadeQueen", "CardSpadeJack", "CardSpadeNine", "CardHeartAce",
	"CardHeartTen", "CardHeartKing", "CardHeartQueen", "CardHeartJack", "CardHeartNine",
	"CardDiamondAce", "CardDiamondTen", "CardDiamondKing", "CardDiamondQueen",
	"CardDiamondJack", "CardDiamondNine"};

static json_t *names_of(uint64_t bits, const char *const *names)
{
	json_t *array = json_array();

	for (; bits; bits &= bits - 1) {
		json_array_append_new(array, json_string(names[__builtin_ctzll(bits)]));
	}
	return array;
}

static uint64_t kinds_of(doko_set set)
{
	uint64_t bits = 0;

	for (set &= DOKO_ONE_EACH; set; set &= set - 1) {
		bits |= (uint64_t)1 << doko_first(set);
	}
	return bits;
}

static json_t *step_of(struct recorder *recorder, struct mk_move move)
{
	const struct doko_world *world = &recorder->world;
	int seat = move.from, party = world->re >> seat & 1;
	const char *phase = move.kind == DOKO_RESERVE    ? "Reservation"
			    : move.kind == DOKO_ANNOUNCE ? "Announcement"
							 : "PlayCard";
	const char *const *names = move.kind == DOKO_RESERVE    ? step_reservations
				   : move.kind == DOKO_ANNOUNCE ? step_levels
								: step_cards;
	int action = move.kind == DOKO_PLAY ? doko_kind(move.card) : move.to;
	uint64_t allowed = move.kind == DOKO_RESERVE
				   ? doko_reservations(&world->table, seat, world->hand[seat])
			   : move.kind == DOKO_ANNOUNCE
				   ? doko_allowed_levels(&world->table, seat, party) | 1
				   : kinds_of(doko_legal_cards(&world->table, world->hand[seat]));

	return json_pack("{sssssisoss}", "game", "one", "phase", phase, "player", seat, "allowed",
		names_of(allowed, names), "action", names[action]);
}

json_t *recorded_steps(uint64_t seed)
{
	struct recorder recorder;
	json_t *steps = json_array();

	begin(&recorder, "ddv", seed);
	while (recorder.world.table.phase != DOKO_OVER) {
		struct mk_move move = choose(&recorder);

		json_array_append_new(steps, step_of(&recorder, move));
		doko_apply(as_world(&recorder), move);
	}
	json_decref(recorder.json);
	return steps;
}
