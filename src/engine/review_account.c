/* Luck and choice of the decisions of a game, in whole millionths. */
#include <makker/review.h>
#include <math.h>

/*
 * The least cost of a decision that is called so, in millionths: of a chance of winning (2, 5 and
 * 10 per cent), and of points.
 */
static const int64_t bounds_of_chances[MK_MARK_COUNT] = {
	[MK_MARK_INACCURACY] = 20000, [MK_MARK_MISTAKE] = 50000, [MK_MARK_BLUNDER] = 100000};
static const int64_t bounds_of_points[MK_MARK_COUNT] = {
	[MK_MARK_INACCURACY] = 250000, [MK_MARK_MISTAKE] = 750000, [MK_MARK_BLUNDER] = 1500000};

/* 95 % of the values of a normal distribution are within so many standard errors. */
static const double certain = 1.959963984540054;

int64_t mk_review_smallest_loss(bool has_points)
{
	return (has_points ? bounds_of_points : bounds_of_chances)[MK_MARK_INACCURACY];
}

const char *mk_review_mark_name(enum mk_review_mark mark)
{
	static const char *const names[MK_MARK_COUNT] = {
		"best", "good", "inaccuracy", "mistake", "blunder"};

	return names[mark];
}

static int64_t millionths(double value)
{
	return llround(value * MK_REVIEW_UNIT);
}

/* Limits a winning chance to 0 to 1, whatever errors have been added. */
static int64_t bounded(const struct mk_review_account *account, int64_t value)
{
	if (account->has_points) {
		return value;
	}
	return value < 0 ? 0 : value > MK_REVIEW_UNIT ? MK_REVIEW_UNIT : value;
}

/* Sets the new value of the table. */
static void set_level(struct mk_review_account *account, const struct mk_valuation *valuation,
	bool came_up, struct mk_review_step *before)
{
	bool keeps = account->is_known && !came_up && !valuation->is_proven;

	if (valuation->is_known && !keeps) {
		account->level = bounded(account, millionths(valuation->value));
		account->is_known = true;
	}
	if (before && before->is_known) {
		before->after = account->level;
	}
}

static enum mk_review_mark mark_of(const struct mk_review_account *account,
	const struct mk_valuation *valuation, const struct mk_review_step *step)
{
	const int64_t *bounds = account->has_points ? bounds_of_points : bounds_of_chances;
	int64_t loss = -mk_review_choice(step);
	enum mk_review_mark mark = MK_MARK_GOOD;

	if (valuation->is_best) {
		return MK_MARK_BEST;
	}
	if ((double)loss <= certain * (double)step->error) {
		return MK_MARK_GOOD;
	}
	while (mark < MK_MARK_BLUNDER && loss >= bounds[mark + 1]) {
		mark++;
	}
	return mark;
}

static bool is_valued(const struct mk_valuation *valuation)
{
	return valuation->is_made_proven || (valuation->is_known && valuation->is_compared);
}

/* A proof counts, not the estimate of the table before; a difference is added. */
static int64_t made_level(
	const struct mk_review_account *account, const struct mk_valuation *valuation)
{
	int64_t made = millionths(valuation->made);

	if (valuation->is_made_proven) {
		return bounded(account, made);
	}
	return bounded(account, account->level + made - millionths(valuation->value));
}

void mk_review_add(struct mk_review_account *account, const struct mk_valuation *valuation,
	bool came_up, struct mk_review_step *step, struct mk_review_step *before)
{
	set_level(account, valuation, came_up, before);
	*step = (struct mk_review_step){.is_known = account->is_known};
	if (!account->is_known) {
		return;
	}
	step->before = account->level;
	step->is_compared = valuation->is_best || is_valued(valuation);
	if (step->is_compared && !valuation->is_best) {
		account->level = made_level(account, valuation);
		step->error = millionths(valuation->error);
	}
	step->made = step->after = account->level;
	step->mark = mark_of(account, valuation, step);
}

void mk_review_close(struct mk_review_account *account, const struct mk_valuation *valuation,
	bool came_up, struct mk_review_step *last)
{
	set_level(account, valuation, came_up, last);
}

void mk_review_sum(const struct mk_review_step *steps, size_t count, struct mk_review_sums *sums)
{
	double squares = 0;

	*sums = (struct mk_review_sums){0};
	for (size_t i = 0; i < count; i++) {
		const struct mk_review_step *step = &steps[i];

		if (!step->is_known) {
			continue;
		}
		if (sums->decisions++ == 0) {
			sums->start = step->before;
		}
		sums->end = step->after;
		sums->luck += mk_review_luck(step);
		sums->choice += mk_review_choice(step);
		sums->marks[step->mark] += step->is_compared;
		squares += (double)step->error * (double)step->error;
	}
	sums->choice_error = sqrt(squares);
}

unsigned mk_review_kind(const struct mk_game *game, const struct mk_view *view,
	const struct mk_move *made, const struct mk_valuation *valuation)
{
	static const struct mk_move silence = {0};

	if (!game->mistakes || valuation->is_best) {
		return MK_OTHER_MISTAKE;
	}
	if (!valuation->has_better) {
		return game->out_of_turn && game->out_of_turn->keeps_turn(view, made)
			       ? game->mistakes->kind_of(view, made, &silence)
			       : MK_OTHER_MISTAKE;
	}
	return game->mistakes->kind_of(view, made, &valuation->better);
}

void mk_review_kind_add(struct mk_review_kind_sum *sum, const struct mk_review_step *step)
{
	if (mk_review_has_kind(step)) {
		sum->decisions++;
		sum->losses += mk_review_is_loss(step);
		sum->choice += mk_review_choice(step);
		sum->error = hypot(sum->error, (double)step->error);
	}
}

static bool costs_more(const struct mk_review_step *steps, size_t one, size_t other)
{
	return mk_review_choice(&steps[one]) < mk_review_choice(&steps[other]);
}

size_t mk_review_dearest(
	const struct mk_review_step *steps, size_t count, size_t dearest[MK_REVIEW_DEAREST])
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		size_t at = found;

		if (!mk_review_is_loss(&steps[i])) {
			continue;
		}
		while (at > 0 && costs_more(steps, i, dearest[at - 1])) {
			at--;
		}
		found = found < MK_REVIEW_DEAREST ? found + 1 : found;
		for (size_t j = found; j-- > at + 1;) {
			dearest[j] = dearest[j - 1];
		}
		if (at < found) {
			dearest[at] = i;
		}
	}
	return found;
}
