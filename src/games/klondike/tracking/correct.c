/* Corrections by the player: a card, a count that no snapshot shows, or an earlier snapshot. */
#include "games/klondike/tracking/alternatives.h"

#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/slots.h"
#include "games/klondike/tracking/watch.h"

static mk_card card_in(const mk_card *card, int count, int index)
{
	int place = index ? index - 1 : count - 1;

	return place >= 0 && place < count ? card[place] : MK_NO_CARD;
}

mk_card klondike_card_at(const struct mk_view *known, int position, int index)
{
	const struct klondike_view *view = view_of(known);

	if (position >= 0 && position < COLUMNS) {
		return card_in(view->column[position], view->up[position], index);
	}
	if (position == DRAW_PILE) {
		return card_in(view->pile, view->turned, index);
	}
	if (position >= FIRST_FOUNDATION && position < DRAW_PILE && index == 0) {
		int suit = position - FIRST_FOUNDATION;

		return view->foundation[suit] ? MK_CARD(view->foundation[suit], suit) : MK_NO_CARD;
	}
	return MK_NO_CARD;
}

/* ---- Places --------------------------------------------------------------------------------- */

/*
 * The maximum number of face-up cards that one move can add to a column: a run of another column,
 * or one card.
 */
static int most_moved(const struct klondike_view *view, int column)
{
	int most = 1;

	for (int other = 0; other < COLUMNS; other++) {
		most = other != column && view->up[other] > most ? view->up[other] : most;
	}
	return most;
}

/*
 * Resolves a hint before the first snapshot: each column has one card, and the waste the cards of
 * one draw.
 */
static bool resolve_first_hint(const struct klondike_view *view, struct mk_place *hint)
{
	int cards = hint->position == DRAW_PILE ? view->rules.draw : 1;
	bool front =
		hint->index == cards && (hint->position < COLUMNS || hint->position == DRAW_PILE);

	hint->index = 0;
	return front;
}

bool klondike_hint_is_possible(const struct klondike_view *view, int missed, struct mk_place *hint)
{
	if (hint->index == 0) {
		return true;
	}
	if (!view->started) {
		return resolve_first_hint(view, hint);
	}
	return hint->position < COLUMNS &&
	       hint->index <=
		       view->up[hint->position] + most_moved(view, hint->position) * (missed + 1);
}

/* ---- Counts --------------------------------------------------------------------------------- */

static const struct mk_phrase no_such_count = MK_PHRASE("This place has no such count.",
	"Det sted har ikke sådan et tal.", "An dieser Stelle gibt es keine solche Zahl.",
	"Δεν υπάρχει τέτοιος αριθμός σε αυτή τη θέση.");
static const struct mk_phrase cannot_be =
	MK_PHRASE("It cannot be that many.", "Så mange kan det ikke være.",
		"So viele können es nicht sein.", "Δεν μπορεί να είναι τόσα.");
static const struct mk_phrase too_many_unseen =
	MK_PHRASE("The stock does not have that many unknown cards.",
		"Så mange ukendte kort er der ikke i trækbunken.",
		"So viele unbekannte Karten hat der Ziehstapel nicht übrig.",
		"Η στοίβα δεν έχει τόσα άγνωστα φύλλα.");
static const struct mk_phrase too_few_unseen =
	MK_PHRASE("The stock would have more cards than were dealt to it.",
		"Så ville trækbunken have flere kort, end der blev lagt i den.",
		"Dann hätte der Ziehstapel mehr Karten, als er bekommen hat.",
		"Έτσι η στοίβα θα είχε περισσότερα φύλλα από όσα πήρε.");
static const struct mk_phrase none_up = MK_PHRASE("There must be a face-up card on the waste.",
	"Der skal ligge et vendt kort på trækbunken.",
	"Auf dem Ziehstapel muss eine aufgedeckte Karte liegen.",
	"Στη στοίβα πρέπει να υπάρχει ένα ανοιχτό φύλλο.");
