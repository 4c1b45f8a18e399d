/* Interprets one snapshot: searches hypotheses, selects one, and applies it to the view. */
#include "games/klondike/tracking/learn.h"

#include "games/klondike/table/table.h"
#include "games/klondike/text/why.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/confirm.h"
#include "games/klondike/tracking/slots.h"
#include "games/klondike/tracking/undone.h"
#include "games/klondike/tracking/weigh.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Believing ------------------------------------------------------------------------------ */

static enum mk_explanation explanation_of(
	const struct explanation *chosen, const struct mk_move *suggested)
{
	int moves = chosen->step_count;

	if (moves == 0) {
		return MK_UNCHANGED;
	}
	if (moves > 1) {
		return MK_SEVERAL_MOVES;
	}
	return suggested && chosen->suggested && chosen->steps[0].move.kind == suggested->kind
		       ? MK_SUGGESTED_MOVE
		       : MK_OTHER_MOVE;
}

/*
 * Fills in unknown cards of the waste that the snapshot lists. If the list does not have the length
 * of the waste, only its front card was used.
 */
static void learn_waste(struct klondike_view *view, const struct klondike_snapshot *seen,
	struct mk_finding *finding)
{
	for (int i = 0; i < seen->waste_count && seen->waste_count == view->turned; i++) {
		mk_card card = seen->waste[i];

		if (card != MK_NO_CARD && view->pile[i] == MK_NO_CARD) {
			view->pile[i] = card;
			view->pile_loose &= ~MK_CARD_BIT(card);
			conclude_revealed(finding, DRAW_PILE, card, i + 1);
		}
	}
}

/* Records the alternatives of the chosen explanation. */
static void conclude_alternatives(struct mk_finding *finding, const struct explanation *chosen,
	const struct explanations *alike)
{
	finding->from = chosen->from;
	finding->revised = chosen->revised;
	/* cppcheck-suppress ctuuninitvar ; follow_game() sets its count */
	for (int i = 0; i < alike->count; i++) {
		const struct explanation *other = &alike->found[i];
		float odds = other->score - chosen->score;
		struct mk_alternative *alternative;

		if (!other->kept) {
			continue;
		}
		assert(finding->alternative_count < MAX_ALTERNATIVES);
		alternative = &finding->alternatives[finding->alternative_count];
		*alternative = (struct mk_alternative){.from = other->from,
			.move_count = other->step_count,
			.revised = other->revised,
			.odds = (int16_t)(MK_ODDS_PER_NAT * odds)};
		memcpy(alternative->moves, other->steps, sizeof alternative->moves);
		finding->alternative_count++;
	}
}

/* Smaller changes of the log-odds are not worth an event. */
enum { ODDS_MOVED = MK_ODDS_PER_NAT };

/* True if the alternatives are about as likely as before; called if nothing was done. */
static bool is_as_before(const struct klondike_view *view, const struct mk_finding *finding)
{
	int kept = klondike_explanations((const struct mk_view *)view) - 1;

	for (int i = 0; i < finding->alternative_count; i++) {
		const struct mk_alternative *other = &finding->alternatives[i];
		int moved = other->odds - klondike_odds(view, other->from);

		if (other->move_count || other->from == 0 || abs(moved) > ODDS_MOVED) {
			return false;
		}
	}
	return finding->from == 0 && finding->alternative_count == kept;
}

static void conclude_steps(struct mk_finding *finding, const struct explanation *chosen)
{
	struct klondike_view table;

	if (chosen->step_count == 1) {
		conclude_step(finding, chosen->before, &chosen->steps[0]);
		return;
	}
	klondike_copy_table(&table, chosen->before);
	for (int i = 0; i < chosen->step_count; i++) {
		conclude_step(finding, &table, &chosen->steps[i]);
		klondike_play(&table, chosen->steps[i].move, chosen->steps[i].revealed);
	}
}

/* A smaller probability is not asked about, see weigh_kept() in weigh.h. */
static const float hidden_at_most = 0.001F;

/*
 * True if one of `draws` draws may have been several, given the probability that the camera skips
 * snapshots.
 */
static bool may_hide_some(float suspected, int draws)
{
	return suspected * (1 - powf(1 - weigh_hidden_draws, (float)draws)) > hidden_at_most;
}

static bool turns_pile(const struct mk_finding *finding)
{
	return finding->move_count > 0 && finding->moves[0].move.from == DRAW_PILE;
}

/*
 * Gaps for a camera that has not shown several moves at once. Draws leave gaps in the waste while
 * the camera may still skip snapshots; gaps that were only suspected close after enough single
 * moves, or when the game is over.
 */
static enum klondike_gaps gaps_suspected(const struct mk_finding *finding,
	const struct klondike_view *before, const struct klondike_view *after,
	const struct scene *scene)
{
	int draws = __builtin_popcount(before->gaps) + turns_pile(finding);

	if (before->gaps && scene->most_suspected < 1 && !scene->follows &&
		finding->move_count == 1 && finding->alternative_count == 0 && finding->from == 0 &&
		(klondike_outcome(after) > MK_PLAYING ||
			!may_hide_some(scene->most_suspected, draws))) {
		return GAPS_NONE;
	}
	return turns_pile(finding) && may_hide_some(scene->suspected, draws) ? GAPS_UNDER_DRAWN
									     : GAPS_AS_THEY_ARE;
}

