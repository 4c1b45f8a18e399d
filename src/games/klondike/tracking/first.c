/*
 * Interprets the first snapshot: seven columns of one face-up card, empty foundations, the draw
 * pile. A game can be followed only from its start.
 */
#include "games/klondike/tracking/learn.h"

#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/weigh.h"

#include <assert.h>

enum { MAX_OFFERED = 3 }; /* maximum number of candidate cards for a slot in a question */

void klondike_start_with(struct klondike_view *view, const mk_card front[COLUMNS], mk_card waste,
	const mk_card pile[PILE])
{
	klondike_start(view, front, waste);
	for (int i = 0; i < PILE; i++) {
		if (pile[i] != MK_NO_CARD) {
			view->pile[i] = pile[i];
		}
	}
}

/* ---- Contradictions ------------------------------------------------------------------------- */

/* The slot before `position` that shows `card`; MK_NO_SEAT if there is none. */
static int shown_before(const struct scene *scene, mk_card card, int position)
{
	for (int other = 0; other < position; other++) {
		if (scene->card[other] == card) {
			return other;
		}
	}
	return MK_NO_SEAT;
}

static void check_twice(const struct scene *scene, int position, struct mk_finding *finding)
{
	mk_card card = scene->card[position];
	int other = shown_before(scene, card, position);

	if (other != MK_NO_SEAT) {
		finding_add_conflict(finding, position, CONFLICT_SEEN_TWICE, card)->at =
			(uint8_t)other;
	}
}

static void check_column(const struct scene *scene, int column, struct mk_finding *finding)
{
	if (scene->seen[column] == SEEN_EMPTY) {
		finding_add_conflict(finding, column, CONFLICT_NOT_EMPTY, MK_NO_CARD);
	} else if (scene->newest->run[column] > 1) {
		finding_add_conflict(finding, column, CONFLICT_NOT_AT_START, scene->card[column]);
	} else if (scene->seen[column] == SEEN_CARD) {
		check_twice(scene, column, finding);
	}
}

static void check_foundation(const struct scene *scene, int position, struct mk_finding *finding)
{
	if (scene->seen[position] == SEEN_CARD) {
		finding_add_conflict(
			finding, position, CONFLICT_NOT_AT_START, scene->card[position])
			->expected_count = 1;
	}
}

static void check_pile(
	const struct klondike_view *view, const struct scene *scene, struct mk_finding *finding)
{
	if (scene->newest->waste_count && scene->newest->waste_count != view->rules.draw) {
		finding_add_conflict(
			finding, DRAW_PILE, CONFLICT_NOT_AT_START, scene->card[DRAW_PILE]);
	} else if (scene->seen[DRAW_PILE] == SEEN_CARD) {
		check_twice(scene, DRAW_PILE, finding);
	}
}

/*
 * Checks a listed stock: its cards are at no other place, and the front card of the waste is one of
 * them.
 */
static void check_stock(
	const struct klondike_view *view, const struct scene *scene, struct mk_finding *finding)
{
	const mk_card *stock = scene->newest->stock;
	mk_card front = stock[view->rules.draw - 1];

	for (int column = 0; column < COLUMNS; column++) {
		if (scene->seen[column] == SEEN_CARD && memchr(stock, scene->card[column], PILE)) {
			finding_add_conflict(
				finding, column, CONFLICT_LIES_ELSEWHERE, scene->card[column])
				->at = DRAW_PILE;
		}
	}
	if (scene->seen[DRAW_PILE] == SEEN_CARD && scene->card[DRAW_PILE] != front) {
		struct mk_conflict *conflict = finding_add_conflict(
			finding, DRAW_PILE, CONFLICT_WRONG_ORDER, scene->card[DRAW_PILE]);

		conflict->other = front;
		conflict->expected[conflict->expected_count++] = front;
	}
}

static void find_conflicts(
	const struct klondike_view *view, const struct scene *scene, struct mk_finding *finding)
{
	for (int column = 0; column < COLUMNS; column++) {
		check_column(scene, column, finding);
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		check_foundation(scene, FIRST_FOUNDATION + suit, finding);
	}
	check_pile(view, scene, finding);
	if (scene->newest->stock_count && finding->conflict_count == 0) {
		check_stock(view, scene, finding);
	}
}

/* ---- Missing cards -------------------------------------------------------------------------- */

/*
 * The slots that must be seen better. Every column must be read with certainty. The draw pile may
 * show that no card is turned up yet; if the rules turn up none at first, an unread draw pile means
 * the same.
 */
