/* Search for the hypotheses that explain a scene. */
#include "games/klondike/tracking/explain.h"

#include "games/klondike/table/table.h"

struct search {
	const struct scene *scene;
	const struct mk_move *suggested;
	int unexplained;
	uint8_t legal; /* legal moves on `before`; 0: not counted yet */
	bool guesses;  /* also try cards that no snapshot showed */
	int *tables;   /* remaining node budget */
	int rejected;  /* moves rejected without being made, see REJECTED_PER_TABLE */
	struct mk_played_move steps[MAX_MOVES];
	const struct klondike_view *before;
	struct explanations *all;
};

/* A draw before the front card of the waste was seen, see EARLIER in table.h. */
static const struct mk_move earlier_draw = {
	.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE, .more = {EARLIER}};

/* A redeal although the stock seems to have cards left: they were drawn unseen. */
static const struct mk_move earlier_shuffle = {
	.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE, .more = {EARLIER}};

/*
 * A node of the search. The slots in `wrong` differ from the scene and must still change. The slots
 * in `guessed` have a guessed card in front and must change too: only the further move of the card
 * gives a reason for the guess.
 */
struct node {
	struct klondike_view view;
	unsigned wrong;
	unsigned guessed;
	mk_cards guesses;  /* all cards that were guessed on the path */
	bool guessed_last; /* the last move turned up a guessed card */
	int depth;         /* moves made so far */
	int left;          /* moves left */
};

static void visit(struct search *search, const struct node *node);

/* ---- Results -------------------------------------------------------------------------------- */

bool klondike_same_pile(const struct klondike_view *a, const struct klondike_view *b, int position)
{
	if (position == DRAW_PILE) {
		return a->turned == b->turned && a->pile_count == b->pile_count &&
		       a->shuffles == b->shuffles && a->pile_loose == b->pile_loose &&
		       memcmp(a->pile, b->pile, sizeof a->pile) == 0;
	}
	if (position >= FIRST_FOUNDATION) {
		return a->foundation[position - FIRST_FOUNDATION] ==
		       b->foundation[position - FIRST_FOUNDATION];
	}
	return a->up[position] == b->up[position] && a->unseen[position] == b->unseen[position] &&
	       memcmp(a->column[position], b->column[position], COLUMN_UP) == 0;
}

bool klondike_same_table(const struct klondike_view *a, const struct klondike_view *b)
{
	int position = 0;

	while (position < POSITIONS && klondike_same_pile(a, b, position)) {
		position++;
	}
	return position == POSITIONS;
}

static bool is_suggested(const struct search *search, struct mk_move move)
{
	move.more[0] = 0;
	return search->suggested && memcmp(search->suggested, &move, sizeof move) == 0;
}

/*
 * Returns the entry of a table that was reached before, or a new entry; NULL if the list is full.
 */
static struct explanation *find_place(struct explanations *all, const struct klondike_view *view)
{
	struct explanation *place;

	for (int i = 0; i < all->count; i++) {
		if (klondike_same_table(&all->found[i].view, view)) {
			return &all->found[i];
		}
	}
	if (all->count == MAX_EXPLANATIONS) {
		return NULL;
	}
	place = &all->found[all->count++];
	place->found = false;
	place->lengths = 0;
	place->unproven = MK_WHOLE_DECK;
	return place;
}

/* Cards that were guessed on the path and that nothing in the scene confirms. */
static mk_cards unproven_guesses(const struct scene *scene, const struct node *node)
{
	return node->guesses == 0 ? 0
				  : node->guesses & ~evidence_confirmed_cards(scene, &node->view) &
					    ~klondike_foundation_cards(&node->view);
}

/* True if the first move, earlier draws excepted, is the suggested one. */
static bool begins_as_suggested(const struct search *search, int depth)
{
	int first = 0;

	while (first < depth && explain_is_earlier_draw(search->steps[first].move)) {
		first++;
	}
	return first < depth && is_suggested(search, search->steps[first].move);
}