static bool shuffles(const struct mk_finding *finding)
{
	int i = 0;

	while (i < finding->move_count && finding->moves[i].move.kind != SHUFFLE) {
		i++;
	}
	return i < finding->move_count;
}

/*
 * Where snapshots may be missing. After several moves at once, any draw since the waste was last
 * counted may have been several; for a camera that skips snapshots, each draw may. If a redeal
 * explains a hint of the player, the redeal may have been earlier: unseen cards that came up since
 * then were taken for draws from cards that seemed to be left.
 */
static enum klondike_gaps gaps_after(const struct mk_finding *finding,
	const struct explanation *chosen, const struct scene *scene)
{
	if (scene->hinted && shuffles(finding)) {
		return GAPS_UNDER_ALL;
	}
	if (scene->missed > 0 || finding->move_count == 0) {
		return GAPS_AS_THEY_ARE;
	}
	if (scene->may_skip && finding->move_count > 1) {
		return GAPS_UNDER_ALL;
	}
	return scene->skips ? GAPS_UNDER_DRAWN
			    : gaps_suspected(finding, chosen->before, &chosen->view, scene);
}

/* True if the camera sees the foundations and the stock, and so shows the cards that went there. */
static bool sees_what_goes(const struct scene *scene)
{
	int suit = 0;

	while (suit < MK_SUITS && scene->seen[FIRST_FOUNDATION + suit] != NOT_SHOWN) {
		suit++;
	}
	return suit == MK_SUITS && scene->stock_seen != NOT_SHOWN;
}

/*
 * True if the camera skips snapshots, or may, and the next missing ones could have shown a card
 * that came up and went to its foundation.
 */
static bool may_hide_more(const struct scene *scene)
{
	return scene->missed == 0 && (scene->skips || scene->suspected > hidden_at_most) &&
	       !sees_what_goes(scene);
}

static enum klondike_hidden how_sure(const struct scene *scene)
{
	return scene->skips ? HIDDEN_SINCE : HIDDEN_PERHAPS;
}

static enum klondike_hidden hidden_after(const struct mk_finding *finding,
	const struct klondike_view *before, const struct scene *scene)
{
	if (finding->move_count == 0) {
		return HIDDEN_AS_IT_IS;
	}
	if (before->open && scene->most_suspected <= hidden_at_most && scene->missed == 0 &&
		!scene->hinted && !scene->follows && finding->alternative_count == 0 &&
		finding->from == 0) {
		return HIDDEN_NONE;
	}
	return may_hide_more(scene) ? how_sure(scene) : HIDDEN_AS_IT_IS;
}

/* A camera whose share of unchanged tables is at least this takes snapshots at fixed intervals. */
static const float shows_rest_often = 0.5F;

/*
 * True if hidden moves are newly possible: the table seems unchanged, no other snapshot of it was
 * requested, and this camera has skipped snapshots, so a drawn card may have gone to its
 * foundation. For a camera that is only suspected of skipping, a player who thinks is the likelier
 * explanation.
 */
static bool opens_at_rest(const struct klondike_view *view, const struct scene *scene)
{
	struct klondike_view open;

	if (scene->follows || view->unconfirmed || view->alternatives || !scene->skips ||
		scene->unchanged >= shows_rest_often || !may_hide_more(scene)) {
		return false;
	}
	klondike_copy_table(&open, view);
	klondike_note_hidden(&open, MK_NO_SEAT, how_sure(scene));
	return open.open != view->open || open.gone != view->gone;
}

/*
 * Computes the table after the finding's moves, with its gaps, as replaying the journal will. A gap
 * may make a later move of the finding illegal; then the moves are played without new gaps.
 */
static void play_with_gaps(
	struct klondike_view *table, const struct explanation *chosen, struct mk_finding *finding)
{
	enum klondike_gaps gaps = (enum klondike_gaps)finding->gaps;
	enum klondike_hidden hidden = (enum klondike_hidden)finding->hidden;

	if (finding->move_count == 1 && gaps <= GAPS_UNDER_DRAWN && hidden != HIDDEN_NONE) {
		klondike_copy_table(table, &chosen->view);
		klondike_note_seen(table, chosen->before, finding->moves[0].move, gaps, hidden);
		return;
	}
	klondike_copy_table(table, chosen->before);
	if (gaps == GAPS_NONE) {
		klondike_count_waste(table);
	}
	if (hidden == HIDDEN_NONE) {
		klondike_close_all(table);
	}
	if (!klondike_play_steps(table, finding->moves, finding->move_count, gaps, hidden)) {
		finding->gaps = GAPS_AS_THEY_ARE;
		klondike_copy_table(table, chosen->before);
		(void)klondike_play_steps(
			table, finding->moves, finding->move_count, GAPS_AS_THEY_ARE, hidden);
	}
}