static unsigned missing(const struct klondike_view *view, const struct scene *scene)
{
	enum klondike_seen pile = (enum klondike_seen)scene->seen[DRAW_PILE];
	unsigned slots = 0;

	for (int position = 0; position < POSITIONS; position++) {
		bool settled = scene->seen[position] == SEEN_CARD &&
			       likelihood_share(&scene->likelihood, position, scene->card[position],
				       MK_WHOLE_DECK) >= weigh_believed;

		if (!settled && (position < COLUMNS || scene->seen[position] == SEEN_CARD)) {
			slots |= 1U << position;
		}
	}
	if (view->rules.first_card_up && (pile == UNREADABLE || pile == NOT_SHOWN)) {
		slots |= 1U << DRAW_PILE;
	}
	return slots;
}

/*
 * Adds the readings of uncertain slots, the likeliest first, so that the player can name the right
 * one.
 */
static void doubt(struct mk_finding *finding, const struct scene *scene, unsigned slots)
{
	for (; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);
		const struct klondike_reading *reading = &scene->newest->slot[position];

		for (int i = 0; i < reading->candidates && i < MAX_OFFERED; i++) {
			if (reading->seen == SEEN_CARD && finding->doubt_count < MK_MAX_PLACES) {
				finding->doubts[finding->doubt_count++] = (struct mk_place){
					(uint8_t)position, reading->candidate[i].card, 0};
			}
		}
	}
}

static const struct mk_phrase stock_hidden = MK_PHRASE(
	"With these rules the stock order must not be given.",
	"Efter reglerne ved dette bord oplyses trækbunkens rækkefølge ikke.",
	"Nach den Regeln dieses Tisches wird die Reihenfolge des Ziehstapels nicht genannt.",
	"Με τους κανόνες αυτού του τραπεζιού δεν δίνεται η σειρά της στοίβας.");
static const struct mk_phrase stock_wanted = MK_PHRASE(
	"With these rules the stock order must be given with the first snapshot.",
	"Efter reglerne ved dette bord oplyses trækbunkens rækkefølge med det første billede.",
	"Nach den Regeln dieses Tisches wird die Reihenfolge des Ziehstapels mit dem ersten Bild genannt.",
	"Με τους κανόνες αυτού του τραπεζιού η σειρά της στοίβας δίνεται με την πρώτη εικόνα.");

static enum mk_status check_stock_order(
	const struct klondike_view *view, const struct scene *scene, struct mk_error *error)
{
	bool given = scene->newest->stock_count != 0;

	if (given == view->rules.stock_known) {
		return MK_OK;
	}
	return mk_fail_localized(error, MK_IMPOSSIBLE, given ? "stock_not_known" : "missing_stock",
		"/stock", given ? &stock_hidden : &stock_wanted, NULL, 0);
}

/* ---- Starting ------------------------------------------------------------------------------- */

/*
 * The listed cards of the pile: all of it if the rules say so, otherwise the waste beneath its
 * front card.
 */
static const mk_card *listed_pile(const struct klondike_snapshot *seen, int *count)
{
	*count = seen->stock_count ? seen->stock_count : seen->waste_count - 1;
	return seen->stock_count ? seen->stock : seen->waste;
}

static void start(struct klondike_view *view, const struct scene *scene, struct mk_finding *finding)
{
	mk_card pile[PILE] = {MK_NO_CARD};
	int count;
	const mk_card *listed = listed_pile(scene->newest, &count);

	finding->explanation = MK_FIRST;
	for (int column = 0; column < COLUMNS; column++) {
		conclude_revealed(finding, column, scene->card[column], 0);
	}
	if (scene->seen[DRAW_PILE] == SEEN_CARD) {
		conclude_revealed(finding, DRAW_PILE, scene->card[DRAW_PILE], 0);
	}
	for (int i = 0; i < count; i++) {
		if (listed[i] != MK_NO_CARD) {
			pile[i] = listed[i];
			conclude_revealed(finding, DRAW_PILE, listed[i], i + 1);
		}
	}
	klondike_start_with(view, scene->card, scene->card[DRAW_PILE], pile);
	assert(!klondike_view_broken(view));
}

enum mk_status klondike_apply_initial(struct klondike_view *view, const struct scene *scene,
	struct mk_finding *finding, struct mk_error *error)
{
	enum mk_status status = check_stock_order(view, scene, error);
	unsigned slots = missing(view, scene);

	if (status != MK_OK) {
		return status;
	}
	find_conflicts(view, scene, finding);
	if (finding->conflict_count) {
		finding->explanation = MK_CONTRADICTION;
		return MK_CONFLICT;
	}
	conclude_unreadable(finding, slots ? slots : scene->unreadable);
	if (slots) {
		finding->explanation = MK_LOOK_AGAIN;
		doubt(finding, scene, slots);
		return MK_OK;
	}
	start(view, scene, finding);
	return MK_OK;
}