static const struct mk_phrase other_card_there =
	MK_PHRASE("Then another card would be in front: I know the order of the stock.",
		"Så ville et andet kort ligge forrest: Jeg kender rækkefølgen i trækbunken.",
		"Dann läge eine andere Karte vorn: Ich kenne die Reihenfolge des Ziehstapels.",
		"Τότε μπροστά θα ήταν άλλο φύλλο: γνωρίζω τη σειρά της στοίβας.");

static enum mk_status refuse(
	struct mk_error *error, const struct mk_count *count, const struct mk_phrase *why)
{
	char where[24] = "/";

	strncat(where, count->name, sizeof where - 2);
	return mk_fail_localized(error, MK_IMPOSSIBLE, "invalid_count", where, why, NULL, 0);
}

/*
 * Sets the number of face-down cards of a column. The 52 cards stay complete, so the stock changes
 * in the opposite direction.
 */
static const struct mk_phrase *recount_unseen(
	struct klondike_view *view, const struct mk_count *count)
{
	int more = count->value - view->unseen[count->position];

	for (; more > 0; more--) {
		if (klondike_left(view) == 0 || view->pile[view->pile_count - 1] != MK_NO_CARD) {
			return &too_many_unseen;
		}
		view->pile_count--;
	}
	if (view->pile_count - more > PILE) {
		return &too_few_unseen;
	}
	view->pile_count = (uint8_t)(view->pile_count - more);
	view->unseen[count->position] = (uint8_t)count->value;
	return NULL;
}

/* True if the cards between the front one and place `turned` are unknown. */
static bool is_order_open(const struct klondike_view *view, int turned)
{
	for (int i = view->turned; i < turned; i++) {
		if (view->pile[i] != MK_NO_CARD) {
			return false;
		}
	}
	return view->rules.draw == 1;
}

/*
 * Adds unseen draws: more cards have been drawn than seen, and each may lie beneath any card but
 * the lowest.
 */
static void add_unseen_draws(struct klondike_view *view, int left)
{
	view->gaps = view->turned > 1 ? (1U << view->turned) - 2 : 1;
	klondike_settle_left(view, left);
}

/* True if a known card of the waste beneath the front one would return to the stock. */
static bool has_known_between(const struct klondike_view *view, int turned)
{
	for (int i = turned; i + 1 < view->turned; i++) {
		if (view->pile[i] != MK_NO_CARD) {
			return true;
		}
	}
	return false;
}

/*
 * Takes back unseen draws: fewer cards have been drawn than the player said before. Removes places
 * of the waste at which no card was seen. Returns false if there are too few of them, or if they
 * are not adjacent and more than the surplus.
 */
static bool take_back_unseen(struct klondike_view *view, int turned)
{
	int surplus = view->turned - turned, unseen = 0, first = view->turned, last = -1;
	int kept = 0;

	for (int i = 0; i < view->turned; i++) {
		if (view->pile[i] == MK_NO_CARD) {
			first = unseen ? first : i;
			last = i;
			unseen++;
		}
	}
	if (view->rules.draw != 1 || surplus > unseen || last == view->turned - 1 ||
		(surplus < unseen && last - first + 1 != unseen) ||
		!is_order_open(view, view->pile_count)) {
		return false;
	}
	for (int i = 0; i < view->turned; i++) {
		if (view->pile[i] != MK_NO_CARD || surplus-- <= 0) {
			view->pile[kept++] = view->pile[i];
		}
	}
	memset(view->pile + kept, MK_NO_CARD, (size_t)(view->turned - kept));
	view->turned = (uint8_t)turned;
	klondike_count_waste(view);
	return true;
}

/*
 * Sets the number of cards left in the stock. The front card of the waste stays in front; the
 * number beneath it changes.
 */
static const struct mk_phrase *recount_left(
	struct klondike_view *view, const struct mk_count *count)
{
	int turned = view->pile_count - count->value;
	mk_card front = klondike_front(view, DRAW_PILE);

