/* Special points of single tricks: foxes, Charlies, Doppelkopfs and the house's own. */
#include "games/doppelkopf/scoring/special.h"

#include "games/doppelkopf/table/announce.h"

/* One full trick, and whose cards these are. */
struct trick {
	const uint8_t *card;
	int leader, winner;
	int best;  /* the place of the card that won */
	int party; /* of the winner */
	bool last;
	unsigned re;
};

static int party_at(const struct trick *trick, int place)
{
	return trick->re >> ((trick->leader + place) & 3) & 1;
}

static bool is_theirs(const struct trick *trick, int place)
{
	return party_at(trick, place) != trick->party;
}

void doko_score_add(struct doko_score *score, int what, int party)
{
	if (score->count < DOKO_MOST_SPECIAL) {
		score->point[score->count++] = (struct doko_point){(uint8_t)what, (uint8_t)party};
	}
}

static void add_times(struct doko_score *score, int what, int party, int times)
{
	for (int i = 0; i < times; i++) {
		doko_score_add(score, what, party);
	}
}

/* How many cards of `kind` lie in the trick that are theirs, or the winners' own. */
static int count(const struct trick *trick, int kind, bool theirs)
{
	int found = 0;

	for (int place = 0; place < 4; place++) {
		found += trick->card[place] == kind && is_theirs(trick, place) == theirs;
	}
	return found;
}

static int at_most_one(int number, bool more)
{
	return number > 1 && !more ? 1 : number;
}

static void add_doppelkopf(const struct trick *trick, struct doko_score *score)
{
	int augen = 0;

	for (int place = 0; place < 4; place++) {
		augen += doko_card_points[trick->card[place]];
	}
	if (augen >= 40) {
		doko_score_add(score, DOKO_DOPPELKOPF, trick->party);
	}
}

/* Swines are no foxes. */
static void add_foxes(
	const struct doko_table *table, const struct trick *trick, struct doko_score *score)
{
	const uint8_t *rule = table->rules.of;

	if (table->swines != DOKO_NOBODY) {
		return;
	}
	if (rule[FOX]) {
		add_times(score, DOKO_FOX_CAUGHT, trick->party, count(trick, DOKO_FOX, true));
	}
	if (rule[FOX_LAST_TRICK] && trick->last && trick->card[trick->best] == DOKO_FOX) {
		int own = count(trick, DOKO_FOX, false);

		add_times(score, DOKO_FOX_LAST, trick->party,
			at_most_one(own, rule[FOX_LAST_DOUBLE]));
	}
}

/* A Charlie that wins may catch the other side's: each counts by its own rule. */
static void add_charlies(const uint8_t *rule, const struct trick *trick, struct doko_score *score)
{
	int winning = trick->card[trick->best];
	bool catches = winning == DOKO_DIAMOND_QUEEN || !rule[CATCH_CHARLIE_BY_QUEEN];

	if (!trick->last) {
		return;
	}
	if (rule[CHARLIE] && winning == DOKO_CLUB_JACK) {
		int own = count(trick, DOKO_CLUB_JACK, false);

		add_times(
			score, DOKO_CHARLIE, trick->party, at_most_one(own, rule[CHARLIE_DOUBLE]));
	}
	if (rule[CATCH_CHARLIE] && catches) {
		int caught = count(trick, DOKO_CLUB_JACK, true);

		add_times(score, DOKO_CHARLIE_CAUGHT, trick->party,
			at_most_one(caught, rule[CATCH_CHARLIE_DOUBLE]));
	}
}

static bool is_heart_trick(const struct doko_table *table, const uint8_t *card)
{
	const struct doko_order *order = doko_table_order(table);

	for (int place = 0; place < 4; place++) {
		if (order->colour_of[card[place]] != DOKO_HEARTS) {
			return false;
		}
	}
	return true;
}

int doko_heart_tricks(const struct doko_table *table)
{
	int hearts = 0;

	for (int i = 0; i < table->tricks; i++) {
		hearts += is_heart_trick(table, doko_trick(table, i));
	}
	return hearts;
}

static void add_rare(
	const struct doko_table *table, const struct trick *trick, struct doko_score *score)
{
	const uint8_t *rule = table->rules.of;

	if (rule[DULLE_CAUGHT] && rule[DULLEN] && trick->card[trick->best] == DOKO_DULLE &&
		count(trick, DOKO_DULLE, true)) {
		doko_score_add(score, DOKO_DULLE_CAUGHT, trick->party);
	}
	if (rule[HEART_TRICK] && is_heart_trick(table, trick->card)) {
		doko_score_add(score, DOKO_HEART_TRICK, trick->party);
	}
}

void doko_score_tricks(
	const struct doko_table *table, unsigned re, int tricks, struct doko_score *score)
{
	for (int i = 0; i < tricks; i++) {
		struct trick trick = {
			.card = doko_trick(table, i),
			.leader = table->leader[i],
			.winner = table->leader[i + 1],
			.best = (table->leader[i + 1] - table->leader[i]) & 3,
			.party = re >> table->leader[i + 1] & 1,
			.last = i == doko_hand_size(table) - 1,
			.re = re,
		};

		add_doppelkopf(&trick, score);
		add_foxes(table, &trick, score);
		add_charlies(table->rules.of, &trick, score);
		add_rare(table, &trick, score);
	}
}
