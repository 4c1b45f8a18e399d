/* What a seat sees of a whole table. */
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/knowledge/sheet.h"
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/table/reserve.h"

#include <string.h>

/* Cards that are passed face down are seen by those two alone; all see how many trumps came back.
 */
static bool is_hidden(const struct doko_world *world, struct mk_move move, int seat)
{
	if (move.kind == DOKO_PASS_CARD) {
		return seat != move.from;
	}
	return move.kind == DOKO_RETURN && seat != move.from && seat != world->table.soloist;
}

static struct mk_move last_seen(const struct doko_world *world, int seat)
{
	struct mk_move move = world->last;

	if (is_hidden(world, move, seat)) {
		doko_set trumps = doko_normal_trumps(&world->table.rules);

		move.to =
			move.kind == DOKO_RETURN && (trumps & DOKO_ONE(doko_kind(move.card))) != 0;
		move.card = MK_NO_CARD;
	}
	return move;
}

static int party_of(const struct doko_world *world, int seat)
{
	const struct doko_table *table = &world->table;
	bool open = table->phase == DOKO_PLAYING || table->phase == DOKO_OVER;

	if (!open ||
		(table->type == DOKO_MARRIAGE && !table->clarified && seat != table->soloist)) {
		return DOKO_TEAM_UNKNOWN;
	}
	return world->re >> seat & 1;
}

/* All that the seat has held: what it holds and played, what it gave and was not given. */
static doko_set dealt_to(const struct doko_world *world, int seat)
{
	const struct doko_table *table = &world->table;
	doko_set cards = world->hand[seat];

	for (int i = 0; i < table->played; i++) {
		if (((table->leader[i / 4] + i % 4) & 3) == seat) {
			cards = doko_add(cards, table->card[i]);
		}
	}
	if (seat == table->soloist) {
		return doko_join(doko_without(cards, world->taken[seat]), world->given[seat]);
	}
	return doko_without(doko_join(cards, world->given[seat]), world->taken[seat]);
}

const struct mk_view *doko_known(const struct mk_world *room, int seat, struct mk_view *out)
{
	const struct doko_world *world = world_of(room);
	struct doko_view *view = (struct doko_view *)out;

	memset(view, 0, sizeof *view);
	view->table = world->table;
	view->seat = (uint8_t)seat;
	view->party = (uint8_t)party_of(world, seat);
	view->events = world->events;
	view->last = last_seen(world, seat);
	view->hand = world->hand[seat];
	view->dealt = dealt_to(world, seat);
	view->given = world->given[seat];
	view->taken = world->taken[seat];
	doko_sheet_begin(&view->sheet, &world->table.rules, world->table.first);
	return out;
}

void doko_look(const struct mk_world *room, int seat, struct mk_snapshot *sighting)
{
	const struct doko_world *world = world_of(room);
	struct doko_sighting *seen = (struct doko_sighting *)sighting;
	struct mk_move move = last_seen(world, seat);

	memset(seen, 0, sizeof *seen);
	seen->number = world->events;
	seen->count = 1;
	if (move.kind == 0) {
		move = doko_pack(doko_blank_move(DOKO_DEAL, world->table.first), world->hand[seat]);
	} else if (move.kind == DOKO_TAKE && move.from == seat) {
		move = doko_pack(move, world->taken[seat]);
	}
	seen->move[0] = move;
}
