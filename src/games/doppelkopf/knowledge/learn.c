/* Applies snapshots and reported events to a view. */
#include "games/doppelkopf/knowledge/learn.h"
#include "games/common/move_error.h"
#include "games/doppelkopf/knowledge/refusal.h"
#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/table/table.h"

#include <string.h>

const char *const doko_conflict_reasons[] = {"impossible_card", "card_gone", "card_excluded",
	"not_in_hand", "must_follow", "other_turn", NULL};

/* ---- Moves of a finding --------------------------------------------------------------------- */

/*
 * Positions of cards in a finding: the own hand as dealt, and the cards taken in a poverty. The
 * positions below are the seats.
 */
enum { OWN_HAND = DOKO_SEATS, TAKEN };

static void note_cards(struct mk_finding *finding, uint8_t position, doko_set cards)
{
	uint8_t index = 1;

	for (; cards; cards &= cards - 1) {
		finding->revealed[finding->revealed_count++] =
			(struct mk_place){position, doko_card(doko_first(cards)), index++};
	}
}

/* `table` is the state before the move. */
static void note_step(
	struct mk_finding *finding, const struct doko_table *table, struct mk_move move)
{
	struct mk_played_move *step = &finding->moves[finding->move_count++];

	memset(step, 0, sizeof *step);
	note_cards(finding, move.kind == DOKO_DEAL ? OWN_HAND : TAKEN, doko_unpack(move));
	step->move = doko_pack(move, 0);
	if (move.kind == DOKO_PLAY) {
		finding->revealed[finding->revealed_count++] =
			(struct mk_place){move.from, move.card, (uint8_t)(table->tricks + 1)};
	}
}

static enum mk_status take_step(struct doko_view *view, struct mk_move move,
	struct mk_finding *finding, struct mk_error *error)
{
	enum mk_status status = doko_event_check(view, move, error);

	if (status == MK_OK) {
		note_step(finding, &view->table, move);
		doko_event_apply(view, move);
	}
	return status;
}

/* A card on the table ends the reservation round: the players who have not spoken are healthy. */
static enum mk_status end_reservations(
	struct doko_view *view, struct mk_finding *finding, struct mk_error *error)
{
	enum mk_status status = MK_OK;

	while (status == MK_OK && view->table.phase == DOKO_RESERVING) {
		status = take_step(
			view, doko_reservation(view->table.turn, DOKO_HEALTHY, 0), finding, error);
	}
	return status;
}

static enum mk_status take_reported(struct doko_view *view, struct mk_move move,
	struct mk_finding *finding, struct mk_error *error)
{
	enum mk_status status = MK_OK;

	if (move.kind == DOKO_PLAY && view->table.phase == DOKO_RESERVING) {
		status = end_reservations(view, finding, error);
	}
	if (status == MK_OK) {
		status = take_step(view, doko_event_complete(view, move), finding, error);
	}
	return status;
}

/*
 * The `at` of a conflict (see learn.h), from the index of a passed card among those reported with
 * it; 0 for other moves and for hidden cards.
 */
static uint8_t passed_at(struct mk_move move, int number)
{
	if (move.card == MK_NO_CARD || (move.kind != DOKO_PASS_CARD && move.kind != DOKO_RETURN)) {
		return 0;
	}
	return (uint8_t)((move.kind == DOKO_PASS_CARD ? DOKO_SHIFTED_AT : DOKO_RETURNED_AT) +
			 number);
}

/* ---- Applying snapshots --------------------------------------------------------------------- */

/* The cards that the own seat has passed (if the move is its own) or received. */
static doko_set passed_by(const struct doko_view *view, struct mk_move move)
{
	return move.from == view->seat ? view->given : view->taken;
}

/*
 * True if the snapshot repeats the cards that were passed last. Cards that are passed together have
 * no order.
 */
static bool are_last_passed(const struct doko_view *view, const struct doko_snapshot *seen)
{
	const struct mk_move *first = &seen->move[0];
	doko_set passed = passed_by(view, *first);
	bool has_last = false;

	for (int i = 0; i < seen->count; i++) {
		mk_card card = seen->move[i].card;

		if (card == MK_NO_CARD || doko_copies(passed, doko_kind(card)) == 0) {
			return false;
		}
		passed = doko_remove(passed, doko_kind(card));
		has_last |= card == view->last.card;
	}
	return has_last && first->kind == view->last.kind && first->from == view->last.from;
}

/*
 * Compares the hidden cards of a return by the number of trumps, if all of them are reported at
 * once; otherwise true.
 */
static bool are_last_hidden(const struct doko_view *view, const struct doko_snapshot *seen)
{
	int trumps = 0;

	for (int i = 0; i < seen->count; i++) {
		trumps += seen->move[i].to;
	}
	return seen->count != view->table.returned || trumps == view->table.returned_trumps;
}

