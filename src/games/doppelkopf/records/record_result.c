/* Compares the end of a recorded deal: winners, points, and their sources. */
#include "games/doppelkopf/records/record_deal.h"
#include "games/doppelkopf/scoring/score.h"

#include <stdio.h>
#include <string.h>

static void check_seats(const struct record *record, const struct doko_world *world)
{
	const json_t *augen = json_object_get(record->json, "augen");
	const json_t *teams = json_object_get(record->json, "teams");

	for (size_t seat = 0; seat < DOKO_SEATS; seat++) {
		const char *team = json_string_value(json_array_get(teams, seat));
		bool re = world->re >> seat & 1;

		if (world->table.augen[seat] != record_element(augen, seat, -1)) {
			record_differs(record, "seat %zu has %d Augen, recorded: %d", seat,
				world->table.augen[seat], record_element(augen, seat, -1));
		}
		if (!team || strcmp(team, re ? "re" : "contra") != 0) {
			record_differs(record, "seat %zu is of the other party", seat);
		}
	}
}

static void check_marriage(const struct record *record, const struct doko_world *world)
{
	const char *type = record_text(record->json, "type");
	int trick = record_number(record->json, "clarification", 0);

	if (trick && world->table.clarified != trick) {
		record_differs(record, "trick %d decides the marriage, recorded: %d",
			world->table.clarified, trick);
	}
	if (type && strcmp(type, "marriage solo") == 0 && world->table.partner != DOKO_NO_SEAT) {
		record_differs(record, "the marriage found a partner");
	}
}

static void check_winner(const struct record *record, const struct doko_score *score)
{
	static const char *const names[] = {"contra", "re", "none"};
	const char *winner = record_text(record->json, "winner");

	if (!winner || strcmp(winner, names[score->winner]) != 0) {
		record_differs(record, "winner %s, recorded: %.10s", names[score->winner],
			winner ? winner : "nothing");
	}
}

static void check_points(const struct record *record, const struct doko_score *score)
{
	const json_t *points = json_object_get(record->json, "score");
	int value = record_number(record->json, "value", score->value);

	if (value != score->value) {
		record_differs(record, "value %d, recorded: %d", score->value, value);
	}
	for (size_t seat = 0; seat < DOKO_SEATS; seat++) {
		int recorded = record_element(points, seat, -9999);

		if (score->seat[seat] != recorded) {
			record_differs(record, "seat %zu gets %d points, recorded: %d", seat,
				score->seat[seat], recorded);
		}
	}
	record->sum->scores++;
}

/* ---- Special points ------------------------------------------------------------------------- */

/* Names in the sources. Announcements of either team share a name. */
static const char *const names[DOKO_SPECIALS] = {
	[DOKO_WON] = "won",
	[DOKO_BELOW_90] = "no 90",
	[DOKO_BELOW_60] = "no 60",
	[DOKO_BELOW_30] = "no 30",
	[DOKO_NO_TRICK] = "no 0",
	[DOKO_RE_SAID] = "no 120 said",
	[DOKO_CONTRA_SAID] = "no 120 said",
	[DOKO_NO_90_SAID] = "no 90 said",
	[DOKO_NO_60_SAID] = "no 60 said",
	[DOKO_NO_30_SAID] = "no 30 said",
	[DOKO_BLACK_SAID] = "no 0 said",
	[DOKO_REACHED_120] = "got 120 against no 90",
	[DOKO_REACHED_90] = "got 90 against no 60",
	[DOKO_REACHED_60] = "got 60 against no 30",
	[DOKO_REACHED_30] = "got 30 against no 0",
	[DOKO_AGAINST_OLD] = "contra won",
	[DOKO_DOPPELKOPF] = "Doppelkopf",
	[DOKO_FOX_CAUGHT] = "caught fox",
	[DOKO_FOX_LAST] = "fox last trick",
	[DOKO_CHARLIE] = "charlie",
	[DOKO_CHARLIE_CAUGHT] = "caught charlie",
	[DOKO_DULLE_CAUGHT] = "dolle caught dolle",
	[DOKO_HEART_TRICK] = "heart trick",
};

static int counted(const struct doko_score *score, const char *name, int party)
{
	int count = 0;

	for (int i = 0; i < score->count; i++) {
		count += score->point[i].party == party &&
			 strcmp(names[score->point[i].what], name) == 0;
	}
	return count;
}

static int recorded(const json_t *all, const char *name, int party)
{
	const json_t *one;
	size_t i;
	int count = 0;

	json_array_foreach(all, i, one)
	{
		const char *what = json_string_value(json_array_get(one, 0));
		const char *team = json_string_value(json_array_get(one, 2));

		count += what && team && strcmp(what, name) == 0 &&
			 strcmp(team, party == DOKO_RE ? "re" : "contra") == 0;
	}
	return count;
}

static void check_special(const struct record *record, const struct doko_score *score)
{
	const json_t *all = json_object_get(record->json, "special");

	for (int what = 0; all && what < 2 * DOKO_SPECIALS; what++) {
		const char *name = names[what / 2];
		int party = what & 1;
		int ours = counted(score, name, party), theirs = recorded(all, name, party);

		if (ours != theirs && (what < 2 || names[what / 2 - 1] != name)) {
			record_differs(record, "'%s' counts %d times for %s, recorded: %d", name,
				ours, party == DOKO_RE ? "re" : "contra", theirs);
		}
	}
}

void record_check_result(const struct record *record, const struct doko_world *world)
{
	struct doko_score score;

	doko_score(&world->table, world->re, &score);
	check_seats(record, world);
	check_marriage(record, world);
	check_winner(record, &score);
	check_points(record, &score);
	check_special(record, &score);
}