/*
 * Counts the legal moves of the start when the first hypothesis with moves is recorded: most
 * snapshots show no move.
 */
static uint8_t legal_moves(struct search *search)
{
	struct mk_move moves[MK_MAX_MOVES];

	if (search->legal == 0) {
		search->legal = (uint8_t)klondike_moves(search->before, moves);
	}
	return search->legal;
}

/*
 * Records the node's table. Of several paths to one table, the first that begins with the suggested
 * move is kept, otherwise the first.
 */
static void record(struct search *search, const struct node *node)
{
	bool suggested = begins_as_suggested(search, node->depth);
	struct explanation *place = find_place(search->all, &node->view);

	if (!place) {
		search->all->crowded = true;
		return;
	}
	place->unproven &= unproven_guesses(search->scene, node);
	place->lengths |= (uint8_t)(1U << node->depth);
	if (place->found && (place->step_count == 0 || place->suggested || !suggested)) {
		return;
	}
	place->found = true;
	place->score = 0;
	place->from = 0;
	place->legal = node->depth ? legal_moves(search) : 0;
	place->revised = (struct mk_revision){0};
	place->prior = 0;
	place->before = search->before;
	klondike_copy_table(&place->view, &node->view);
	memcpy(place->steps, search->steps, sizeof place->steps);
	place->step_count = (uint8_t)node->depth;
	place->suggested = suggested;
	place->unadvised = false;
	place->twice = false;
	place->unknown = (uint16_t)klondike_unknown_fronts(&node->view);
	place->differs = (uint16_t)node->wrong;
}

/* ---- One move ------------------------------------------------------------------------------- */

/*
 * Pruning: a move changes at most two slots, so more open slots than that cannot become right any
 * more.
 */
static bool is_hopeless(const struct search *search, unsigned open, int left)
{
	return __builtin_popcount(open) > 2 * left + search->unexplained;
}

/*
 * Order of commuting moves: the suggested one first, then by source position; moves of the draw
 * pile come last.
 */
static bool comes_before(const struct search *search, struct mk_move a, struct mk_move b)
{
	if (is_suggested(search, a) || is_suggested(search, b)) {
		return is_suggested(search, a);
	}
	if (a.from != b.from) {
		return a.from < b.from;
	}
	return memcmp(&a, &b, sizeof a) < 0;
}

/*
 * Pruning: two consecutive moves without a common slot commute, so only one order is searched. A
 * guess may depend on the order.
 */
static bool is_other_order(
	const struct search *search, const struct node *node, struct mk_move move, unsigned guessed)
{
	struct mk_move last;

	if (node->depth == 0 || node->guessed_last || guessed) {
		return false;
	}
	last = search->steps[node->depth - 1].move;
	return (scene_touched(last) & scene_touched(move)) == 0 && comes_before(search, move, last);
}

/*
 * The target slot, as a bit, if the move lays a card there that the scene rules out; 0 if it does
 * not or cannot be said before the move is made.
 */
static unsigned laid_wrong(
	const struct scene *scene, const struct klondike_view *view, struct mk_move move)
{
	mk_card front;

	if (move.to == DRAW_PILE || scene->seen[move.to] <= UNREADABLE) {
		return 0;
	}
	front = move.from < COLUMNS ? klondike_front(view, move.from) : move.card;
	return scene->may[move.to] & (MK_CARD_BIT(front) | SLOT_BACK_BIT) ? 0 : 1U << move.to;
}

/* A move that is rejected without being made costs at most an eighth of the time of a position. */
enum { REJECTED_PER_TABLE = 8 };

static void count_rejected(struct search *search)
{
	if (++search->rejected % REJECTED_PER_TABLE == 0) {
		--*search->tables;
	}
}

/*
 * Searches on after a move that turns up `revealed`; `guessed` has the slot whose card is a guess.
 */
