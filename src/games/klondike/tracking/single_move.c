/*
 * Fast path for a clear snapshot that one legal move explains, with bounds on all other hypotheses.
 */

#include "games/klondike/table/table.h"
#include "games/klondike/tracking/confirm.h"
#include "games/klondike/tracking/undone.h"
#include "games/klondike/tracking/weigh.h"

#include <math.h>

/* ---- Clear pictures ------------------------------------------------------------------------- */

/* True if the waste shows a card, or is empty because the draw pile has no cards left. */
static bool shows_waste(const struct klondike_view *view, const struct scene *scene)
{
	return scene->seen[DRAW_PILE] == SEEN_CARD ||
	       (scene->seen[DRAW_PILE] == SEEN_EMPTY && view->pile_count == 0);
}

/*
 * True if every column, the waste and each visible foundation shows one card or none beyond doubt,
 * and there are no hints, alternatives, discarded readings, lists or missing snapshots.
 */
static bool is_clear_picture(const struct klondike_view *view, const struct scene *scene)
{
	return scene->clear && shows_waste(view, scene) && scene->missed == 0 &&
	       view->alternatives == 0 && !scene->hinted && !scene->blanked && !scene->follows &&
	       !scene->skips && !scene->why && !klondike_has_lists(scene->newest);
}

/*
 * True if the slot does not show the front card of the view. Backs of the stock are not compared.
 */
static bool shows_other_front(
	const struct scene *scene, const struct klondike_view *view, int position)
{
	int suit = position - FIRST_FOUNDATION;
	bool is_foundation = suit >= 0 && suit < MK_SUITS;
	mk_card front;

	if (!is_foundation) {
		front = klondike_front(view, position);
	} else if (scene->seen[position] == NOT_SHOWN) {
		return false;
	} else {
		front = view->foundation[suit] ? MK_CARD(view->foundation[suit], suit) : MK_NO_CARD;
	}
	return front != scene->card[position];
}

static unsigned other_fronts(
	const struct scene *scene, const struct klondike_view *view, unsigned slots)
{
	unsigned other = 0;

	for (; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);

		other |= shows_other_front(scene, view, position) ? 1U << position : 0;
	}
	return other;
}

/* The slots, of all, that do not show the front card of the view. */
static unsigned changed_fronts(const struct scene *scene, const struct klondike_view *view)
{
	unsigned changed = 0;

	for (int column = 0; column < COLUMNS; column++) {
		changed |= (unsigned)(klondike_front(view, column) != scene->card[column])
			   << column;
	}
	return changed | other_fronts(scene, view, FOUNDATION_SLOTS | 1U << DRAW_PILE);
}

static bool is_stock_as_seen(const struct scene *scene, const struct klondike_view *view)
{
	return scene->stock_seen == NOT_SHOWN ||
	       (klondike_left(view) > 0) == (scene->stock_seen == SEEN_BACK);
}

/* ---- The move ------------------------------------------------------------------------------- */

/*
 * Statistics of the moves that touch a changed slot: the move that explains the snapshot, and the
 * total probability of the others.
 */
struct moves_seen {
	const struct klondike_view *view;
	const struct scene *scene;
	const struct mk_move *suggested;
	int legal;        /* number of legal moves */
	unsigned changed; /* bit mask of the changed slots */
	int count;        /* moves that explain the snapshot */
	float chance;     /* probability of the revealed card; 0 if no card came up */
	bool turned_up;   /* a card came up that must be confirmed */
	float others;     /* total probability of the other moves that touch a changed slot */
};

static float share_of(const struct moves_seen *seen, bool suggested)
{
	return weigh_first_share(suggested, seen->legal, seen->scene);
}

/* True if the move lays another card on its target than the snapshot shows. */
static bool lays_another(const struct moves_seen *seen, struct mk_move move)
{
	mk_card laid = move.from < COLUMNS ? klondike_front(seen->view, move.from) : move.card;

	return move.to != DRAW_PILE && seen->scene->seen[move.to] != NOT_SHOWN &&
	       seen->scene->card[move.to] != laid;
}

/*
 * Plays the move into `after`, with the card that is read if one comes up. Returns false if the
 * result does not fit.
 */
