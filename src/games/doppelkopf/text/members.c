/* The members of Doppelkopf's JSON. */
#include "games/doppelkopf/text/notation.h"

#define EVENT_MEMBERS \
	{"seat", NULL}, {"card", NULL}, {"announce", NULL}, {"team", NULL}, {"reservation", NULL}, \
		{"cards", NULL}, {"shift", NULL}, {"return", NULL}, {"trumps", NULL}, \
		{"take", NULL}, {"hand", NULL}, {"dealer", NULL}, \
	{ \
		"event", NULL \
	}

const struct mk_member doko_snapshot_members[] = {EVENT_MEMBERS, {0}};

const struct mk_member doko_move_members[] = {EVENT_MEMBERS, {"type", NULL}, {"kind", NULL}, {0}};

static const struct mk_member special[] = {{"what", NULL}, {"certain", NULL}, {0}};
static const struct mk_member trick[] = {{"leader", NULL}, {"cards", NULL}, {"winner", NULL},
	{"points", NULL}, {"special", special}, {0}};
static const struct mk_member announcement[] = {
	{"seat", NULL}, {"announce", NULL}, {"team", NULL}, {"cards_played", NULL}, {0}};
static const struct mk_member poverty[] = {
	{"cards", NULL},
	{"shifted", NULL},
	{"refused", NULL},
	{"returned", NULL},
	{"trumps", NULL},
	{"given", NULL},
	{"taken", NULL},
	{0},
};
static const struct mk_member counted[] = {{"what", NULL}, {"team", NULL}, {0}};
static const struct mk_member result[] = {
	{"winner", NULL},
	{"value", NULL},
	{"re_points", NULL},
	{"contra_points", NULL},
	{"counted", counted},
	{0},
};
static const struct mk_member row[] = {
	{"game", NULL},
	{"soloist", NULL},
	{"re", NULL},
	{"value", NULL},
	{"bock", NULL},
	{"points", NULL},
	{"sums", NULL},
	{0},
};
static const struct mk_member score_table[] = {
	{"rows", row},
	{"sums", NULL},
	{"games", NULL},
	{"games_left", NULL},
	{"mandatory_soli_left", NULL},
	{"next_dealer", NULL},
	{"points_played", NULL},
	{"bock_games", NULL},
	{0},
};

const struct mk_member doko_table_members[] = {
	{"phase", NULL},
	{"seat", NULL},
	{"event", NULL},
	{"seat_to_play", NULL},
	{"dealer", NULL},
	{"game", NULL},
	{"soloist", NULL},
	{"partner", NULL},
	{"mandatory_solo", NULL},
	{"bock", NULL},
	{"hand", NULL},
	{"trick", trick},
	{"tricks", trick},
	{"teams", NULL},
	{"points", NULL},
	{"tricks_won", NULL},
	{"voids", NULL},
	{"announcements", announcement},
	{"swines", NULL},
	{"hyperswines", NULL},
	{"swines_after", NULL},
	{"hyperswines_after", NULL},
	{"reservations", NULL},
	{"poverty", poverty},
	{"result", result},
	{"score_table", score_table},
	{0},
};