#ifndef NDEBUG
/* The journal stores only the finding: it must lead from `before` to the same view. */
static bool leads_to(const struct klondike_view *before, const struct mk_finding *finding,
	const struct klondike_view *view)
{
	struct klondike_view again = *before;
	struct mk_error error;

	if (klondike_replay((struct mk_view *)&again, finding, &error) != MK_OK) {
		return false;
	}
	again.unconfirmed = view->unconfirmed;
	/*
	 * Only the alternatives in use are copied.
	 * NOLINTBEGIN(bugprone-suspicious-memory-comparison)
	 */
	return memcmp(&again, view, offsetof(struct klondike_view, alternatives)) == 0 &&
	       again.alternatives == view->alternatives &&
	       memcmp(again.alternative, view->alternative,
		       view->alternatives * sizeof view->alternative[0]) == 0;
	/* NOLINTEND(bugprone-suspicious-memory-comparison) */
}
#endif

static void believe(struct klondike_view *view, const struct explanation *chosen,
	const struct explanations *alike, const struct scene *scene, struct mk_finding *finding)
{
	struct klondike_view table;
	bool at_rest = false;
#ifndef NDEBUG
	const struct klondike_view before = *view;
#endif

	conclude_unreadable(finding, scene->unreadable);
	conclude_alternatives(finding, chosen, alike);
	if (finding->revised.was != MK_NO_CARD) {
		conclude_revised(finding, chosen->before);
	} else if (chosen->step_count == 0 && is_as_before(view, finding)) {
		finding->alternative_count = 0;
		at_rest = opens_at_rest(view, scene);
		if (!at_rest) {
			return;
		}
	}
	finding->weighed = chosen->step_count == 0;
	conclude_steps(finding, chosen);
	finding->gaps = (uint8_t)gaps_after(finding, chosen, scene);
	finding->hidden =
		(uint8_t)(at_rest ? how_sure(scene) : hidden_after(finding, chosen->before, scene));
	play_with_gaps(&table, chosen, finding);
	klondike_add_alternatives(&table, view, finding);
	klondike_replace_view(view, &table);
	if (chosen->step_count) {
		learn_waste(view, scene->newest, finding);
	}
	/* cppcheck-suppress assertWithSideEffect ; it works on a copy */
	assert(leads_to(&before, finding, view));
	assert(!klondike_view_broken(view));
}

/* ---- Learning ------------------------------------------------------------------------------- */

/* The slots that the camera shows. */
static unsigned shown_slots(const struct scene *scene)
{
	unsigned slots = 0;

	for (int position = 0; position < POSITIONS; position++) {
		slots |= scene->seen[position] != NOT_SHOWN ? 1U << position : 0;
	}
	return slots;
}

/* True if the move may be an artefact of a single misread slot. */
static bool is_made_of_one(const struct explanation *found, const struct scene *scene)
{
	unsigned touched = shown_slots(scene) & scene_touched(found->steps[0].move);
	bool one = (touched & (touched - 1)) == 0;

	return touched & scene->unreadable ||
	       (one && (scene->unchanged >= weigh_often_unchanged || !found->suggested));
}

/* True if the snapshot's stock slot agrees with the table. */
static bool stock_fits(const struct scene *scene, const struct klondike_view *view)
{
	return scene->stock_seen == NOT_SHOWN ||
	       (klondike_left(view) > 0) == (scene->stock_seen == SEEN_BACK);
}

/*
 * True if no misreading explains the scene as well. That excludes several moves, one move that only
 * a single slot shows, and an unchanged table with a different reading of the stock.
 */
static bool is_beyond_misreading(const struct explanation *found, const struct scene *scene)
{
	if (found->step_count == 0) {
		return stock_fits(scene, &found->view);
	}
	return found->step_count == 1 && !is_made_of_one(found, scene);
}

static bool is_among(const struct explanations *all, const struct explanation *one)
{
	for (int i = 0; i < all->count; i++) {
		if (klondike_same_table(&all->found[i].view, &one->view)) {
			return true;
		}
	}
	return false;
}

/*
 * Adds a hypothesis. If the list is full, none may be selected, since the dropped one may be the
 * true one.
 */
static void add_explanation(struct explanations *all, const struct explanation *one)
{
	if (all->count == MAX_EXPLANATIONS) {
		all->crowded = true;
		return;
	}
	klondike_copy_explanation(&all->found[all->count++], one);
}

static void add_new_tables(struct explanations *all, const struct explanations *some)
{
	for (int i = 0; i < some->count; i++) {
		if (!is_among(all, &some->found[i])) {
			add_explanation(all, &some->found[i]);
		}
	}
}

/* Copies the scene as if the snapshot had not shown the stock, which was perhaps misread. */
static void forget_stock(struct scene *without, const struct scene *scene)
{
	memcpy(without, scene, offsetof(struct scene, likelihood));
	without->stock_seen = NOT_SHOWN;
}