static bool leads_there(struct moves_seen *seen, struct mk_move move, struct klondike_view *after,
	mk_card *revealed)
{
	int position;

	if (seen->changed & ~scene_touched(move) || lays_another(seen, move)) {
		return false;
	}
	position = klondike_turns_up(seen->view, move, NULL);
	seen->chance = 0;
	if (position == MK_NO_SEAT) {
		*revealed = klondike_sure_to_turn_up(seen->view, move);
	} else {
		mk_cards possible = klondike_may_turn_up(seen->view, move, position);

		*revealed = seen->scene->card[position];
		if (*revealed == MK_NO_CARD || (possible & MK_CARD_BIT(*revealed)) == 0) {
			return false;
		}
		seen->chance = klondike_chance_to_turn_up(seen->view, move, position, *revealed);
	}
	klondike_copy_table(after, seen->view);
	klondike_play(after, move, *revealed);
	return other_fronts(seen->scene, after, scene_touched(move)) == 0;
}

static void note_move(struct moves_seen *seen, struct mk_move move, struct explanation *found)
{
	bool suggested = seen->suggested && memcmp(seen->suggested, &move, sizeof move) == 0;
	struct klondike_view after;
	mk_card revealed;
	float chance = seen->chance;

	if ((seen->changed & scene_touched(move)) == 0) {
		return;
	}
	if (!leads_there(seen, move, &after, &revealed)) {
		seen->chance = chance;
		seen->others += share_of(seen, suggested);
		return;
	}
	if (seen->count++ == 0) {
		/* Clears the padding too: equal findings must be equal byte by byte. */
		memset(&found->steps[0], 0, sizeof found->steps[0]);
		found->steps[0].move = move;
		found->steps[0].revealed = revealed;
		seen->turned_up = seen->chance > 0;
		found->suggested = suggested;
		klondike_copy_table(&found->view, &after);
	}
}

/* ---- All other explanations ------------------------------------------------------------------ */

/*
 * Upper bounds on the likelihood of all other hypotheses together relative to the chosen one:
 * exp(-weigh_clear) and exp(-weigh_clear_at_once). For those that no snapshot distinguishes it is
 * exp(weigh_kept()).
 */
static const float clearly_less = 0.018F;
static const float clearly_less_at_once = 0.002F;

/* Likelihoods of hypotheses without their common factors. */
struct bounds {
	float chosen;
	float whole; /* upper bound of the others that explain all slots */
	float near;  /* upper bound of those that take one slot for misread */
};

/*
 * Upper bound on the likelihood ratio of a misreading at any slot. All misreadings of a card
 * together are at most 2.4 times as likely as one of them, so one of three unknown cards is not
 * likelier.
 */
static float misread_at_most(const struct scene *scene)
{
	return expf(-scene->clearest);
}

/* Likelihood ratio of an unchanged table with the only changed slot misread. */
static float misread_share(const struct moves_seen *seen)
{
	const struct likelihood *likelihood = &seen->scene->likelihood;
	int position = __builtin_ctz(seen->changed);
	int before = klondike_front_value(seen->view, position);
	float of = likelihood_of(likelihood, position, before);

	if (before == MK_NO_CARD) {
		of = fmaxf(of, likelihood_of(likelihood, position, SLOT_BACK));
	}
	return expf(of - likelihood_of(likelihood, position, seen->scene->card[position]));
}

/* Probability of a redeal that the snapshot does not show. */
static float hidden_shuffle_share(const struct moves_seen *seen)
{
	bool suggested = seen->suggested && seen->suggested->kind == SHUFFLE;

	return klondike_left(seen->view) ? 0 : share_of(seen, suggested);
}

/* Upper bound of the hypotheses that take one slot of this snapshot for misread. */
static float bound_near(const struct moves_seen *seen, float one_move)
{
	float bound = misread_at_most(seen->scene) * one_move * seen->others;

	if ((seen->changed & (seen->changed - 1)) == 0) {
		bound += misread_share(seen) *
			 (seen->scene->unchanged + one_move * hidden_shuffle_share(seen));
	}
	return bound;
}

/* Upper bound on the number of legal moves that touch two given slots. */
static const float most_moves = 16;

/*
 * Factor that covers misreadings of other slots or of the stock, and several moves: they add at
 * most half.
 */
static const float bound_slack = 1.5F;