	if (turned == view->turned) {
		klondike_count_waste(view);
		return NULL;
	}
	if (turned < 1 || view->turned == 0) {
		return &none_up;
	}
	if (turned > view->turned && is_order_open(view, turned)) {
		add_unseen_draws(view, count->value);
		return NULL;
	}
	if (turned < view->turned && take_back_unseen(view, turned)) {
		return NULL;
	}
	if (view->pile[turned - 1] != MK_NO_CARD || has_known_between(view, turned)) {
		return &other_card_there;
	}
	view->pile[view->turned - 1] = MK_NO_CARD;
	view->pile[turned - 1] = front;
	view->turned = (uint8_t)turned;
	klondike_count_waste(view);
	return NULL;
}

static const struct mk_phrase *recount_shuffles(
	struct klondike_view *view, const struct mk_count *count)
{
	view->shuffles = (int16_t)count->value;
	return NULL;
}

static int unseen_of(const struct klondike_view *view, int column)
{
	return view->unseen[column];
}

static int left_of(const struct klondike_view *view, int pile)
{
	(void)pile;
	return klondike_left(view);
}

static int shuffles_of(const struct klondike_view *view, int pile)
{
	(void)pile;
	return view->shuffles;
}

static const struct counter {
	const char *name;
	int first, last; /* positions */
	int least, most;
	const struct mk_phrase *(*recount)(
		struct klondike_view *view, const struct mk_count *count);
	int (*value)(const struct klondike_view *view, int position);
} counters[] = {
	{"unseen", 0, COLUMNS - 1, 0, COLUMN_UNDER, recount_unseen, unseen_of},
	{"left", DRAW_PILE, DRAW_PILE, 0, PILE, recount_left, left_of},
	{"shuffles", DRAW_PILE, DRAW_PILE, MK_UNLIMITED, INT16_MAX, recount_shuffles, shuffles_of},
};

static const struct counter *counter_of(const struct mk_count *count)
{
	for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
		if (strcmp(counters[i].name, count->name) == 0) {
			return &counters[i];
		}
	}
	return NULL;
}

/* Keeps the tables with this count; if there is none, only the likeliest table. */
static void choose_by_count(
	struct klondike_view *view, const struct counter *counter, const struct mk_count *count)
{
	struct klondike_view chosen, other;
	int odds = 0;
	bool found = false;

	for (int number = 0; number <= view->alternatives; number++) {
		if (!klondike_explanation(view, number, &other) ||
			counter->value(&other, count->position) != count->value) {
			continue;
		}
		if (!found) {
			klondike_copy_table(&chosen, &other);
			odds = klondike_odds(view, number);
			found = true;
		} else {
			(void)klondike_add_alternative(
				&chosen, &other, klondike_odds(view, number) - odds);
		}
	}
	if (found || klondike_explanation(view, 0, &chosen)) {
		klondike_replace_view(view, &chosen);
	}
}

enum mk_status klondike_set_count(
	struct mk_view *opaque, const struct mk_count *count, struct mk_error *error)
{
	const struct counter *counter = counter_of(count);
	struct klondike_view view = *view_of(opaque);
	const struct mk_phrase *why;

	if (!counter || count->position < counter->first || count->position > counter->last) {
		return refuse(error, count, &no_such_count);
	}
	if (!view.started || count->value < counter->least || count->value > counter->most) {
		return refuse(error, count, &cannot_be);
	}
	choose_by_count(&view, counter, count);
	why = counter->recount(&view, count);
	if (!why && klondike_view_broken(&view)) {
		why = &cannot_be;
	}
	if (why) {
		return refuse(error, count, why);
	}
	memcpy(opaque, &view, sizeof view);
	return MK_OK;
}

/* Keeps the tables in which `left` cards may be left; false if there is none. */
static bool keep_possible(const struct klondike_view *view, int left, struct mk_finding *finding)
{
	struct klondike_view table;
	int likeliest = -1;

	for (int number = 0; number <= view->alternatives; number++) {
		if (!klondike_explanation(view, number, &table) ||
			!klondike_settle_left(&table, left)) {
			continue;
		}
		if (likeliest < 0) {
			likeliest = number;
			finding->from = (uint8_t)number;
			continue;
		}
		finding->alternatives[finding->alternative_count++] =
			(struct mk_alternative){.from = (uint8_t)number,
				.odds = (int16_t)(klondike_odds(view, number) -
						  klondike_odds(view, likeliest))};
	}
	return likeliest >= 0;
}