static bool may_misread_stock(const struct scene *scene)
{
	return scene->stock_seen != NOT_SHOWN && !scene->stock_sure;
}

/* Search bounds: at most one move, and exactly `slots` misread slots. */
static struct reach misread_reach(int slots)
{
	return (struct reach){.moves = 1, .whole = 1, .unexplained = slots};
}

/* Adds hypotheses with two misreadings in one snapshot: two slots, or one slot and the stock. */
static void add_misread_twice(struct explanations *all, const struct klondike_view *view,
	const struct scene *scene, const struct mk_move *suggested)
{
	struct explanations near;
	struct scene without;

	hypotheses_find(view, scene, suggested, misread_reach(2), &near);
	add_new_tables(all, &near);
	if (may_misread_stock(scene)) {
		forget_stock(&without, scene);
		hypotheses_find(view, &without, suggested, misread_reach(1), &near);
		add_new_tables(all, &near);
	}
}

/*
 * Adds hypotheses with a misread slot and fewer moves. Several moves at once are rare and misread
 * slots are not; and if most slots are hidden, or the table is usually unchanged, a single misread
 * slot may look like a move. Both kinds are weighed; if a misreading wins, the snapshot is not
 * explained. Two misreadings in one snapshot are also likelier than some sequences of several
 * moves.
 */
static void add_misread(struct explanations *all, const struct klondike_view *view,
	const struct scene *scene, const struct mk_move *suggested)
{
	bool several = all->found[0].step_count > 1;
	struct explanations near;

	/*
	 * Snapshots that arrived but were not explained count as missing; the misreadings are
	 * weighed nevertheless.
	 */
	if ((scene->missed > 0 && !scene->follows) || is_beyond_misreading(&all->found[0], scene)) {
		return;
	}
	hypotheses_find(view, scene, suggested, misread_reach(1), &near);
	for (int i = 0; i < near.count; i++) {
		add_explanation(all, &near.found[i]);
	}
	if (several) {
		add_misread_twice(all, view, scene, suggested);
	}
}

/* True if the stock reads as non-empty and cannot become empty within `moves` moves. */
static bool is_stock_right(const struct klondike_view *view, const struct scene *scene, int moves)
{
	return scene->stock_seen == SEEN_BACK && klondike_left(view) > moves * view->rules.draw;
}

/* Adds hypotheses with a misread stock slot: fewer moves may then explain the rest. */
static void add_stock_misread(struct explanations *all, const struct klondike_view *view,
	const struct scene *scene, const struct mk_move *suggested, struct reach reach)
{
	struct scene without;
	struct explanations others;

	if (!may_misread_stock(scene) || (all->count && all->found[0].step_count == 0) ||
		is_stock_right(view, scene, reach.moves)) {
		return;
	}
	forget_stock(&without, scene);
	hypotheses_find(view, &without, suggested, reach, &others);
	weigh_drop_unseen(&others, &without);
	add_new_tables(all, &others);
}

/*
 * Adds, for each hypothesis without moves after which a redeal is legal, the redeal that turned up
 * the same card again, which no snapshot can show.
 */
static void add_same_card(struct explanations *all, const struct mk_move *suggested)
{
	struct mk_move moves[MK_MAX_MOVES];
	int count = all->count;

	for (int i = 0; i < count && all->count < MAX_EXPLANATIONS; i++) {
		const struct explanation *found = &all->found[i];
		struct mk_move shuffle = {.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE};
		struct explanation *other = &all->found[all->count];
		mk_card front = klondike_front(&found->view, DRAW_PILE);

		if (found->step_count || klondike_left(&found->view) > 0 || front == MK_NO_CARD ||
			!klondike_is_legal(&found->view, shuffle) ||
			!klondike_can_reveal(&found->view, shuffle, front)) {
			continue;
		}
		klondike_copy_explanation(other, found);
		other->steps[0] = (struct mk_played_move){shuffle, front};
		other->step_count = 1;
		other->lengths = 1U << 1;
		other->suggested = suggested && suggested->kind == SHUFFLE;
		other->legal = (uint8_t)klondike_moves(found->before, moves);
		klondike_play(&other->view, shuffle, front);
		all->count += !is_among(all, other);
	}
}

/* True if an unseen card was drawn before a redeal after which no card was turned up. */
static bool hides_draws_before_shuffle(const struct explanation *found)
{
	bool unseen = false;

	for (int i = 0; i < found->step_count; i++) {
		const struct mk_played_move *step = &found->steps[i];

		unseen |= step->move.kind == DRAW && step->revealed == MK_NO_CARD;
		if (unseen && step->move.kind == SHUFFLE && step->move.more[0] == NOT_TURNED) {
			return true;
		}
	}
	return false;
}

/*
 * Drops hypotheses that explain an empty waste by unseen draws and a redeal, if no snapshot can be
 * missing. A misreading or typing error is likelier; otherwise the next card that is turned up
 * shows it.
 */
