/*
 * Winner and value of a game.
 *
 * Sections 7.1 and 7.2 of the tournament rules; options select the house rules that differ from
 * them.
 */
#include "games/doppelkopf/scoring/score.h"
#include "games/doppelkopf/table/table.h"

#include <string.h>

/* ---- Winner --------------------------------------------------------------------------------- */

/* The card points below which the other team must stay, by level. */
static const int limit_of[] = {
	[DOKO_NO_90] = 90,
	[DOKO_NO_60] = 60,
	[DOKO_NO_30] = 30,
};

/* True if the team has kept its announcement (no 90 or higher). */
static bool kept(const struct doko_account *account, int party)
{
	int level = account->level[party];

	return level == DOKO_BLACK ? account->tricks[party] == account->all
				   : account->augen[!party] < limit_of[level];
}

/*
 * Without announcements of no 90 or higher, 121 card points win for re and 120 for kontra; if only
 * kontra has announced, 120 win for re and 121 for kontra.
 */
static int winner_of_augen(const struct doko_account *account)
{
	bool only_contra = account->level[DOKO_RE] == DOKO_SILENT &&
			   account->level[DOKO_KONTRA] == DOKO_ANNOUNCED;

	return account->augen[DOKO_RE] >= (only_contra ? 120 : 121) ? DOKO_RE : DOKO_KONTRA;
}

int doko_winner(const struct doko_account *account)
{
	bool bound[2] = {
		account->level[DOKO_KONTRA] >= DOKO_NO_90, account->level[DOKO_RE] >= DOKO_NO_90};

	if (!bound[DOKO_RE] && !bound[DOKO_KONTRA]) {
		return winner_of_augen(account);
	}
	for (int party = DOKO_KONTRA; party <= DOKO_RE; party++) {
		if (bound[party] && kept(account, party)) {
			return party;
		}
	}
	if (bound[DOKO_RE] && bound[DOKO_KONTRA]) {
		return DOKO_NO_WINNER;
	}
	return bound[DOKO_RE] ? DOKO_KONTRA : DOKO_RE;
}

/* ---- Value ---------------------------------------------------------------------------------- */

/*
 * Adds a point each if a team is below 90, 60, 30, or without a trick. They count for the winner;
 * without a winner, for the opponents of each such team.
 */
static void add_below(const struct doko_account *account, int winner, struct doko_score *score)
{
	for (int party = DOKO_KONTRA; party <= DOKO_RE; party++) {
		int theirs = account->augen[!party];

		if (winner != DOKO_NO_WINNER && winner != party) {
			continue;
		}
		for (int step = 0; step < 3; step++) {
			if (theirs < 90 - 30 * step) {
				doko_score_add(score, DOKO_BELOW_90 + step, party);
			}
		}
		if (account->tricks[party] == account->all) {
			doko_score_add(score, DOKO_NO_TRICK, party);
		}
	}
}

/* All points for announcements, of either team, count for the winner. */
static void add_said(const struct doko_account *account, int winner, struct doko_score *score)
{
	for (int party = DOKO_RE; party >= DOKO_KONTRA; party--) {
		if (account->level[party] >= DOKO_ANNOUNCED) {
			doko_score_add(
				score, party == DOKO_RE ? DOKO_RE_SAID : DOKO_CONTRA_SAID, winner);
		}
		for (int level = DOKO_NO_90; level <= account->level[party]; level++) {
			doko_score_add(score, DOKO_NO_90_SAID + level - DOKO_NO_90, winner);
		}
	}
}

/*
 * Adds the points for card points that were reached against the announcement of the other team;
 * `each`: against every announced level, not only the highest.
 */
static void add_reached(const struct doko_account *account, bool each, struct doko_score *score)
{
	for (int party = DOKO_KONTRA; party <= DOKO_RE; party++) {
		int theirs = account->level[!party];

		for (int level = each ? DOKO_NO_90 : theirs; level <= theirs; level++) {
			int wanted = 120 - 30 * (level - DOKO_NO_90);

			if (level >= DOKO_NO_90 && account->augen[party] >= wanted) {
				doko_score_add(score, DOKO_REACHED_120 + level - DOKO_NO_90, party);
			}
		}
	}
}

static void add_basics(const struct doko_rules *rules, const struct doko_account *account,
	int winner, struct doko_score *score)
{
	score->winner = (uint8_t)winner;
	if (score->winner != DOKO_NO_WINNER) {
		doko_score_add(score, DOKO_WON, score->winner);
	}
	add_below(account, score->winner, score);
	if (score->winner != DOKO_NO_WINNER) {
		add_said(account, score->winner, score);
	}
	add_reached(account, rules->of[ACHIEVED_EACH], score);
}

/* True if re and kontra do not double points of this kind. */
static bool stays_single(const struct doko_rules *rules, int what)
{
	return what > DOKO_AGAINST_OLD || (what == DOKO_AGAINST_OLD && !rules->of[RE_DOUBLES_OLD]);
}