/* Explains the count by a redeal since the last snapshot that turned up the same front card. */
static bool settle_as_shuffle(struct klondike_view *view, int left, struct mk_finding *finding)
{
	struct mk_finding settled = {.explanation = MK_OTHER_MOVE, .move_count = 1};
	struct mk_played_move shuffle = {
		.move = {.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE},
		.revealed = klondike_front(view, DRAW_PILE)};

	if (!(view->open & OPEN_SHUFFLE) || view->alternatives ||
		left != view->pile_count - view->rules.draw) {
		return false;
	}
	settled.moves[0] = shuffle;
	settled.unconfirmed = view->unconfirmed;
	if (!klondike_apply_finding(view, &settled)) {
		return false;
	}
	*finding = settled;
	return true;
}

/* Keeps only the tables with this count; false if there is none. */
static bool settle_among(
	struct klondike_view *view, const struct mk_count *count, struct mk_finding *finding)
{
	const struct counter *counter = counter_of(count);
	struct mk_finding settled = {.explanation = MK_UNCHANGED,
		.weighed = true,
		.gaps = GAPS_AS_THEY_ARE,
		.hidden = HIDDEN_AS_IT_IS,
		.unconfirmed = view->unconfirmed};
	struct klondike_view table;
	int likeliest = -1;

	if (!counter || count->position < counter->first || count->position > counter->last) {
		return false;
	}
	for (int number = 0; number <= view->alternatives; number++) {
		if (!klondike_explanation(view, number, &table) ||
			counter->value(&table, count->position) != count->value) {
			continue;
		}
		if (likeliest < 0) {
			likeliest = number;
			settled.from = (uint8_t)number;
			continue;
		}
		settled.alternatives[settled.alternative_count++] =
			(struct mk_alternative){.from = (uint8_t)number,
				.odds = (int16_t)(klondike_odds(view, number) -
						  klondike_odds(view, likeliest))};
	}
	if (likeliest < 0 || !klondike_apply_finding(view, &settled)) {
		return false;
	}
	*finding = settled;
	return true;
}

static bool has_gaps(const struct klondike_view *view)
{
	struct klondike_view table;
	bool gaps = false;

	for (int number = 0; number <= view->alternatives; number++) {
		gaps |= klondike_explanation(view, number, &table) && table.gaps;
	}
	return gaps;
}

/*
 * Settles the count of the stock: `left` cards are left, and the others that seemed to be left lie
 * unseen in the waste.
 */
bool klondike_settle_by_count(
	struct mk_view *opaque, const struct mk_count *count, struct mk_finding *finding)
{
	struct klondike_view *view = (struct klondike_view *)opaque;
	struct mk_finding settled = {.explanation = MK_UNCHANGED, .weighed = true};

	if (view->alternatives && !has_gaps(view)) {
		return settle_among(view, count, finding);
	}
	if (strcmp(count->name, "left") == 0 && settle_as_shuffle(view, count->value, finding)) {
		return true;
	}
	if (strcmp(count->name, "left") != 0 || count->value < 0 || count->value > PILE ||
		!keep_possible(view, count->value, &settled)) {
		return false;
	}
	settled.gaps = (uint8_t)(GAPS_LEFT + count->value);
	settled.unconfirmed = view->unconfirmed;
	if (!klondike_apply_finding(view, &settled)) {
		return false;
	}
	*finding = settled;
	return true;
}

/* True if the place is empty: no card in front, face up or down. */
static bool is_empty(const struct klondike_view *view, int position)
{
	return klondike_front_value(view, position) == MK_NO_CARD;
}

static bool lies_there(const struct klondike_view *view, const struct mk_place *stated)
{
	mk_card card =
		klondike_card_at((const struct mk_view *)view, stated->position, stated->index);

	return card == stated->card && (card != MK_NO_CARD || is_empty(view, stated->position));
}