static void drop_hidden_draws(struct explanations *all, const struct scene *scene)
{
	int kept = 0;

	if (scene->missed > 0 || scene->may_skip) {
		return;
	}
	for (int i = 0; i < all->count; i++) {
		if (!hides_draws_before_shuffle(&all->found[i])) {
			klondike_copy_explanation(&all->found[kept++], &all->found[i]);
		}
	}
	all->count = kept;
}

/* Minimum suspicion that the camera skips snapshots for may_hide_moves(). */
static const float min_suspicion = 0.1F;

/*
 * True if the table seems unchanged although this camera rarely shows such a table and may skip
 * snapshots: a card that came up may have gone to its foundation since, which no later snapshot
 * shows.
 */
static bool may_hide_moves(const struct explanations *all, const struct scene *scene)
{
	return all->count && all->found[0].lengths & 1U << 0 && scene->may_skip &&
	       scene->missed == 0 && !scene->follows && scene->unchanged < weigh_often_unchanged &&
	       (scene->skips || scene->suspected >= min_suspicion);
}

/*
 * Finds all hypotheses with at most `moves` moves since `view`, which is kept table number `from`.
 */
static void explain_one(const struct klondike_view *view, int from, int moves,
	const struct scene *scene, const struct mk_move *suggested, struct explanations *all)
{
	/*
	 * If a slot is unreadable or ambiguous, one move may be hidden although the table seems
	 * unchanged.
	 */
	int hidden = scene->unreadable | scene->ambiguous ? 1 : 0;
	struct reach reach = {.moves = moves,
		.whole = scene->missed > 0 ? scene->missed + 1 : hidden,
		.more = scene->skips};

	hypotheses_find(view, scene, suggested, reach, all);
	if (all->count && !reach.more && weigh_is_gap(&all->found[0], scene)) {
		reach.more = 1;
		hypotheses_find(view, scene, suggested, reach, all);
	} else if (may_hide_moves(all, scene)) {
		reach.more = 2;
		hypotheses_find(view, scene, suggested, reach, all);
	}
	weigh_drop_unseen(all, scene);
	drop_hidden_draws(all, scene);
	add_stock_misread(all, view, scene, suggested, reach);
	if (all->count) {
		add_misread(all, view, scene, suggested);
		add_same_card(all, suggested);
	}
	for (int i = 0; i < all->count; i++) {
		all->found[i].from = (uint8_t)from;
		all->found[i].prior = 0;
		all->found[i].revised = (struct mk_revision){0};
	}
}

/*
 * Maximum number of moves to search: one for each missing snapshot and the newest, from USUAL_MOVES
 * to MAX_MOVES.
 */
static int moves_looked_for(const struct scene *scene)
{
	int pictures = scene->missed + 1;

	if (pictures <= USUAL_MOVES) {
		return USUAL_MOVES;
	}
	return pictures < MAX_MOVES ? pictures : MAX_MOVES;
}

/* Maximum number of moves after a revised card. */
enum { MAX_REVISED_MOVES = 2 };

/* Maximum number of revised alternatives that are searched, in the order of the alternatives. */
enum { MAX_OTHERS_REVISED = 24 };

/*
 * Start tables of the hypotheses: the kept tables, the revisions of the likeliest one, and the
 * other kept tables with the same revisions.
 */
struct kept {
	struct klondike_view view[1 + MAX_ALTERNATIVES];
	struct revision revision[MAX_REVISIONS];
	int revisions;
	struct klondike_view revised[MAX_OTHERS_REVISED];
	int others_revised;
};

/*
 * Maximum number of hypotheses replaced at once: the likeliest so far keep the other
 * MAX_EXPLANATIONS - MAX_REPLACED places.
 */
enum { MAX_REPLACED = 48 };

/*
 * Upper bound on the total probability of the hypotheses that are dropped or not completely
 * searched.
 */
static const float max_unsearched_share = 0.01F;

static void add_some(struct explanations *all, const struct explanations *some,
	struct mk_revision revised, float prior, const struct scene *scene)
{
	all->crowded |= some->crowded;
	if (all->count + some->count > MAX_EXPLANATIONS) {
		int capacity = some->count < MAX_REPLACED ? some->count : MAX_REPLACED;

		all->left_out += weigh_make_room(all, capacity, scene);
		all->crowded |= all->left_out > max_unsearched_share || capacity < some->count;
	}
	for (int i = 0; i < some->count && all->count < MAX_EXPLANATIONS; i++) {
		struct explanation *added = &all->found[all->count++];

		klondike_copy_explanation(added, &some->found[i]);
		added->revised = revised;
		added->prior = prior;
	}
}

/*
 * Search bounds for one misread slot: as many moves as snapshots, up to USUAL_MOVES. One move is
 * also searched if an unchanged table explains the rest, since the misread card may be one that
 * came up; not for a client that rarely repeats a table, because the resulting table would have an
 * unread card and could not be kept.
 */
static struct reach near_reach(const struct scene *scene)
{
	int pictures = scene->missed + 1;

