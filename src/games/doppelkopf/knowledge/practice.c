/* Completes a move that is reported at a practice table, whose cards the program has dealt. */
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/knowledge/refusal.h"
#include "games/doppelkopf/knowledge/world.h"

enum { OWN_SEAT = 0 };

/*
 * True if the move is legal in the world. While an announcement is mandatory, it is the only legal
 * move.
 */
static bool is_listed(const struct mk_world *opaque, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = doko_world_moves(opaque, moves);

	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], &move, sizeof move) == 0) {
			return true;
		}
	}
	return false;
}

/* Adds the cards of a poverty, which the player takes without having seen them. */
static struct mk_move with_taken(const struct doko_world *world, struct mk_move reported)
{
	return reported.kind == DOKO_TAKE ? doko_pack(reported, world->shifted) : reported;
}

enum mk_status doko_complete_move(const struct mk_world *opaque, struct mk_move reported,
	struct mk_move *move, struct mk_error *error)
{
	const struct doko_world *world = world_of(opaque);
	struct doko_view view;
	enum mk_status status;

	if (reported.kind == DOKO_DEAL) {
		return doko_refuse(error, REFUSED_NOT_OVER, "/hand");
	}
	if (reported.from != OWN_SEAT) {
		return doko_refuse_turn(error, (world->table.turn - OWN_SEAT) & 3);
	}
	doko_view_of_seat(opaque, OWN_SEAT, (struct mk_view *)&view);
	reported = doko_event_complete(&view, with_taken(world, reported));
	status = doko_event_check(&view, reported, error);
	if (status != MK_OK) {
		return status;
	}
	reported = doko_pack(reported, 0);
	if (!is_listed(opaque, reported)) {
		return doko_refuse(error, REFUSED_ANNOUNCE_FIRST, "");
	}
	*move = reported;
	return MK_OK;
}