/* True if an unseen card lies at the place, which may be the named one. */
static bool is_unseen(const struct klondike_view *view, const struct mk_place *stated)
{
	return stated->position == DRAW_PILE && stated->index > 0 &&
	       stated->index <= view->turned && view->pile[stated->index - 1] == MK_NO_CARD &&
	       !(klondike_seen_cards(view) & ~view->pile_loose & MK_CARD_BIT(stated->card));
}

/* Keeps only the tables in which the card lies there, or may lie there unseen. */
bool klondike_settle_by_card(
	struct mk_view *opaque, const struct mk_place *stated, struct mk_finding *finding)
{
	struct klondike_view *view = (struct klondike_view *)opaque;
	struct mk_finding settled = {.explanation = MK_UNCHANGED,
		.weighed = true,
		.gaps = GAPS_AS_THEY_ARE,
		.hidden = HIDDEN_AS_IT_IS};
	struct klondike_view table;
	struct mk_error impossible;
	int likeliest = -1;
	bool excludes = false, names = false;

	if (stated->position >= POSITIONS || (stated->card == MK_NO_CARD && stated->index > 0)) {
		return false;
	}
	for (int number = 0; number <= view->alternatives; number++) {
		if (!klondike_explanation(view, number, &table)) {
			continue;
		}
		if (is_unseen(&table, stated)) {
			names = true;
		} else if (!lies_there(&table, stated)) {
			excludes = true;
			continue;
		}
		if (likeliest < 0) {
			likeliest = number;
			settled.from = (uint8_t)number;
		} else {
			settled.alternatives[settled.alternative_count++] =
				(struct mk_alternative){.from = (uint8_t)number,
					.odds = (int16_t)(klondike_odds(view, number) -
							  klondike_odds(view, likeliest))};
		}
	}
	settled.unconfirmed = view->unconfirmed & ~MK_CARD_BIT(stated->card);
	if (names) {
		settled.revealed[settled.revealed_count++] = *stated;
	}
	/* With a single table, the event that brought the unseen card is corrected instead. */
	if (likeliest < 0 || !(excludes || (names && view->alternatives)) ||
		klondike_replay(opaque, &settled, &impossible) != MK_OK) {
		return false;
	}
	*finding = settled;
	return true;
}

/* ---- Reconsidering an earlier picture ------------------------------------------------------- */

/*
 * Maximum number of moves, and of wrong readings. One wrong reading more than necessary is tried.
 */
enum { MAX_RECONSIDERED = 2, MAX_WRONG = 2 };

/* Reads one snapshot. `read` gets the snapshot as it is read and must outlive the scene. */
static void read_one(
	struct scene *scene, struct klondike_snapshot *read, const struct mk_snapshot *snapshot)
{
	const struct klondike_snapshot *seen = read;

	*read = *snapshot_of(snapshot);
	klondike_doubt_twice(read, klondike_trust);
	scene_read(scene, &(struct pictures){.seen = &seen,
				  .count = 1,
				  .confidence = klondike_trust,
				  .repeats = klondike_repeats});
}

static void conclude_explanation(struct mk_finding *finding, const struct klondike_view *before,
	const struct explanation *explanation)
{
	struct klondike_view table;

	klondike_copy_table(&table, before);
	memset(finding, 0, sizeof *finding);
	finding->explanation = explanation->step_count == 1 ? MK_OTHER_MOVE : MK_SEVERAL_MOVES;
	for (int i = 0; i < explanation->step_count; i++) {
		conclude_step(finding, &table, &explanation->steps[i]);
		klondike_play(&table, explanation->steps[i].move, explanation->steps[i].revealed);
	}
}

/* Drops hypotheses with cards that neither a snapshot nor the player has shown. */
static void keep_seen(struct explanations *all, mk_card reported)
{
	int kept = 0;

	for (int i = 0; i < all->count; i++) {
		if ((all->found[i].unproven & ~MK_CARD_BIT(reported)) == 0) {
			klondike_copy_explanation(&all->found[kept++], &all->found[i]);
		}
	}
	all->count = kept;
}