	return (struct reach){.moves = pictures < USUAL_MOVES ? pictures : USUAL_MOVES,
		.whole = scene->goes_on ? 0 : 1,
		.unexplained = 1};
}

/* Adds the hypotheses from one kept table that take `reach.unexplained` slots for misread. */
static void add_near(const struct klondike_view *view, int from, struct reach reach,
	const struct scene *scene, const struct mk_move *suggested, struct explanations *all,
	float prior)
{
	struct explanations near;

	hypotheses_find(view, scene, suggested, reach, &near);
	weigh_drop_unseen(&near, scene);
	for (int i = 0; i < near.count; i++) {
		near.found[i].from = (uint8_t)from;
	}
	near.crowded = false;
	add_some(all, &near, (struct mk_revision){0}, prior, scene);
}

/*
 * The suggestion as the player understands it on this table. It was made for the likeliest table; a
 * suggested draw and a suggested redeal both mean turning up the next card of the stock. NULL if it
 * cannot be followed here.
 */
static const struct mk_move *suggested_on(
	const struct klondike_view *view, const struct mk_move *suggested)
{
	static const struct mk_move next_card[] = {
		{.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE},
		{.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE},
	};
	const struct mk_move *other = &next_card[suggested && suggested->kind == DRAW];

	if (!suggested || klondike_is_legal(view, *suggested)) {
		return suggested;
	}
	return (suggested->kind == DRAW || suggested->kind == SHUFFLE) &&
			       klondike_is_legal(view, *other)
		       ? other
		       : NULL;
}

/*
 * The smallest number of moves of a hypothesis that explains all slots; `most` if none has fewer.
 */
static int fewest_moves(const struct explanations *some, int most)
{
	for (int i = 0; i < some->count; i++) {
		if (!some->found[i].differs && some->found[i].step_count < most) {
			most = some->found[i].step_count;
		}
	}
	return most;
}

/*
 * Finds the hypotheses from each kept table. Returns the numbers of the tables without any, as
 * bits.
 */
static unsigned explain_kept(const struct klondike_view *view, struct kept *kept, int moves,
	const struct scene *scene, const struct mk_move *suggested, struct explanations *all)
{
	float together = 0, left_out = 0;
	unsigned unexplained = 0;
	struct explanations some;

	for (int number = 0; number <= view->alternatives; number++) {
		const struct mk_move *here;
		float share;

		if (!klondike_explanation(view, number, &kept->view[number])) {
			continue;
		}
		here = suggested_on(&kept->view[number], suggested);
		explain_one(&kept->view[number], number, moves, scene, here, &some);
		/*
		 * From the other tables, at most one move more than the minimum so far is searched;
		 * longer hypotheses are too unlikely.
		 */
		if (scene->missed == 0 && !scene->skips) {
			moves = fewest_moves(&some, moves - 1) + 1;
		}
		for (int i = 0; i < some.count; i++) {
			some.found[i].unadvised = suggested && !here;
		}
		share = expf((float)klondike_odds(view, number) / MK_ODDS_PER_NAT);
		together += share;
		left_out += some.crowded ? share : 0;
		some.crowded = false;
		unexplained |= some.count == 0 ? 1U << number : 0;
		add_some(all, &some, (struct mk_revision){0},
			(float)klondike_odds(view, number) / MK_ODDS_PER_NAT, scene);
	}
	all->crowded |= left_out > max_unsearched_share * together;
	return unexplained;
}

/*
 * Finds the hypotheses in which an unconfirmed card was misread. Returns the smallest number of
 * moves that explains the snapshot so; more than MAX_MOVES if none does.
 */
static int explain_revised(struct kept *kept, const struct scene *scene,
	const struct mk_move *suggested, struct explanations *all)
{
	int fewest = MAX_MOVES + 1;
	struct explanations some;

	for (int i = 0; i < kept->revisions; i++) {
		const struct revision *revision = &kept->revision[i];
		struct mk_move meant;

		if (suggested) {
			meant = *suggested;
			meant.card =
				meant.card == revision->card.was ? revision->card.card : meant.card;
		}
		explain_one(&revision->view, 0, MAX_REVISED_MOVES, scene, suggested ? &meant : NULL,
			&some);
		add_some(all, &some, revision->card, revision->odds, scene);
		fewest = fewest_moves(&some, fewest);
	}
	return fewest;
}

/*
 * Finds the hypotheses in which the same card was misread on one of the other kept tables. Without
 * these, the first misread card would decide for the likeliest table.
 */
static void explain_others_revised(const struct klondike_view *view, struct kept *kept,
	const struct scene *scene, const struct mk_move *suggested, struct explanations *all)
{
	struct explanations some;

	kept->others_revised = 0;
	for (int number = 1; number <= view->alternatives; number++) {
		for (int i = 0; i < kept->revisions; i++) {
			const struct revision *revision = &kept->revision[i];
			struct klondike_view *other = &kept->revised[kept->others_revised];

			if (kept->others_revised == MAX_OTHERS_REVISED ||
				!klondike_explanation(view, number, other) ||
				!klondike_revise(other, revision->card)) {
				continue;
			}
			kept->others_revised++;
			explain_one(other, number, MAX_REVISED_MOVES, scene, suggested, &some);
			add_some(all, &some, revision->card,
				revision->odds +
					(float)klondike_odds(view, number) / MK_ODDS_PER_NAT,
				scene);
		}
	}
}

