/* One legal move that explains a clear picture, and bounds for all other explanations. */

#include "games/klondike/table/table.h"
#include "games/klondike/tracking/confirm.h"
#include "games/klondike/tracking/undone.h"
#include "games/klondike/tracking/weigh.h"

#include <math.h>

/* ---- Clear pictures ------------------------------------------------------------------------- */

/* A card, or nothing where nothing can be turned up any more. */
static bool shows_waste(const struct klondike_view *view, const struct scene *scene)
{
	return scene->seen[DRAW_PILE] == SEEN_CARD ||
	       (scene->seen[DRAW_PILE] == SEEN_EMPTY && view->pile_count == 0);
}

/*
 * Every column, the waste and each foundation that the camera sees shows one card or none beyond
 * doubt; there are no hints, no alternatives and no missing pictures.
 */
static bool is_clear_picture(const struct klondike_view *view, const struct scene *scene)
{
	return scene->clear && shows_waste(view, scene) && scene->missed == 0 &&
	       view->alternatives == 0 && !scene->hinted && !scene->blanked && !scene->follows &&
	       !scene->skips && !scene->why && !klondike_has_lists(scene->newest);
}

/* The slot does not show the front card of the view; the backs of the stock are not compared. */
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

/* The same of all slots. */
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

/* All moves that touch a changed slot: which of them explains the picture, and the others' share.
 */
struct moves_seen {
	const struct klondike_view *view;
	const struct scene *scene;
	const struct mk_move *suggested;
	int legal;        /* moves on the table */
	unsigned changed; /* slots */
	int count;        /* moves that explain the picture */
	float chance;     /* that this card comes up; 0 where none did */
	bool turned_up;   /* one did, and must be confirmed */
	float others;     /* the sum of the shares of the other moves that touch a changed slot */
};

static float share_of(const struct moves_seen *seen, bool suggested)
{
	return weigh_first_share(suggested, seen->legal, seen->scene);
}

/* The move lays another card on its target than the picture shows. */
static bool lays_another(const struct moves_seen *seen, struct mk_move move)
{
	mk_card laid = move.from < COLUMNS ? klondike_front(seen->view, move.from) : move.card;

	return move.to != DRAW_PILE && seen->scene->seen[move.to] != NOT_SHOWN &&
	       seen->scene->card[move.to] != laid;
}

/* Plays the move into `found` with the card that is read where one comes up. */
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
		/* The bytes between the members, too: equal findings are equal byte by byte. */
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
 * All others together may be so likely beside the chosen one: exp(-weigh_clear) and
 * exp(-weigh_clear_at_once), and those that no picture distinguishes exp(weigh_kept).
 */
static const float clearly_less = 0.018F;
static const float clearly_less_at_once = 0.002F;

/* Likelihoods of explanations, without the factors that all have in common. */
struct bounds {
	float chosen;
	float whole; /* of others that explain all slots, at most */
	float near;  /* of those that take one slot for misread, at most */
};

/*
 * At least so much less likely is a reading of any slot where another card lies. All misreadings
 * of a card together are at most 2.4 times as likely as one of them: one of three unknown cards is
 * no likelier.
 */
static float misread_at_most(const struct scene *scene)
{
	return expf(-scene->clearest);
}

/* Nothing was done, and the only slot that changed is misread. */
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

/* ... or the pile was shuffled, which is not seen either. */
static float hidden_shuffle_share(const struct moves_seen *seen)
{
	bool suggested = seen->suggested && seen->suggested->kind == SHUFFLE;

	return klondike_left(seen->view) ? 0 : share_of(seen, suggested);
}

/* Explanations that take one slot of this picture for misread. */
static float bound_near(const struct moves_seen *seen, float one_move)
{
	float bound = misread_at_most(seen->scene) * one_move * seen->others;

	if ((seen->changed & (seen->changed - 1)) == 0) {
		bound += misread_share(seen) *
			 (seen->scene->unchanged + one_move * hidden_shuffle_share(seen));
	}
	return bound;
}

/* More moves than that never touch two slots of one table. */
static const float most_moves = 16;

/* Misreadings of other slots or of the stock, and several moves, add at most half as much. */
static const float and_more = 1.5F;

/*
 * A card was misread before. Where one slot changed, nothing was done since; else a move was. A
 * card that is not like the one that was read goes where no other suggestion than this move would
 * have moved it.
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
	bounds->whole += and_more * (1 - seen->scene->unchanged) *
			 (revised.alike * any + revised.unlike * unlike);
	bounds->near += (revised.alike + revised.unlike) * misread_at_most(seen->scene) *
			(seen->scene->unchanged + any);
}

/*
 * The last draw was not made; nothing was done since, or any move. Where a column shows the card
 * that was not drawn, that one has come up there, of all that no picture has shown.
 */
static void bound_undrawn(const struct moves_seen *seen, float undrawn, struct bounds *bounds)
{
	bool one = (seen->changed & (seen->changed - 1)) == 0;
	mk_cards unseen = one ? 0 : MK_WHOLE_DECK & ~klondike_seen_cards(seen->view);

	bounds->whole += and_more * undrawn / (1 + (float)__builtin_popcountll(unseen));
	bounds->near += undrawn * misread_at_most(seen->scene);
}

/* The move may be made of a single slot that is misread, see learn.c. */
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