static void follow(struct search *search, const struct node *node, struct mk_move move,
	mk_card revealed, unsigned guessed)
{
	unsigned touched = scene_touched(move);
	unsigned open = ((node->wrong | node->guessed) & ~touched) | guessed |
			laid_wrong(search->scene, &node->view, move);
	struct node next;

	if (is_other_order(search, node, move, guessed)) {
		return;
	}
	if (is_hopeless(search, open, node->left - 1)) {
		count_rejected(search);
		return; /* the usual case: the move need not be made to see it */
	}
	if (--*search->tables < 0) {
		search->all->crowded =
			true; /* the budget is used up, and an untried table may be the true one */
		return;
	}
	klondike_copy_table(&next.view, &node->view);
	klondike_play(&next.view, move, revealed);
	next.wrong =
		(node->wrong & ~touched) | scene_differences(search->scene, &next.view, touched);
	next.guessed = (node->guessed & ~touched) | guessed;
	next.guesses = node->guesses | (guessed ? MK_CARD_BIT(revealed) : 0);
	next.guessed_last = guessed != 0;
	next.depth = node->depth + 1;
	next.left = node->left - 1;
	if (is_hopeless(search, next.wrong | next.guessed, next.left)) {
		return;
	}
	search->steps[node->depth] = (struct mk_played_move){move, revealed};
	visit(search, &next);
}

/* ---- Cards that no picture shows in front --------------------------------------------------- */

/* The next cards of each foundation, as many as there are moves left to play them. */
static mk_cards wanted_by_foundations(const struct klondike_view *view, int left)
{
	mk_cards cards = 0;

	for (int suit = 0; suit < MK_SUITS; suit++) {
		for (int rank = view->foundation[suit] + 1;
			rank <= view->foundation[suit] + left && rank <= MK_KING; rank++) {
			cards |= MK_CARD_BIT(MK_CARD(rank, suit));
		}
	}
	return cards;
}

/* The two cards of `rank` of the opposite colour of `card`. */
static mk_cards other_colour(int rank, mk_card card)
{
	if (rank < MK_ACE || rank > MK_KING) {
		return 0;
	}
	return mk_is_red(card) ? MK_CARD_BIT(MK_CARD(rank, MK_CLUBS)) |
					 MK_CARD_BIT(MK_CARD(rank, MK_SPADES))
			       : MK_CARD_BIT(MK_CARD(rank, MK_DIAMONDS)) |
					 MK_CARD_BIT(MK_CARD(rank, MK_HEARTS));
}

/* Cards onto which one of `cards` may be laid. */
static mk_cards carriers_of(mk_cards cards)
{
	mk_cards found = 0;

	for (; cards; cards &= cards - 1) {
		mk_card card = (mk_card)__builtin_ctzll(cards);

		found |= other_colour(mk_rank(card) + 1, card);
	}
	return found;
}

/*
 * Cards onto which another one may be laid now. A revealed card may have been covered by a run, by
 * the front card of the waste or of a foundation, or by a card that came up later and is read now.
 */
static mk_cards wanted_by_runs(const struct scene *scene, const struct klondike_view *view)
{
	mk_cards cards = scene->cards | MK_CARD_BIT(klondike_front(view, DRAW_PILE));

	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < view->up[column]; i++) {
			cards |= MK_CARD_BIT(view->column[column][i]);
		}
	}
	for (int suit = 0; suit < MK_SUITS && view->rules.foundation_return; suit++) {
		cards |= MK_CARD_BIT(MK_CARD(view->foundation[suit], suit));
	}
	return carriers_of(cards & MK_WHOLE_DECK);
}

/*
 * Cards that fit onto the front card of a column: a revealed card may have been laid there and
 * covered.
 */
static mk_cards wanted_by_fronts(const struct klondike_view *view)
{
	mk_cards cards = 0;

	for (int column = 0; column < COLUMNS; column++) {
		mk_card front = klondike_front(view, column);

		if (front != MK_NO_CARD) {
			cards |= other_colour(mk_rank(front) - 1, front);
		}
	}
	return cards;
}

/*
 * Guesses for a revealed card that moved on before it was seen, with `left` more moves: to the slot
 * where it is read now, to a foundation, or under another card.
 */