static size_t add_all(const struct explanations *all, const struct klondike_view *before,
	struct mk_finding *findings, size_t count, size_t capacity)
{
	for (int i = 0; i < all->count && count < capacity; i++) {
		if (!klondike_view_torn(&all->found[i].view)) {
			conclude_explanation(&findings[count++], before, &all->found[i]);
		}
	}
	return count;
}

size_t klondike_alternative_findings(const struct mk_view *known,
	const struct mk_snapshot *snapshot, mk_card reported, struct mk_finding *findings,
	size_t capacity)
{
	const struct klondike_view *view = view_of(known);
	struct klondike_snapshot seen;
	struct explanations all;
	struct scene scene;
	int fewest = MAX_WRONG;
	size_t count = 0;

	read_one(&scene, &seen, snapshot);
	scene.reported = mk_is_card(reported) ? MK_CARD_BIT(reported) : 0;
	for (int wrong = 0; wrong <= fewest + 1 && wrong <= MAX_WRONG && view->started; wrong++) {
		hypotheses_find(view, &scene, NULL,
			(struct reach){.moves = MAX_RECONSIDERED,
				.whole = MAX_RECONSIDERED,
				.unexplained = wrong,
				.thorough = reported != MK_NO_CARD},
			&all);
		fewest = all.count && fewest > wrong ? wrong : fewest;
		keep_seen(&all, reported);
		count = add_all(&all, view, findings, count, capacity);
	}
	return count;
}

/* Weight of a conflict: more for a card that was read as a dissimilar one. */
static int conflict(const struct scene *scene, int position, mk_card there, bool typed)
{
	int read = likelihood_best(&scene->likelihood, position);

	if (typed) {
		return MK_TYPED_CONFLICT;
	}
	return mk_is_card(there) && mk_is_card((mk_card)read) &&
			       !likelihood_confuses((mk_card)read, there)
		       ? 2
		       : 1;
}

/*
 * True if `there` is the card reported by the player, wherever it lies; for MK_NO_CARD only at the
 * reported place.
 */
static bool is_reported(const struct mk_place *reported, int position, mk_card there)
{
	return reported && there == reported->card &&
	       (there != MK_NO_CARD || position == reported->position);
}

int klondike_count_conflicts(const struct mk_view *known, const struct mk_snapshot *snapshot,
	const struct mk_place *reported, bool typed)
{
	struct klondike_snapshot seen;
	struct scene scene;
	unsigned differences;
	int count = 0;

	if (!view_of(known)->started) {
		return 0;
	}
	read_one(&scene, &seen, snapshot);
	differences = scene_differences(&scene, view_of(known), ALL_SLOTS);
	for (; differences; differences &= differences - 1) {
		int position = __builtin_ctz(differences);
		mk_card there = klondike_card_at(known, position, 0);

		count += is_reported(reported, position, there)
				 ? 1
				 : conflict(&scene, position, there, typed);
	}
	return count;
}

/* ---- A count of the table in the newest picture -----------------------------------------------
 */

/* A person may have mistyped up to two cards of a line; a camera's snapshot is taken as it is. */
enum { MAX_MISTYPED = 2, MAX_COUNTED_MOVES = 2 };

static int moves_of(const struct explanation *found)
{
	return __builtin_ctz(found->lengths);
}

static bool has_count(const struct explanation *found, const struct counter *counter,
	const struct mk_count *count)
{
	return moves_of(found) > 0 && !found->unknown && !found->unproven &&
	       counter->value(&found->view, count->position) == count->value &&
	       !klondike_view_torn(&found->view);
}

/* Keeps the hypotheses with the count and the fewest moves; returns their number. */
static int keep_counted(
	struct explanations *all, const struct counter *counter, const struct mk_count *count)
{
	int fewest = MAX_COUNTED_MOVES, kept = 0;

	for (int i = 0; i < all->count; i++) {
		if (has_count(&all->found[i], counter, count) &&
			moves_of(&all->found[i]) < fewest) {
			fewest = moves_of(&all->found[i]);
		}
	}
	for (int i = 0; i < all->count; i++) {
		if (moves_of(&all->found[i]) == fewest &&
			has_count(&all->found[i], counter, count)) {
			klondike_copy_explanation(&all->found[kept++], &all->found[i]);
		}
	}
	all->count = kept;
	return kept;
}

