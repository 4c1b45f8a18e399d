/* Alternatives of a view: storing, applying and choosing them. */
#include "games/klondike/tracking/alternatives.h"

#include "games/klondike/table/table.h"
#include "games/klondike/tracking/confirm.h"
#include "games/klondike/tracking/question.h"
#include "games/klondike/tracking/weigh.h"

/* Number of kept tables, the likeliest included. */
static int kept_explanations(const struct klondike_view *view)
{
	int count = 1;

	for (int i = 0; i < view->alternatives; i++) {
		count += !view->alternative[i].dropped;
	}
	return count;
}

bool klondike_is_unsure(const struct klondike_view *view)
{
	return klondike_explanations((const struct mk_view *)view) > 1;
}

bool klondike_add_alternative(
	struct klondike_view *view, const struct klondike_view *other, int odds)
{
	struct klondike_alternative *added;

	if (view->alternatives == MAX_ALTERNATIVES) {
		return false;
	}
	added = &view->alternative[view->alternatives++];
	memset(added, 0, sizeof *added);
	if (!other) {
		added->dropped = true;
		return false;
	}
	added->state = other->state;
	added->odds = (int16_t)odds;
	return true;
}

/* ---- What no picture showed ----------------------------------------------------------------- */

/* Maximum number of answers to a question about unseen cards, besides that there are none. */
enum { MAX_NAMED_TABLES = 7 };

/* When the game is over, only what is asked about is still open. */
bool klondike_is_open(const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);

	return known->gaps || (known->open && klondike_outcome(known) <= MK_PLAYING);
}

/* Minimum probability that all remaining cards lie unseen in the waste at which that is asked. */
static const float min_over_share = 0.2F;

/*
 * True if the game may be over: in the last pass it is, if no card is left in the stock and no
 * other move is legal. No further move then reveals that, so no snapshot will show it.
 */
static bool may_be_over(const struct klondike_view *view)
{
	float expected = weigh_hidden_draws * (float)__builtin_popcount(view->gaps), share = 1;
	struct klondike_view table;

	for (int i = 1; i <= klondike_left(view); i++) {
		share *= expected / (float)i;
	}
	if (share < min_over_share) {
		return false;
	}
	klondike_copy_table(&table, view);
	return klondike_settle_left(&table, 0) && klondike_outcome(&table) > MK_PLAYING;
}

/*
 * True if it is time to ask about unseen cards in the waste. Usually later snapshots show them, at
 * the latest after the next redeal. Without another redeal the question comes at MAX_NAMED_TABLES
 * gaps, before more than one unseen card becomes likely, and if the game may be over; in any case
 * when it is over.
 */
static bool asks_about_waste(const struct klondike_view *view)
{
	if (view->gaps == 0 || view->alternatives) {
		return false;
	}
	return (view->shuffles == 0 &&
		       (__builtin_popcount(view->gaps) >= MAX_NAMED_TABLES || may_be_over(view))) ||
	       klondike_outcome(view) > MK_PLAYING;
}

/* True if the game is won in case the last face-down card came up and went to its foundation. */
static bool may_be_won(const struct klondike_view *view)
{
	int unseen = 0, last = 0;

	for (int column = 0; column < COLUMNS; column++) {
		unseen += view->unseen[column];
		last = view->unseen[column] ? column : last;
	}
	return unseen == 1 && view->open & 1U << last && view->gone;
}

/*
 * True if it is time to ask which cards went unseen to a foundation. The rest of the game usually
 * shows it, so the question comes when the game is over or may be won.
 */
bool klondike_asks_about_gone(const struct klondike_view *view)
{
	if (!(view->open & OPEN_SURE) || view->alternatives || asks_about_waste(view)) {
		return false;
	}
	return may_be_won(view) || (!view->gaps && klondike_outcome(view) > MK_PLAYING);
}

/* Redeals with the same card in front again; false if that is not possible. */
static bool shuffle_again(struct klondike_view *view)
{
	struct mk_move shuffle = {.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE};
	mk_card front = klondike_front(view, DRAW_PILE);

	if (!klondike_is_legal(view, shuffle) || !klondike_can_reveal(view, shuffle, front)) {
		return false;
	}
	klondike_play(view, shuffle, front);
	return true;
}

/*
 * Tables with an unseen card gone from one pile are numbered from 1. Writes table `*number` to
 * `out` and returns true if this pile has it; otherwise subtracts the number of tables of this
 * pile.
 */
static bool gone_from(
	const struct klondike_view *view, int position, int *number, struct klondike_view *out)
{
	for (mk_cards gone = view->gone; gone; gone &= gone - 1) {
		klondike_copy_table(out, view);
		if (klondike_put_gone(out, position, (mk_card)__builtin_ctzll(gone)) &&
			--*number == 0) {
			return true;
		}
	}
	return false;
}