/* The points of re minus those of kontra. */
static int net(const struct doko_rules *rules, const struct doko_score *score)
{
	int plain = 0, special = 0, times = 1;

	for (int i = 0; i < score->count; i++) {
		int what = score->point[i].what;
		int sign = score->point[i].party == DOKO_RE ? 1 : -1;
		bool said = what == DOKO_RE_SAID || what == DOKO_CONTRA_SAID;

		if (said && rules->of[RE_DOUBLES]) {
			times *= 2;
		} else if (stays_single(rules, what)) {
			special += sign;
		} else {
			plain += said ? 2 * sign : sign;
		}
	}
	return plain * times + special;
}

int doko_basic_value(const struct doko_rules *rules, const struct doko_account *account, int winner)
{
	struct doko_score score;

	memset(&score, 0, sizeof score);
	add_basics(rules, account, winner, &score);
	return net(rules, &score);
}

/* ---- The whole deal ------------------------------------------------------------------------- */

static void take_account(const struct doko_table *table, unsigned re, struct doko_account *account)
{
	memset(account, 0, sizeof *account);
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		account->augen[re >> seat & 1] += table->augen[seat];
		account->tricks[re >> seat & 1] += table->won[seat];
	}
	account->all = doko_hand_size(table);
	account->level[DOKO_RE] = table->level[DOKO_RE];
	account->level[DOKO_KONTRA] = table->level[DOKO_KONTRA];
}

static void add_special(const struct doko_table *table, unsigned re, struct doko_score *score)
{
	bool counts = table->type == DOKO_MARRIAGE && table->rules.of[SPECIAL_BEFORE_SOLO];

	if (score->solo) {
		doko_score_tricks(table, re, counts ? table->clarified : 0, score);
		return;
	}
	if (score->winner == DOKO_KONTRA) {
		doko_score_add(score, DOKO_AGAINST_OLD, DOKO_KONTRA);
	}
	doko_score_tricks(table, re, table->tricks, score);
}

int doko_points(const struct doko_rules *rules, unsigned re, int value, int seat)
{
	int lone = __builtin_popcount(re) == 1 ? DOKO_SEATS - 1 : 1;
	int points = re >> seat & 1 ? lone * value : -value;

	if (rules->of[COUNTING] == COUNT_PLUS && points < 0) {
		return 0;
	}
	return rules->of[COUNTING] == COUNT_MINUS && points > 0 ? 0 : points;
}

void doko_score(const struct doko_table *table, unsigned re, struct doko_score *score)
{
	struct doko_account account;
	int value;

	memset(score, 0, sizeof *score);
	if (table->type == DOKO_THROWN) {
		score->winner = DOKO_NO_WINNER;
		return;
	}
	take_account(table, re, &account);
	memcpy(score->augen, account.augen, sizeof score->augen);
	memcpy(score->tricks, account.tricks, sizeof score->tricks);
	score->solo = __builtin_popcount(re) == 1;
	score->heart_tricks = doko_heart_tricks(table);
	add_basics(&table->rules, &account, doko_winner(&account), score);
	add_special(table, re, score);
	value = table->bock * net(&table->rules, score);
	score->value = score->winner == DOKO_KONTRA ? -value : value;
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		score->seat[seat] = doko_points(&table->rules, re, value, seat);
	}
}

/* ---- Special points of tricks: foxes, Charlies, Doppelkopfs and those of house rules -------- */

/* A full trick, and the teams of its cards. */
struct trick {
	const uint8_t *card;
	int leader, winner;
	int best;  /* index of the winning card */
	int party; /* team of the winner */
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
	if (score->count < DOKO_MAX_SPECIAL) {
		score->point[score->count++] = (struct doko_point){(uint8_t)what, (uint8_t)party};
	}
}

static void add_times(struct doko_score *score, int what, int party, int times)
{
	for (int i = 0; i < times; i++) {
		doko_score_add(score, what, party);
	}
}

/*
 * Number of cards of `kind` in the trick from the losing team (`theirs`) or from the winner's team.
 */
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

/* Announced swines do not count as foxes. */
static void add_foxes(
	const struct doko_table *table, const struct trick *trick, struct doko_score *score)
{
	const uint8_t *rule = table->rules.of;

	if (table->swines != DOKO_NO_SEAT) {
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

/*
 * In the last trick. A winning Charlie may also catch those of the other team; each point follows
 * its own rule.
 */
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

void doko_score_trick(
	const struct doko_table *table, unsigned re, int number, struct doko_score *score)
{
	struct trick trick = {
		.card = doko_trick(table, number),
		.leader = table->leader[number],
		.winner = table->leader[number + 1],
		.best = (table->leader[number + 1] - table->leader[number]) & 3,
		.party = re >> table->leader[number + 1] & 1,
		.last = number == doko_hand_size(table) - 1,
		.re = re,
	};

	add_doppelkopf(&trick, score);
	add_foxes(table, &trick, score);
	add_charlies(table->rules.of, &trick, score);
	add_rare(table, &trick, score);
}

void doko_score_tricks(
	const struct doko_table *table, unsigned re, int tricks, struct doko_score *score)
{
	for (int i = 0; i < tricks; i++) {
		doko_score_trick(table, re, i, score);
	}
}
