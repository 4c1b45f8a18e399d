/* The members of Klondike's JSON. */
#include "games/klondike/text/notation.h"

static const struct mk_member candidate[] = {{"card", NULL}, {"p", NULL}, {0}};

const struct mk_member klondike_snapshot_members[] = {
	{"draw_pile", candidate},
	{"foundations", candidate},
	{"columns", candidate},
	{"stock", NULL},
	{0},
};

const struct mk_member klondike_move_members[] = {
	{"type", NULL},
	{"kind", NULL},
	{"from", NULL},
	{"to", NULL},
	{"cut", NULL},
	{"card", NULL},
	{"cards", NULL},
	{"revealed", NULL},
	{0},
};

static const struct mk_member column[] = {{"unseen", NULL}, {"cards", NULL}, {0}};
static const struct mk_member foundations[] = {
	{"C", NULL}, {"D", NULL}, {"H", NULL}, {"S", NULL}, {0}};
static const struct mk_member draw_pile[] = {
	{"cards", NULL},
	{"left", NULL},
	{"removed", NULL},
	{"shuffles", NULL},
	{"known_order", NULL},
	{"somewhere", NULL},
	{0},
};
static const struct mk_member anti_loop[] = {
	{"just_moved", NULL},
	{"column_to_column", NULL},
	{"max_column_to_column", NULL},
	{"idle", NULL},
	{"turned_from", NULL},
	{"returned", NULL},
	{0},
};

const struct mk_member klondike_table_members[] = {
	{"columns", column},
	{"foundations", foundations},
	{"draw_pile", draw_pile},
	{"anti_loop", anti_loop},
	{0},
};

/* The exact solver reads which cards lie face down, too (solver/deal.c). */
static const struct mk_member deal_column[] = {
	{"unseen", NULL}, {"cards", NULL}, {"under", NULL}, {0}};

const struct mk_member klondike_deal_members[] = {
	{"columns", deal_column},
	{"foundations", foundations},
	{"draw_pile", draw_pile},
	{"anti_loop", anti_loop},
	{0},
};

const struct mk_member klondike_count_members[] = {
	{"unseen", NULL}, {"left", NULL}, {"shuffles", NULL}, {0}};