static bool hidden_table(const struct klondike_view *view, int number, struct klondike_view *out)
{
	for (unsigned open = view->open; open; open &= open - 1) {
		int position = __builtin_ctz(open);

		if (position < POSITIONS && gone_from(view, position, &number, out)) {
			return true;
		}
	}
	klondike_copy_table(out, view);
	return view->open & OPEN_SHUFFLE && number == 1 && shuffle_again(out);
}

static int last_hidden_table(const struct klondike_view *view)
{
	struct klondike_view table;
	int number = 0;

	while (number < MAX_NAMED_TABLES && hidden_table(view, number + 1, &table)) {
		number++;
	}
	return number;
}

int klondike_last_answer(const struct klondike_view *view)
{
	int gaps = __builtin_popcount(view->gaps);

	if (klondike_asks_about_gone(view)) {
		return last_hidden_table(view);
	}
	if (!asks_about_waste(view)) {
		return view->alternatives;
	}
	return gaps < MAX_NAMED_TABLES ? gaps : MAX_NAMED_TABLES;
}

int klondike_gap_of_answer(const struct klondike_view *view, int number)
{
	uint32_t gaps = view->gaps;

	for (; number > 1; number--) {
		gaps &= ~(1U << (31 - __builtin_clz(gaps)));
	}
	return 31 - __builtin_clz(gaps);
}

static bool answer_about_gone(
	const struct klondike_view *view, int number, struct klondike_view *out)
{
	klondike_copy_table(out, view);
	if (number < 0 || number > MAX_NAMED_TABLES ||
		(number > 0 && !hidden_table(view, number, out))) {
		return false;
	}
	klondike_close_all(out);
	return true;
}

bool klondike_answer(const struct klondike_view *view, int number, struct klondike_view *out)
{
	if (klondike_asks_about_gone(view)) {
		return answer_about_gone(view, number, out);
	}
	if (!asks_about_waste(view)) {
		return klondike_explanation(view, number, out);
	}
	if (number < 0 || number > klondike_last_answer(view)) {
		return false;
	}
	klondike_copy_table(out, view);
	if (number > 0) {
		klondike_fill_gap(out, klondike_gap_of_answer(view, number));
	}
	klondike_count_waste(out);
	return true;
}

/* ---- Applying findings ---------------------------------------------------------------------- */

bool klondike_play_steps(struct klondike_view *view, const struct mk_played_move *steps, int count,
	enum klondike_gaps gaps, enum klondike_hidden hidden)
{
	struct klondike_view before;

	for (int i = 0; i < count; i++) {
		if (!klondike_is_legal(view, steps[i].move) ||
			!klondike_can_reveal(view, steps[i].move, steps[i].revealed)) {
			return false;
		}
		klondike_copy_table(&before, view);
		klondike_play(view, steps[i].move, steps[i].revealed);
		klondike_note_seen(view, &before, steps[i].move, gaps, hidden);
	}
	if (gaps == GAPS_UNDER_ALL) {
		klondike_doubt_waste(view);
	}
	if (count == 0) {
		klondike_note_hidden(view, MK_NO_SEAT, hidden);
	}
	return true;
}

static void add_alternative(struct klondike_view *next, const struct klondike_view *before,
	const struct mk_alternative *alternative, enum klondike_gaps gaps,
	enum klondike_hidden hidden)
{
	struct klondike_view other;
	bool possible = klondike_explanation(before, alternative->from, &other) &&
			(gaps < GAPS_LEFT || klondike_settle_left(&other, (int)gaps - GAPS_LEFT)) &&
			(alternative->revised.was == MK_NO_CARD ||
				klondike_revise(&other, alternative->revised)) &&
			klondike_play_steps(&other, alternative->moves, alternative->move_count,
				gaps, hidden) &&
			!klondike_view_torn(&other);

	(void)klondike_add_alternative(next, possible ? &other : NULL, alternative->odds);
}

void klondike_add_alternatives(struct klondike_view *view, const struct klondike_view *before,
	const struct mk_finding *finding)
{
	for (int i = 0; i < finding->alternative_count; i++) {
		add_alternative(view, before, &finding->alternatives[i],
			(enum klondike_gaps)finding->gaps, (enum klondike_hidden)finding->hidden);
	}
}

/*
 * Returns the table from which the finding starts. An answer to a question about the waste also
 * settles its count.
 */
static bool start_of(const struct klondike_view *view, const struct mk_finding *finding,
	struct klondike_view *out)
{
	if ((finding->gaps == GAPS_NONE || finding->hidden == HIDDEN_NONE) && finding->from) {
		return klondike_answer(view, finding->from, out);
	}
	if (!klondike_explanation(view, finding->from, out)) {
		return false;
	}
	if (finding->gaps == GAPS_NONE) {
		klondike_count_waste(out);
	}
	if (finding->hidden == HIDDEN_NONE) {
		klondike_close_all(out);
	}
	return finding->gaps < GAPS_LEFT || klondike_settle_left(out, finding->gaps - GAPS_LEFT);
}