static mk_cards guesses(const struct search *search, const struct klondike_view *view, int left)
{
	mk_cards cards = search->scene->cards | wanted_by_foundations(view, left) |
			 wanted_by_runs(search->scene, view);

	return left > 1 ? cards | wanted_by_fronts(view) : cards;
}

/* ---- Turning up ----------------------------------------------------------------------------- */

/* Tries the guesses for a card that came up at `position` and may have moved on. */
static void follow_guesses(struct search *search, const struct node *node, struct mk_move move,
	int position, mk_cards possible)
{
	struct klondike_view after;
	mk_cards rest = possible & ~scene_cards(search->scene, position);

	klondike_copy_table(&after, &node->view);
	klondike_play(&after, move, MK_NO_CARD);
	rest &= guesses(search, &after, node->left - 1);
	for (; rest; rest &= rest - 1) {
		follow(search, node, move, (mk_card)__builtin_ctzll(rest), 1U << position);
	}
}

/* The known cards of the waste. */
static mk_cards waste_cards(const struct klondike_view *view)
{
	mk_cards cards = 0;

	for (int i = 0; i < view->turned; i++) {
		cards |= MK_CARD_BIT(view->pile[i]);
	}
	return cards & MK_WHOLE_DECK;
}

/*
 * Tries a redeal although cards seem to be left in the stock. Only a card that comes up a second
 * time shows it: any other card is explained by a draw.
 */
static void follow_earlier_shuffle(struct search *search, const struct node *node)
{
	mk_cards again = waste_cards(&node->view) & scene_cards(search->scene, DRAW_PILE);

	for (; again; again &= again - 1) {
		mk_card card = (mk_card)__builtin_ctzll(again);

		/* If the redeal keeps the order, the first card is known. */
		if (klondike_can_reveal(&node->view, earlier_shuffle, card)) {
			follow(search, node, earlier_shuffle, card, 0);
		}
	}
}

/*
 * True if the last move uncovered an unseen card beneath the front card of the waste, which the
 * snapshot shows now.
 */
static bool lies_bare(const struct search *search, const struct node *node)
{
	return node->depth && explain_is_earlier_draw(search->steps[node->depth - 1].move);
}

/*
 * Tries the unknown card that the move turns up: each plausible reading of the slot, and guesses of
 * cards that have moved on.
 */
static void follow_unknown(
	struct search *search, const struct node *node, struct mk_move move, int position)
{
	mk_cards possible = klondike_may_turn_up(&node->view, move, position);
	mk_cards read = possible & (scene_cards(search->scene, position) | search->scene->reported);

	for (mk_cards rest = read; rest; rest &= rest - 1) {
		follow(search, node, move, (mk_card)__builtin_ctzll(rest), 0);
	}
	if (!read || (position == DRAW_PILE && node->left > 1 && !lies_bare(search, node))) {
		follow(search, node, move, MK_NO_CARD, 0);
	}
	if (node->left > 1 && search->guesses) {
		follow_guesses(search, node, move, position, possible);
	}
}

/* True if players usually turn up the next card of the stock as part of this move. */
static bool turns_pile_by_itself(const struct klondike_view *view, struct mk_move move)
{
	if (move.kind == SHUFFLE) {
		return true;
	}
	return move.kind != DRAW && move.from == DRAW_PILE && view->turned == 1 &&
	       klondike_left(view) > 0;
}

/* Tries the move without turning up the next card: the snapshot may have been taken before that. */
static void follow_not_turned(struct search *search, const struct node *node, struct mk_move move)
{
	bool seen = search->scene->seen[DRAW_PILE] > UNREADABLE &&
		    search->scene->may[DRAW_PILE] & (SLOT_EMPTY_BIT | SLOT_BACK_BIT);

	if (seen && move.more[0] != EARLIER && turns_pile_by_itself(&node->view, move)) {
		move.more[0] = NOT_TURNED;
		follow(search, node, move, MK_NO_CARD, 0);
	}
}

