/* The members of the JSON of 10-20-30. */
#include "games/ten_twenty_thirty/notation.h"

const struct mk_member tens_snapshot_members[] = {
	{"dealt", NULL}, {"columns", NULL}, {"deck_left", NULL}, {0}};

const struct mk_member tens_move_members[] = {
	{"kind", NULL},
	{"column", NULL},
	{"combo", NULL},
	{"card", NULL},
	{"cards", NULL},
	{"revealed", NULL},
	{0},
};

const struct mk_member tens_table_members[] = {
	{"columns", NULL},
	{"deck_left", NULL},
	{"known_deck", NULL},
	{"next_column", NULL},
	{"last_column", NULL},
	{"dealt", NULL},
	{"outlook", NULL},
	{0},
};