bool klondike_apply_finding(struct klondike_view *view, const struct mk_finding *finding)
{
	enum klondike_gaps gaps = (enum klondike_gaps)finding->gaps;
	struct klondike_view next;

	if (!start_of(view, finding, &next) ||
		(finding->revised.was != MK_NO_CARD && !klondike_revise(&next, finding->revised)) ||
		!klondike_play_steps(&next, finding->moves, finding->move_count, gaps,
			(enum klondike_hidden)finding->hidden)) {
		return false;
	}
	klondike_add_alternatives(&next, view, finding);
	confirm_keep(&next, finding->unconfirmed);
	klondike_replace_view(view, &next);
	return true;
}

/* ---- The game's slots ----------------------------------------------------------------------- */

int klondike_explanations(const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);

	if (asks_about_waste(known) || klondike_asks_about_gone(known)) {
		return 1 + klondike_last_answer(known);
	}
	return kept_explanations(known);
}

/* ---- When to ask ---------------------------------------------------------------------------- */

bool klondike_asks_which(const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);
	int kept = kept_explanations(known);

	if (kept == 1) {
		return klondike_explanations(view) > 1;
	}
	return klondike_outcome(known) > MK_PLAYING ||
	       (known->gaps && known->shuffles == 0 && may_be_over(known)) ||
	       klondike_is_question_due(known);
}

/* ---- Answers -------------------------------------------------------------------------------- */

static const struct mk_phrase no_such_answer = MK_PHRASE(
	"There is no such answer to this question.", "Det svar findes ikke på spørgsmålet.",
	"Diese Antwort gibt es auf die Frage nicht.",
	"Δεν υπάρχει τέτοια απάντηση σε αυτή την ερώτηση.");

/* Bit mask of the kept tables that the answer leaves; 0 if it is not offered. */
static uint32_t kept_by_answer(const struct klondike_view *view, int answer)
{
	struct klondike_question question;

	if (view->alternatives == 0) {
		return UINT32_C(1) << answer; /* a question about unseen cards */
	}
	klondike_find_question(view, &question);
	for (int i = 0; i < question.count; i++) {
		if (question.answer[i].number == answer) {
			/*
			 * With a single answer, no words distinguish the tables: choose one, so
			 * that the question does not come again.
			 */
			return question.count > 1 ? question.answer[i].kept : UINT32_C(1) << answer;
		}
	}
	return 0;
}

/*
 * Cards whose place is the same in all tables that the answer leaves, and different in one that it
 * excludes.
 */
static mk_cards settled_by_answer(
	const struct klondike_view *view, const struct klondike_view *chosen, uint32_t kept)
{
	struct klondike_view other;
	mk_cards common = MK_WHOLE_DECK, settled = 0;

	for (int number = 0; number <= view->alternatives; number++) {
		mk_cards differ;

		if (!klondike_explanation(view, number, &other)) {
			continue;
		}
		differ = klondike_foundation_cards(chosen) & ~klondike_foundation_cards(&other);
		for (int column = 0; column < COLUMNS; column++) {
			differ |= klondike_column_cards(chosen, column) &
				  ~klondike_column_cards(&other, column);
		}
		if (kept & UINT32_C(1) << number) {
			common &= ~differ;
		} else {
			settled |= differ;
		}
	}
	return settled & common;
}

static void keep_beside(
	const struct klondike_view *view, int chosen, uint32_t kept, struct mk_finding *finding)
{
	for (kept &= ~(UINT32_C(1) << chosen); kept; kept &= kept - 1) {
		int number = __builtin_ctz(kept);

		finding->alternatives[finding->alternative_count++] =
			(struct mk_alternative){.from = (uint8_t)number,
				.odds = (int16_t)(klondike_odds(view, number) -
						  klondike_odds(view, chosen))};
	}
}

enum mk_status klondike_choose(
	struct mk_view *view, int number, struct mk_finding *finding, struct mk_error *error)
{
	struct klondike_view *known = (struct klondike_view *)view;
	struct mk_finding chosen = {.explanation = MK_UNCHANGED, .weighed = true};
	struct klondike_view table;
	uint32_t kept;

	kept = klondike_answer(known, number, &table) ? kept_by_answer(known, number) : 0;
	if (kept == 0) {
		return mk_fail_localized(error, MK_IMPOSSIBLE, "no_such_answer", "/answer",
			&no_such_answer, NULL, 0);
	}
	chosen.from = (uint8_t)number;
	keep_beside(known, number, kept, &chosen);
	chosen.gaps = asks_about_waste(known) ? GAPS_NONE : GAPS_AS_THEY_ARE;
	chosen.hidden = klondike_asks_about_gone(known) ? HIDDEN_NONE : HIDDEN_AS_IT_IS;
	chosen.unconfirmed = known->unconfirmed & ~settled_by_answer(known, &table, kept);
	if (!klondike_apply_finding(known, &chosen)) {
		return mk_fail_localized(error, MK_IMPOSSIBLE, "no_such_answer", "/answer",
			&no_such_answer, NULL, 0);
	}
	*finding = chosen;
	return MK_OK;
}