/* True if the move equals the last event of the view. */
static bool is_last_move(const struct doko_view *view, struct mk_move move)
{
	if (move.kind == DOKO_DEAL) {
		return view->events > 0 && view->table.phase != DOKO_OVER &&
		       doko_unpack(move) == view->dealt &&
		       (move.from == DOKO_NO_SEAT || move.from == view->table.first);
	}
	if (move.kind == DOKO_TAKE && move.from == view->seat && doko_unpack(move) != view->taken) {
		return false;
	}
	move = doko_pack(doko_event_complete(view, move), 0);
	return view->events > 1 && memcmp(&move, &view->last, sizeof move) == 0;
}

/* True if the snapshot repeats the last event. */
static bool is_last(const struct doko_view *view, const struct doko_snapshot *seen)
{
	struct mk_move last = seen->move[seen->count - 1];

	if (last.card != MK_NO_CARD && (last.kind == DOKO_PASS_CARD || last.kind == DOKO_RETURN)) {
		return are_last_passed(view, seen);
	}
	return is_last_move(view, last) &&
	       (last.kind != DOKO_RETURN || are_last_hidden(view, seen));
}

static enum mk_explanation explain(const struct doko_view *before, const struct mk_finding *finding,
	const struct mk_move *suggested)
{
	const struct mk_move *move = &finding->moves[0].move;

	if (before->events == 0) {
		return MK_FIRST;
	}
	if (finding->move_count > 1) {
		return MK_SEVERAL_MOVES;
	}
	return suggested && memcmp(move, suggested, sizeof *move) == 0 ? MK_SUGGESTED_MOVE
								       : MK_OTHER_MOVE;
}

/*
 * Applies all events or none. `*taken` receives the number of events up to the first impossible
 * one.
 */
static enum mk_status learn_all(struct doko_view *view, const struct doko_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, int *taken,
	struct mk_error *error)
{
	struct doko_view after = *view;
	struct mk_finding found;

	memset(&found, 0, sizeof found);
	for (*taken = 0; *taken < seen->count; ++*taken) {
		enum mk_status status = take_reported(&after, seen->move[*taken], &found, error);

		if (status != MK_OK) {
			return status;
		}
	}
	found.explanation = explain(view, &found, suggested);
	*finding = found;
	*view = after;
	return MK_OK;
}

/*
 * Reports an impossible event as a contradiction. Its conflict is at the seat that should have
 * played the card; for other events, the position is the kind of move (DOKO_CONFLICT_MOVE).
 * `number` is the index of the event in the snapshot. An error that is not in
 * doko_conflict_reasons[] gives no conflict and keeps its status.
 */
static enum mk_status contradict(
	struct mk_move move, int number, struct mk_finding *finding, struct mk_error *error)
{
	memset(finding, 0, sizeof *finding);
	finding->explanation = MK_CONTRADICTION;
	for (uint8_t reason = 0; doko_conflict_reasons[reason]; reason++) {
		if (strcmp(doko_conflict_reasons[reason], error->code) == 0) {
			finding->conflict_count = 1;
			finding->conflicts[0].position =
				move.kind == DOKO_PLAY ? move.from : DOKO_CONFLICT_MOVE + move.kind;
			finding->conflicts[0].reason = reason;
			finding->conflicts[0].seen = move.card;
			finding->conflicts[0].at = passed_at(move, number);
		}
	}
	if (finding->conflict_count) {
		error->status = MK_CONFLICT;
	}
	return error->status;
}

/*
 * Checks a given event number: it must follow the last event. A higher number means missed events,
 * a lower one an old event.
 */
static enum mk_status check_number(
	const struct doko_view *view, const struct doko_snapshot *seen, struct mk_error *error)
{
	bool deal = seen->move[0].kind == DOKO_DEAL;

	if (deal ? seen->number > 1 : seen->number > view->events + seen->count) {
		return doko_refuse_count(
			error, REFUSED_MISSED_EVENT, "/event", view->events, seen->number);
	}
	if (!deal && seen->number <= view->events) {
		return doko_refuse_count(
			error, REFUSED_OLD_EVENT, "/event", seen->number, view->events);
	}
	return MK_OK;
}

enum mk_status doko_apply_snapshot(struct mk_view *opaque, const struct mk_snapshot *snapshot,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct doko_view *view = (struct doko_view *)opaque;
	const struct doko_snapshot *seen = snapshot_of(snapshot);
	struct mk_error own;
	enum mk_status status = MK_OK;
	int taken = 0;
	bool again = is_last(view, seen);

	if (!error) {
		error = &own;
	}
	if (again && (seen->number == view->events || seen->move[0].kind == DOKO_DEAL)) {
		memset(finding, 0, sizeof *finding);
		finding->explanation = MK_UNCHANGED;
		return MK_OK;
	}
	if (seen->number) {
		status = check_number(view, seen, error);
	}
	if (status == MK_OK) {
		status = learn_all(view, seen, suggested, finding, &taken, error);
	}
	if (status == MK_OK) {
		return MK_OK;
	}
	if (again && !seen->number) {
		memset(finding, 0, sizeof *finding);
		finding->explanation = MK_UNCHANGED;
		return MK_OK;
	}
	taken = taken < seen->count ? taken : 0;
	return contradict(seen->move[taken], taken, finding, error);
}