/*
 * Adds the bounds of the hypotheses with a card that was misread earlier: with one changed slot
 * nothing was done since, otherwise a move was made. If the found move is the suggested one, a
 * revision to a dissimilar card needs another move than the suggested one.
 */
static void bound_revised(const struct moves_seen *seen, bool suggested, float one_move,
	struct revised_shares revised, struct bounds *bounds)
{
	float other = most_moves * share_of(seen, false);
	float any = other + seen->scene->followed;
	float unlike = suggested ? other : any;

	if ((seen->changed & (seen->changed - 1)) == 0) {
		bounds->whole += (revised.alike + revised.unlike) *
				 (seen->scene->unchanged + one_move * hidden_shuffle_share(seen));
		if (is_stock_as_seen(seen->scene, seen->view)) {
			return;
		}
	}
	bounds->whole += bound_slack * (1 - seen->scene->unchanged) *
			 (revised.alike * any + revised.unlike * unlike);
	bounds->near += (revised.alike + revised.unlike) * misread_at_most(seen->scene) *
			(seen->scene->unchanged + any);
}

/*
 * Adds the bounds of the hypotheses that undo the last draw, with no move or any move since. If a
 * column shows the undone card, it must have come up there, as one of all unseen cards.
 */
static void bound_undrawn(const struct moves_seen *seen, float undrawn, struct bounds *bounds)
{
	bool one = (seen->changed & (seen->changed - 1)) == 0;
	mk_cards unseen = one ? 0 : MK_WHOLE_DECK & ~klondike_seen_cards(seen->view);

	bounds->whole += bound_slack * undrawn / (1 + (float)__builtin_popcountll(unseen));
	bounds->near += undrawn * misread_at_most(seen->scene);
}

/* True if the move may be an artefact of a single misread slot, see learn.c. */
static bool may_be_misread(const struct moves_seen *seen, bool suggested)
{
	bool one = (seen->changed & (seen->changed - 1)) == 0;

	return one && (seen->scene->unchanged >= weigh_often_unchanged || !suggested);
}

static bool is_beyond_all(const struct moves_seen *seen, bool suggested)
{
	const struct scene *scene = seen->scene;
	struct revised_shares revised = {0, 0};
	float one_move = (1 - scene->unchanged) * (1 - scene->several);
	struct bounds bounds = {0, 0, 0};
	bool is_revised = seen->view->unconfirmed &&
			  klondike_revised_shares(seen->view, scene, seen->changed, &revised);
	bool is_near = is_revised || may_be_misread(seen, suggested);
	float undrawn = seen->changed & 1U << DRAW_PILE && !seen->turned_up
				? klondike_undrawn_share(seen->view, scene, seen->legal)
				: 0;

	if (!is_near && undrawn == 0) {
		return true;
	}
	bounds.chosen = one_move * share_of(seen, suggested);
	if (seen->turned_up) {
		bounds.chosen *= seen->chance;
	}
	bounds.near = is_near ? bound_near(seen, one_move) : 0;
	if (is_revised) {
		bound_revised(seen, suggested, one_move, revised, &bounds);
	}
	if (undrawn > 0) {
		bound_undrawn(seen, undrawn, &bounds);
	}
	return bounds.whole < bounds.chosen * expf(weigh_kept(scene)) &&
	       bounds.near <
		       bounds.chosen * (seen->turned_up ? clearly_less : clearly_less_at_once);
}

/* ---- Both ----------------------------------------------------------------------------------- */

bool single_move_find(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct explanation *found)
{
	struct moves_seen seen = {.view = view, .scene = scene, .suggested = suggested};
	struct mk_move moves[MK_MAX_MOVES];
	size_t count;

	if (!is_clear_picture(view, scene)) {
		return false;
	}
	seen.changed = changed_fronts(scene, view);
	if (seen.changed == 0 || __builtin_popcount(seen.changed) > 2) {
		return false;
	}
	count = klondike_moves(view, moves);
	seen.legal = (int)count;
	for (size_t i = 0; i < count && seen.count < 2; i++) {
		note_move(&seen, moves[i], found);
	}
	if (seen.count != 1 || !is_stock_as_seen(scene, &found->view) ||
		!is_beyond_all(&seen, found->suggested)) {
		return false;
	}
	found->before = view;
	found->from = 0;
	found->legal = (uint8_t)count;
	found->step_count = 1;
	found->revised = (struct mk_revision){0};
	return true;
}