/* True if the move covers a guessed card in the waste, where nothing could confirm it. */
static bool hides_guess(const struct node *node, struct mk_move move)
{
	return (move.kind == DRAW || move.kind == SHUFFLE) && node->guessed & 1U << DRAW_PILE;
}

/*
 * True if the missing snapshots are ones that were not explained, each of another move: what they
 * hide is no gap in the waste.
 */
static bool counts_pictures(const struct scene *scene)
{
	return scene->goes_on && scene->missed > 0;
}

/*
 * Pruning for cameras that skip snapshots. Each draw may be several (gaps in the waste), so no draw
 * is searched that another draw covers. A draw before the front card was seen explains only what
 * lies beneath that card.
 */
static bool is_covered_by_gaps(
	const struct search *search, const struct node *node, struct mk_move move)
{
	const struct mk_played_move *last;

	if (node->depth == 0) {
		return false;
	}
	last = &search->steps[node->depth - 1];
	if (explain_is_earlier_draw(last->move)) {
		return move.from != DRAW_PILE || move.kind == DRAW || move.kind == SHUFFLE;
	}
	return search->scene->may_skip && !counts_pictures(search->scene) && move.kind == DRAW &&
	       (last->move.kind == DRAW || last->move.kind == SHUFFLE) &&
	       last->revealed == MK_NO_CARD &&
	       klondike_unknown_fronts(&node->view) & 1U << DRAW_PILE;
}

static void try_move(struct search *search, const struct node *node, struct mk_move move)
{
	unsigned open = (node->wrong | node->guessed) & ~scene_touched(move);
	int position;

	if (is_hopeless(search, open, node->left - 1) || hides_guess(node, move) ||
		is_covered_by_gaps(search, node, move)) {
		return;
	}
	follow_not_turned(search, node, move);
	position = klondike_turns_up(&node->view, move, NULL);
	if (position == MK_NO_SEAT) {
		follow(search, node, move, klondike_sure_to_turn_up(&node->view, move), 0);
	} else {
		follow_unknown(search, node, move, position);
	}
}

/* Tries moves that no snapshot showed, if the waste has gaps. */
static void try_earlier(struct search *search, const struct node *node)
{
	if (node->left > 1 && klondike_is_legal(&node->view, earlier_draw)) {
		try_move(search, node, earlier_draw);
	}
	if (klondike_is_legal(&node->view, earlier_shuffle)) {
		follow_earlier_shuffle(search, node);
	}
}

static void visit(struct search *search, const struct node *node)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count;

	if (node->left == 0) {
		if (__builtin_popcount(node->wrong) == search->unexplained && !node->guessed) {
			record(search, node);
		}
		return;
	}
	count = klondike_moves(&node->view, moves);
	for (size_t i = 0; i < count; i++) {
		try_move(search, node, moves[i]);
	}
	if (node->view.gaps) {
		try_earlier(search, node);
	}
}

void hypotheses_find(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct reach reach, struct explanations *all)
{
	int tables = MAX_TABLES;
	struct search search = {.scene = scene,
		.tables = scene->tables ? scene->tables : &tables,
		.suggested = suggested,
		.unexplained = reach.unexplained,
		.guesses = reach.unexplained == 0 || reach.thorough,
		.before = view,
		.all = all};
	struct node root;
	int fewest = reach.moves; /* length of the shortest hypothesis found */

	klondike_copy_table(&root.view, view);
	root.wrong = scene_differences(scene, view, ALL_SLOTS);
	root.guessed = 0;
	root.guesses = 0;
	root.guessed_last = false;
	root.depth = 0;
	all->count = 0;
	all->crowded = false;
	for (root.left = 0;
		root.left <= reach.moves &&
		(all->count == 0 || root.left <= reach.whole || root.left <= fewest + reach.more);
		root.left++) {
		if (!is_hopeless(&search, root.wrong, root.left)) {
			visit(&search, &root);
		}
		if (all->count && fewest > root.left) {
			fewest = root.left;
		}
	}
}