/*
 * Adds the hypothesis that nothing was done and a second card was misread beside the one that
 * `found` revises.
 */
static void add_twice(struct explanations *all, const struct explanation *found,
	const struct revision *revision, const struct scene *scene)
{
	struct explanation *other = &all->found[all->count];

	if (all->count == MAX_EXPLANATIONS ||
		scene_differences(scene, &revision->view, ALL_SLOTS)) {
		return;
	}
	klondike_copy_explanation(other, found);
	klondike_copy_table(&other->view, &revision->view);
	other->step_count = 0;
	other->lengths = 1U << 0;
	other->suggested = false;
	other->unproven = 0;
	other->unknown = 0;
	other->twice = true;
	other->prior += revision->odds;
	all->count += !is_among(all, other);
}

/*
 * Beside each hypothesis of one misread card and moves, adds those of two misread cards and no
 * move. The two look the same if the second card seems to have been played to a foundation that the
 * camera does not see.
 */
static void add_revised_twice(const struct scene *scene, struct explanations *all)
{
	struct revision revisions[MAX_REVISIONS];
	int count = all->count;

	for (int i = 0; i < count; i++) {
		const struct explanation *found = &all->found[i];
		int second = found->differs || found->lengths & 1U << 0
				     ? 0
				     : klondike_revisions(found->before, scene, revisions);

		for (int j = 0; j < second; j++) {
			add_twice(all, found, &revisions[j], scene);
		}
	}
}

/*
 * True if a hypothesis starts from the likeliest table without a revision and takes a slot for
 * misread.
 */
static bool has_misread(const struct explanations *all)
{
	for (int i = 0; i < all->count; i++) {
		if (all->found[i].differs && all->found[i].from == 0 &&
			all->found[i].revised.was == MK_NO_CARD) {
			return true;
		}
	}
	return false;
}

static void explain_all(const struct klondike_view *view, struct kept *kept,
	const struct scene *scene, const struct mk_move *suggested, struct explanations *all)
{
	int moves = moves_looked_for(scene);
	unsigned near;
	int revised;

	all->count = 0;
	all->crowded = false;
	all->left_out = 0;
	revised = explain_revised(kept, scene, suggested, all);
	add_revised_twice(scene, all);
	explain_others_revised(view, kept, scene, suggested, all);
	/*
	 * If a revision explains the snapshot with few moves, many more moves are less likely,
	 * unless snapshots are missing.
	 */
	if (revised < moves && scene->missed == 0) {
		moves = revised + 1;
	}
	near = explain_kept(view, kept, moves, scene, suggested, all);
	/* Alternatively this snapshot is misread, not the earlier one. */
	near |= revised <= MAX_MOVES && !has_misread(all) ? 1U : 0;
	for (; near && all->count; near &= near - 1) {
		int number = __builtin_ctz(near);

		add_near(&kept->view[number], number, near_reach(scene), scene, suggested, all,
			(float)klondike_odds(view, number) / MK_ODDS_PER_NAT);
	}
}

/* True if a hypothesis explains all slots. */
static bool is_any_whole(const struct explanations *all)
{
	for (int i = 0; i < all->count; i++) {
		if (!all->found[i].differs) {
			return true;
		}
	}
	return false;
}

/* True if at most one usual move explains all slots, other than by undoing a draw. */
static bool is_usual(const struct explanations *all, const struct klondike_view *view)
{
	for (int i = 0; i < all->count; i++) {
		const struct explanation *found = &all->found[i];
		bool unchanged = found->lengths & 1U << 0, moved = found->lengths & 1U << 1;

		if (!found->differs && !klondike_is_undrawn(view, found->revised) &&
			(unchanged || (moved && found->steps[0].move.more[0] != EARLIER))) {
			return true;
		}
	}
	return false;
}

/*
 * Tries revisions of covered cards: the snapshot shows such a card elsewhere, and no usual move
 * explains that.
 */
static void explain_by_covered(const struct klondike_view *view, struct kept *kept,
	const struct scene *scene, const struct mk_move *suggested, struct explanations *all)
{
	int revisions = klondike_covered_revisions(view, scene, kept->revision);

	if (revisions == 0) {
		return;
	}
	kept->revisions = revisions;
	explain_all(view, kept, scene, suggested, all);
}

/* Finds all hypotheses. They point into `kept`, which must outlive them. */
static void explain_scene(const struct klondike_view *view, struct kept *kept,
	const struct scene *scene, const struct mk_move *suggested, struct explanations *all)
{
	kept->revisions = klondike_revisions(view, scene, kept->revision);
	if (view->alternatives || kept->revisions) {
		explain_all(view, kept, scene, suggested, all);
	} else {
		explain_one(view, 0, moves_looked_for(scene), scene, suggested, all);
	}
	if (scene->goes_on && !is_usual(all, view)) {
		explain_by_covered(view, kept, scene, suggested, all);
	}
	/* More moves than are searched may have been made. */
	all->crowded |= scene->missed >= MAX_MOVES;
}