enum mk_status doko_apply_reported_move(struct mk_view *opaque, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error)
{
	struct doko_snapshot reported;
	struct mk_error own;
	int taken;

	if (revealed != MK_NO_CARD) {
		return move_error_unexpected_card(error);
	}
	memset(&reported, 0, sizeof reported);
	reported.count = 1;
	reported.move[0] = move;
	return learn_all(
		(struct doko_view *)opaque, &reported, NULL, finding, &taken, error ? error : &own);
}

/* ---- Replay --------------------------------------------------------------------------------- */

static enum mk_status no_replay(struct mk_error *error)
{
	return mk_fail(error, MK_IMPOSSIBLE, "invalid_finding", "", "an event cannot have been");
}

/*
 * The number of revealed cards that are packed into the move: a dealt hand, or the cards that the
 * own seat takes.
 */
static int cards_of(const struct doko_view *view, struct mk_move move)
{
	if (move.kind == DOKO_DEAL) {
		return view->table.rules.of[NINES] ? 12 : 10;
	}
	if (move.kind == DOKO_TAKE && move.from == view->seat) {
		return view->table.to_shift;
	}
	return 0;
}

/*
 * Takes `count` revealed cards from `*next` on. False if a card is missing or invalid, or if a kind
 * comes a third time.
 */
static bool take_cards(const struct mk_finding *finding, int *next, int count, doko_set *cards)
{
	*cards = 0;
	for (; count > 0; count--) {
		int kind = *next < finding->revealed_count
				   ? doko_kind(finding->revealed[*next].card)
				   : DOKO_NO_KIND;

		if (kind == DOKO_NO_KIND || doko_copies(*cards, kind) == 2) {
			return false;
		}
		*cards = doko_add(*cards, kind);
		++*next;
	}
	return true;
}

enum mk_status doko_apply_finding(
	struct mk_view *opaque, const struct mk_finding *finding, struct mk_error *error)
{
	struct doko_view *view = (struct doko_view *)opaque, after = *view;
	int next = 0;

	if (finding->explanation == MK_UNCHANGED) {
		return MK_OK;
	}
	if (finding->move_count > MK_MAX_FINDING_MOVES ||
		finding->revealed_count > MK_MAX_REVEALED ||
		finding->explanation >= MK_LOOK_AGAIN) {
		return no_replay(error);
	}
	for (int i = 0; i < finding->move_count; i++) {
		struct mk_move move = doko_pack(finding->moves[i].move, 0);
		doko_set cards;

		if (!take_cards(finding, &next, cards_of(&after, move), &cards)) {
			return no_replay(error);
		}
		next += move.kind == DOKO_PLAY;
		move = doko_pack(move, cards);
		if (doko_event_check(&after, move, error) != MK_OK) {
			return MK_IMPOSSIBLE;
		}
		doko_event_apply(&after, move);
	}
	*view = after;
	return MK_OK;
}

/* ---- Corrections ---------------------------------------------------------------------------- */

/*
 * Positions 0 to 3 are the cards that the seat played: index 1 is the first, 0 the last. Position 4
 * is the own hand as dealt, position 5 the cards taken in a poverty.
 */
static int played_at(const struct doko_table *table, int seat, int index)
{
	int found = DOKO_NO_KIND, number = 0;

	for (int i = 0; i < table->played; i++) {
		if (((table->leader[i / 4] + i % 4) & 3) == seat && (++number == index || !index)) {
			found = table->card[i];
		}
	}
	return found;
}

static int held_at(doko_set hand, int index)
{
	for (; hand; hand &= hand - 1) {
		if (--index == 0) {
			return doko_first(hand);
		}
	}
	return DOKO_NO_KIND;
}

mk_card doko_card_at(const struct mk_view *opaque, int position, int index)
{
	const struct doko_view *view = view_of(opaque);
	int kind = position == OWN_HAND ? held_at(view->dealt, index)
		   : position == TAKEN  ? held_at(view->taken, index)
					: played_at(&view->table, position, index);

	return kind == DOKO_NO_KIND ? MK_NO_CARD : doko_card(kind);
}

/* ---- What a seat observes of a world -------------------------------------------------------- */

/*
 * A card passed in a poverty is hidden from all but the poor player until it is taken; a returned
 * card is hidden from all but the two players of the exchange. All seats see how many trumps were
 * returned.
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

	if (!open || table->type == DOKO_THROWN ||
		(table->type == DOKO_MARRIAGE && !table->clarified && seat != table->soloist)) {
		return DOKO_TEAM_UNKNOWN;
	}
	return world->re >> seat & 1;
}

/*
 * The hand as dealt: the cards that the seat holds or has played, with those it gave away and
 * without those it received.
 */
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

const struct mk_view *doko_view_of_seat(
	const struct mk_world *opaque, int seat, struct mk_view *out)
{
	const struct doko_world *world = world_of(opaque);
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
	view->sheet = doko_world_sheet(world);
	return out;
}

void doko_observe(const struct mk_world *opaque, int seat, struct mk_snapshot *snapshot)
{
	const struct doko_world *world = world_of(opaque);
	struct doko_snapshot *seen = (struct doko_snapshot *)snapshot;
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
