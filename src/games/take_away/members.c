/* The members of take-away's JSON. */
#include "games/take_away/notation.h"

const struct mk_member take_away_snapshot_members[] = {{"groups", NULL}, {0}};

const struct mk_member take_away_move_members[] = {
	{"kind", NULL}, {"group", NULL}, {"count", NULL}, {0}};

const struct mk_member take_away_table_members[] = {
	{"groups", NULL}, {"limits", NULL}, {"turn", NULL}, {"grundy", NULL}, {0}};