/* The kept tables as start tables of a search. */
struct starts {
	struct klondike_view table[1 + MAX_ALTERNATIVES];
	bool possible[1 + MAX_ALTERNATIVES];
};

static void list_starts(struct starts *starts, const struct klondike_view *view)
{
	for (int number = 0; number <= MAX_ALTERNATIVES; number++) {
		starts->possible[number] =
			klondike_explanation(view, number, &starts->table[number]);
	}
}

/* Finds the hypotheses with `wrong` misread slots and the given count. */
static int find_counted(const struct starts *starts, const struct scene *scene,
	const struct counter *counter, const struct mk_count *count, int wrong,
	struct explanations *all)
{
	struct explanations some;

	all->count = 0;
	for (int number = 0; number <= MAX_ALTERNATIVES; number++) {
		if (!starts->possible[number]) {
			continue;
		}
		hypotheses_find(&starts->table[number], scene, NULL,
			(struct reach){.moves = MAX_COUNTED_MOVES,
				.whole = MAX_COUNTED_MOVES,
				.unexplained = wrong},
			&some);
		if (some.crowded ||
			keep_counted(&some, counter, count) + all->count > MAX_EXPLANATIONS) {
			return 0;
		}
		for (int i = 0; i < some.count; i++) {
			some.found[i].from = (uint8_t)number;
			klondike_copy_explanation(&all->found[all->count++], &some.found[i]);
		}
	}
	return keep_counted(all, counter, count);
}

/* Writes the first hypothesis as the finding and the others as equally likely alternatives. */
static void conclude_counted(
	struct mk_finding *finding, const struct starts *starts, const struct explanations *all)
{
	const struct explanation *first = &all->found[0];

	conclude_explanation(finding, &starts->table[first->from], first);
	finding->from = first->from;
	for (int i = 1; i < all->count; i++) {
		struct mk_alternative *other = &finding->alternatives[finding->alternative_count++];

		*other = (struct mk_alternative){.from = all->found[i].from,
			.move_count = (uint8_t)moves_of(&all->found[i])};
		memcpy(other->moves, all->found[i].steps, sizeof other->moves);
	}
}

/* True if a typed line shows another front card at the place whose count the player reports. */
static bool is_other_front(const struct klondike_tracker *memory, const struct scene *scene,
	const struct klondike_view *view, int position)
{
	return memory->typed && scene_differences(scene, view, 1U << position) != 0;
}

enum mk_status klondike_explain_by_count(struct mk_view *opaque, const struct mk_tracker *pictures,
	const struct mk_count *count, struct mk_finding *finding)
{
	const struct klondike_tracker *memory = (const struct klondike_tracker *)pictures;
	struct klondike_view *view = (struct klondike_view *)opaque;
	const struct counter *counter = counter_of(count);
	int tables = MAX_TABLES;
	int most = memory->typed ? MAX_MISTYPED : 0;
	struct klondike_snapshot seen;
	struct explanations all;
	struct starts starts;
	struct scene scene;

	if (!counter || count->position < counter->first || count->position > counter->last ||
		!view->started || memory->count == 0 || memory->clear ||
		(!view->gaps && !view->alternatives &&
			counter->value(view, count->position) == count->value)) {
		return MK_IMPOSSIBLE;
	}
	read_one(&scene, &seen, (const struct mk_snapshot *)&memory->seen[memory->count - 1]);
	scene.tables = &tables;
	list_starts(&starts, view);
	for (int wrong = 0; wrong <= most && !view->gaps; wrong++) {
		int found = find_counted(&starts, &scene, counter, count, wrong, &all);

		if (found == 0 || found > 1 + MAX_ALTERNATIVES) {
			continue;
		}
		conclude_counted(finding, &starts, &all);
		finding->unconfirmed = view->unconfirmed;
		return klondike_apply_finding(view, finding) ? MK_OK : MK_IMPOSSIBLE;
	}
	return is_other_front(memory, &scene, view, count->position) ? MK_CONFLICT : MK_IMPOSSIBLE;
}