/*
 * Returns false if no hypothesis explains the scene, or if a misreading is likelier than every
 * hypothesis that explains all slots; `finding` then has the slots that another snapshot would
 * settle.
 */
static bool follow_game(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding)
{
	struct explanations all, alike;
	const struct explanation *chosen;
	struct kept kept;

	if (single_move_find(view, scene, suggested, &all.found[0])) {
		finding->explanation = explanation_of(&all.found[0], suggested);
		alike.count = 0;
		believe(view, &all.found[0], &alike, scene, finding);
		return true;
	}
	explain_scene(view, &kept, scene, suggested, &all);
	if (all.count == 0) {
		klondike_write_why(scene, &all, NULL, NULL);
		return false;
	}
	chosen = hypothesis_select(&all, &alike, view, scene, suggested, finding);
	klondike_write_why(scene, &all, &alike, chosen);
	if (all.found[0].differs) {
		if (!is_any_whole(&all)) {
			memset(finding, 0, sizeof *finding);
		}
		return false;
	}
	if (chosen) {
		finding->explanation = explanation_of(chosen, suggested);
		believe(view, chosen, &alike, scene, finding);
	}
	return true;
}

/* The arrays need no zeros: each entry that is added is written completely. */
static void begin_finding(struct mk_finding *finding)
{
	memset(finding, 0, offsetof(struct mk_finding, moves));
}

enum mk_status learn_scene(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	begin_finding(finding);
	if (!view->started) {
		return klondike_apply_initial(view, scene, finding, error);
	}
	if (follow_game(view, scene, suggested, finding)) {
		return MK_OK;
	}
	if (finding->explanation != MK_LOOK_AGAIN) {
		finding->explanation = MK_CONTRADICTION;
	}
	return MK_CONFLICT;
}

enum { MAX_NEAR_SLOTS = 2 };

/* No hypothesis explains the snapshot as it is: finds those with one misread slot, or two. */
static void explain_near(const struct klondike_view *view, struct kept *kept,
	const struct scene *scene, const struct mk_move *suggested, struct explanations *all)
{
	struct reach reach = near_reach(scene);

	reach.whole = reach.moves;
	for (; reach.unexplained <= MAX_NEAR_SLOTS && all->count == 0; reach.unexplained++) {
		for (int number = 0; number <= view->alternatives; number++) {
			if (klondike_explanation(view, number, &kept->view[number])) {
				add_near(&kept->view[number], number, reach, scene,
					suggested_on(&kept->view[number], suggested), all,
					(float)klondike_odds(view, number) / MK_ODDS_PER_NAT);
			}
		}
	}
}

static bool learn_unclear(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, float most_idle, struct mk_finding *finding)
{
	struct explanations all, alike;
	const struct explanation *chosen = NULL;
	struct kept kept;

	memset(finding, 0, sizeof *finding);
	explain_scene(view, &kept, scene, suggested, &all);
	if (scene->goes_on && all.count == 0) {
		explain_near(view, &kept, scene, suggested, &all);
	}
	if (all.count) {
		chosen = klondike_judge_passed(&all, &alike, scene, most_idle);
	}
	klondike_write_why(scene, &all, chosen ? &alike : NULL, chosen);
	if (!chosen) {
		return false;
	}
	finding->explanation = explanation_of(chosen, suggested);
	believe(view, chosen, &alike, scene, finding);
	return true;
}

bool learn_passed(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding)
{
	return learn_unclear(view, scene, suggested, 1, finding);
}

/* Upper bound on the probability that nothing was done since the preceding snapshot. */
static const float max_idle_share = 0.02F;

bool learn_gone_on(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding)
{
	return learn_unclear(view, scene, suggested, max_idle_share, finding);
}

enum mk_status learn_refuse(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	if (finding->conflict_count == 0) {
		finding_set_contradiction(view, scene, suggested, finding);
	}
	return conclude_conflict(finding, error);
}

enum mk_status klondike_apply_snapshot(struct mk_view *view, const struct mk_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct klondike_view *known = (struct klondike_view *)view;
	const struct klondike_snapshot *snapshot = snapshot_of(seen);
	struct scene scene;
	enum mk_status status;

	status = slots_check_once(snapshot, error);
	if (status != MK_OK) {
		return status;
	}
	scene_read(&scene, &(struct pictures){.seen = &snapshot,
				   .count = 1,
				   .confidence = klondike_trust,
				   .repeats = klondike_repeats});
	status = learn_scene(known, &scene, suggested, finding, error);
	if (status == MK_CONFLICT && finding->explanation == MK_LOOK_AGAIN) {
		return MK_OK;
	}
	return status == MK_CONFLICT ? learn_refuse(known, &scene, suggested, finding, error)
				     : status;
}
