/*
 * The policy of the playouts: the worth of a card is the sum of its features times learned weights.
 */
#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/knowledge/view.h"

#include <string.h>

const double doko_points_of_worth = 0.15;

/* The value of a special point, in card points. */
enum { POINT = 9 };

/* ---- Constants of a deal -------------------------------------------------------------------- */

/*
 * Cost of playing a card that is better kept, in card points; for the highest trumps, about half of
 * the points of a trick.
 */
static float cost_of(const struct doko_table *table, const struct doko_order *order, int kind)
{
	int power = doko_power(table, order, kind);

	if (order->colour_of[kind] != DOKO_TRUMP) {
		return kind % DOKO_RANKS == DOKO_ACE ? 3 : 0;
	}
	if (power >= 64) {
		return 9;
	}
	if (power >= 32) {
		return 1.5F + 0.25F * (float)(power - 32);
	}
	return kind == DOKO_FOX ? 2 : 0.5F;
}

/* Class of a game type; the types of a class share their weights. */
static int class_of_game(int type)
{
	switch ((enum doko_type)type) {
	case DOKO_CLUBS_SOLO:
	case DOKO_SPADES_SOLO:
	case DOKO_HEARTS_SOLO:
	case DOKO_DIAMONDS_SOLO:
		return 1;
	case DOKO_QUEENS_SOLO:
	case DOKO_JACKS_SOLO:
	case DOKO_KINGS_SOLO:
		return 2;
	case DOKO_TRUMPLESS_SOLO:
		return 3;
	case DOKO_QUEENS_JACKS_SOLO:
	case DOKO_KINGS_JACKS_SOLO:
	case DOKO_KINGS_QUEENS_SOLO:
		return 4;
	case DOKO_KOEHLER_SOLO:
		return 5;
	case DOKO_NORMAL:
	case DOKO_MARRIAGE:
	case DOKO_POVERTY:
	case DOKO_THROWN:
		break;
	}
	return 0;
}

void doko_policy_init(struct doko_policy *policy, const struct doko_table *table,
	const struct doko_weights *weights)
{
	const struct doko_order *order = doko_table_order(table);
	int power[DOKO_KINDS];

	policy->weights = weights ? weights : &doko_weights;
	policy->order = order;
	policy->game = class_of_game(table->type);
	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		power[kind] = doko_power(table, order, kind);
		policy->cost[kind] = cost_of(table, order, kind);
	}
	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		int colour = order->colour_of[kind];

		policy->higher[kind] = colour == DOKO_TRUMP ? 0 : order->colour[DOKO_TRUMP];
		for (int other = 0; other < DOKO_KINDS; other++) {
			if (order->colour_of[other] == colour && power[other] > power[kind]) {
				policy->higher[kind] |= DOKO_BOTH(other);
			}
		}
	}
}

/* ---- One decision --------------------------------------------------------------------------- */

struct trick {
	int count, led, best; /* `best` is the kind that wins the trick so far */
	int best_seat;
	int augen;
	int behind; /* number of later seats */
	int foes;   /* later seats that are not known partners */
	doko_set unseen;
};

/* Expected team of a seat, from -1 (certainly the other one) to 1 (certainly the own one). */
static float side(const struct doko_actor *mover, int seat)
{
	unsigned own = mover->party == DOKO_RE ? mover->table->re : mover->table->contra;
	unsigned other = mover->party == DOKO_RE ? mover->table->contra : mover->table->re;

	if (seat == mover->seat) {
		return 1;
	}
	if (mover->party == DOKO_TEAM_UNKNOWN) {
		return 0;
	}
	if (own >> seat & 1) {
		return 1;
	}
	return other >> seat & 1 ? -1 : -0.33F;
}

static void look_at_trick(const struct doko_actor *mover, struct trick *trick)
{
	const struct doko_table *table = mover->table;
	int first = table->played & ~3;

	*trick = (struct trick){.count = table->played & 3, .behind = 3 - (table->played & 3)};
	for (int i = 0; i < trick->count; i++) {
		trick->augen += doko_card_points[table->card[first + i]];
	}
	for (int i = 1; i <= trick->behind; i++) {
		trick->foes += side(mover, (mover->seat + i) & 3) < 1;
	}
	trick->unseen = doko_without(
		doko_deck(table->rules.of[NINES]), doko_join(mover->hand, mover->gone));
	if (trick->count) {
		bool last = table->tricks == doko_hand_size(table) - 1;
		int place = doko_best_card(table, table->card + first, trick->count, last);

		trick->led = doko_table_order(table)->colour_of[table->card[first]];
		trick->best = table->card[first + place];
		trick->best_seat = (table->leader[table->tricks] + place) & 3;
	}
}

/* Estimated probability that the card keeps the trick, from the unseen cards that beat it. */
static float holds(const struct doko_policy *policy, const struct trick *trick, int kind)
{
	const struct doko_order *order = policy->order;
	int colour = order->colour_of[kind];
	int higher = doko_count(trick->unseen & policy->higher[kind] & order->colour[colour]);
	float foes = (float)trick->foes;

	if (trick->foes == 0) {
		return 1;
	}
	if (colour == DOKO_TRUMP) {
		return 1 / (1 + 0.12F * (float)higher * foes);
	}
	if (!(trick->unseen & order->colour[DOKO_TRUMP])) {
		return 1 / (1 + 0.3F * (float)higher * foes);
	}
	/* Side suits: the fewer unseen cards of the suit, the likelier another seat trumps. */
	static const float follow[] = {0.05F, 0.1F, 0.15F, 0.25F, 0.42F, 0.6F, 0.72F, 0.8F, 0.85F};
	int left = doko_count(trick->unseen & order->colour[colour]);
	float alone = follow[left > 8 ? 8 : left];

	if (trick->behind < 3) {
		alone = 1 - (1 - alone) * foes / 3;
	}
	return alone / (1 + 0.3F * (float)higher * foes);
}

static bool takes(const struct doko_policy *policy, const struct trick *trick, int kind)
{
	const struct doko_order *order = policy->order;
	int colour = order->colour_of[kind];

	if (trick->count == 0) {
		return true;
	}
	if (colour != DOKO_TRUMP && colour != trick->led) {
		return false;
	}
	return (policy->higher[trick->best] & DOKO_ONE(kind)) != 0 &&
	       (colour == DOKO_TRUMP || colour == order->colour_of[trick->best]);
}

/* ---- Public information --------------------------------------------------------------------- */

static void note_void(struct doko_actor *actor, int led, int colour, int seat)
{
	if (colour != led) {
		actor->void_[seat] = (uint8_t)(actor->void_[seat] | 1u << led);
	}
}

void doko_actor_look(struct doko_actor *actor, const struct doko_table *table)
{
	const struct doko_order *order = doko_table_order(table);

	actor->table = table;
	actor->gone = 0;
	memset(actor->void_, 0, sizeof actor->void_);
	for (int i = 0; i < table->played; i++) {
		actor->gone = doko_add(actor->gone, table->card[i]);
		note_void(actor, order->colour_of[table->card[i & ~3]],
			order->colour_of[table->card[i]], (table->leader[i / 4] + i) & 3);
	}
}

void doko_actor_see(struct doko_actor *actor, int kind)
{
	const struct doko_table *table = actor->table;
	const struct doko_order *order = doko_table_order(table);

	actor->gone = doko_add(actor->gone, kind);
	if (table->played & 3) {
		note_void(actor, order->colour_of[table->card[table->played & ~3]],
			order->colour_of[kind], table->turn);
	}
}

/* ---- Rows of weights ------------------------------------------------------------------------ */

enum { OWNER_MATE, OWNER_FOE, OWNER_UNKNOWN, OWNERS };
enum { LED_TRUMP, LED_AND_FOLLOWED, LED_AND_VOID, LEDS };
enum { ROLE_RE, ROLE_KONTRA, ROLE_SOLOIST, ROLE_AGAINST_SOLO, ROLE_UNKNOWN };

/* Values that are the same for all cards that the seat may play. */
struct situation {
	struct trick trick;
	float best_side;   /* side() of the seat that has the trick so far */
	float best_chance; /* probability that it keeps the trick */
	int trumps;        /* in the own hand */
	unsigned mates;    /* known partners, as a bit mask */
	bool has_foxes;
	int row[DOKO_ROWS_AT_ONCE];
	float weight[DOKO_FEATURES];
};

static int role_of(const struct doko_actor *mover)
{
	if (doko_is_solo(mover->table->type)) {
		return mover->table->soloist == mover->seat ? ROLE_SOLOIST : ROLE_AGAINST_SOLO;
	}
	if (mover->party == DOKO_TEAM_UNKNOWN) {
		return ROLE_UNKNOWN;
	}
	return mover->party == DOKO_RE ? ROLE_RE : ROLE_KONTRA;
}

static int trick_row(const struct doko_policy *policy, const struct doko_actor *mover,
	const struct situation *at)
{
	int owner = at->best_side >= 1    ? OWNER_MATE
		    : at->best_side <= -1 ? OWNER_FOE
					  : OWNER_UNKNOWN;
	int led = LED_TRUMP;

	if (at->trick.count == 0) {
		return 0;
	}
	if (at->trick.led != DOKO_TRUMP) {
		led = mover->hand & policy->order->colour[at->trick.led] ? LED_AND_FOLLOWED
									 : LED_AND_VOID;
	}
	return 1 + ((at->trick.count - 1) * OWNERS + owner) * LEDS + led;
}

static void find_rows(
	const struct doko_policy *policy, const struct doko_actor *mover, struct situation *at)
{
	int role = role_of(mover), leads = at->trick.count == 0;

	at->row[0] = trick_row(policy, mover, at);
	at->row[1] = DOKO_TRICK_ROWS + (role * 2 + (at->mates != 0)) * 2 + leads;
	at->row[2] = DOKO_TRICK_ROWS + DOKO_PARTY_ROWS + mover->table->tricks * 2 + leads;
	at->row[3] = DOKO_TRICK_ROWS + DOKO_PARTY_ROWS + DOKO_NUMBER_ROWS +
		     (policy->game * 2 + (role == ROLE_SOLOIST)) * 2 + leads;
}

static void add_rows(const struct doko_weights *weights, struct situation *at)
{
	const int16_t *one = weights->row[at->row[0]], *two = weights->row[at->row[1]],
		      *three = weights->row[at->row[2]], *four = weights->row[at->row[3]];

	for (int i = 0; i < DOKO_FEATURES; i++) {
		at->weight[i] =
			(float)(one[i] + two[i] + three[i] + four[i]) * (1.0F / DOKO_WEIGHT_UNIT);
	}
}

static void look_around(
	const struct doko_policy *policy, const struct doko_actor *mover, struct situation *at)
{
	at->trick.count = 0;
	look_at_trick(mover, &at->trick);
	at->best_side = at->best_chance = 0;
	if (at->trick.count) {
		at->best_side = side(mover, at->trick.best_seat);
		at->best_chance = holds(policy, &at->trick, at->trick.best);
	}
	at->trumps = doko_count(mover->hand & policy->order->colour[DOKO_TRUMP]);
	at->mates = 0;
	for (int i = 1; i < DOKO_SEATS; i++) {
		int seat = (mover->seat + i) & 3;

		at->mates |= side(mover, seat) >= 1 ? 1u << seat : 0;
	}
	at->has_foxes = mover->table->type <= DOKO_POVERTY;
	find_rows(policy, mover, at);
	add_rows(policy->weights, at);
}

/* ---- One card ------------------------------------------------------------------------------- */

/* The sum of a card's features; `feature` (may be NULL) receives their values. */
struct sum {
	const float *weight;
	float *feature;
	float worth;
};

static inline void add(struct sum *sum, enum doko_feature feature, float value)
{
	if (sum->feature) {
		sum->feature[feature] = value;
	}
	sum->worth += sum->weight[feature] * value;
}

/* Factors that bring card points and counts into the range of the other features. */
static const float tenth = 0.1F, quarter = 0.25F, eighth = 0.125F, twentieth = 0.05F;

static inline void judge_trick(
	const struct doko_policy *policy, const struct situation *at, int kind, struct sum *sum)
{
	const struct trick *trick = &at->trick;
	float card = (float)doko_card_points[kind];
	float augen = (float)trick->augen + card + 4.0F * (float)trick->behind;
	bool fox = kind == DOKO_FOX && at->has_foxes, wins = takes(policy, trick, kind);
	float chance = wins ? holds(policy, trick, kind) : at->best_chance;
	float own = (wins ? 1 : at->best_side) * (2 * chance - 1);

	augen += fox ? POINT : 0;
	add(sum, FEATURE_OWN_TRICK, own);
	add(sum, FEATURE_OWN_AUGEN, own * augen * tenth);
	add(sum, FEATURE_AUGEN, card * tenth);
	add(sum, FEATURE_COST, policy->cost[kind] * tenth);
	if (wins) {
		add(sum, FEATURE_TAKES, 1);
		add(sum, FEATURE_TAKEN, (float)trick->augen * twentieth);
		add(sum, FEATURE_KEEPS, chance >= 0.99F);
	} else {
		add(sum, FEATURE_GIVEN, at->best_side * card * tenth);
	}
}

static inline void judge_trump(const struct doko_policy *policy, const struct doko_actor *mover,
	const struct situation *at, int kind, struct sum *sum)
{
	const struct doko_table *table = mover->table;
	int rank = kind % DOKO_RANKS;
	int higher = doko_count(at->trick.unseen & policy->higher[kind]);

	add(sum, FEATURE_TRUMP, 1);
	add(sum, FEATURE_TRUMPS, (float)at->trumps * tenth);
	add(sum, FEATURE_HIGHER, (float)higher * tenth);
	add(sum, FEATURE_HIGHEST, higher == 0);
	if (rank == DOKO_JACK) {
		add(sum, FEATURE_JACK, 1);
	} else if (rank == DOKO_QUEEN) {
		add(sum, FEATURE_QUEEN, 1);
	} else if (rank == DOKO_KING || rank == DOKO_TEN) {
		add(sum, FEATURE_FAT, (float)doko_card_points[kind] * tenth);
	}
	if (kind == DOKO_CLUB_QUEEN && table->type == DOKO_NORMAL &&
		!(table->re >> mover->seat & 1)) {
		add(sum, FEATURE_SHOWS_RE, 1);
	}
	if (at->has_foxes && kind == DOKO_FOX) {
		add(sum, FEATURE_FOX, 1);
	}
	if (at->has_foxes && kind == DOKO_CLUB_JACK) {
		add(sum, FEATURE_CHARLIE, 1);
	}
}

static inline void judge_suit(const struct doko_policy *policy, const struct doko_actor *mover,
	const struct situation *at, int kind, struct sum *sum)
{
	int colour = policy->order->colour_of[kind], foes = 0, mates = 0;
	doko_set suit = policy->order->colour[colour];
	int own = doko_count(mover->hand & suit);
	unsigned trumps_it = 1u << colour | 1u << DOKO_TRUMP;

	add(sum, FEATURE_LENGTH, (float)own * quarter);
	add(sum, FEATURE_UNSEEN, (float)doko_count(at->trick.unseen & suit) * eighth);
	add(sum, FEATURE_VOID, own == 1 && at->trumps > 0);
	add(sum, FEATURE_ACE, kind % DOKO_RANKS == DOKO_ACE);
	for (int i = 1; i <= at->trick.behind; i++) {
		int seat = (mover->seat + i) & 3;
		bool trumps = (mover->void_[seat] & trumps_it) == 1u << colour;

		mates += trumps && (at->mates >> seat & 1);
		foes += trumps && !(at->mates >> seat & 1);
	}
	add(sum, FEATURE_FOES_VOID, (float)foes);
	add(sum, FEATURE_MATES_VOID, (float)mates);
}

static inline float judge_card(const struct doko_policy *policy, const struct doko_actor *mover,
	const struct situation *at, int kind, float *feature)
{
	struct sum sum = {.weight = at->weight, .feature = feature};

	judge_trick(policy, at, kind, &sum);
	if (policy->order->colour_of[kind] == DOKO_TRUMP) {
		judge_trump(policy, mover, at, kind, &sum);
	} else {
		judge_suit(policy, mover, at, kind, &sum);
	}
	return sum.worth;
}

/* ---- All cards ------------------------------------------------------------------------------ */

int doko_policy_judge(const struct doko_policy *policy, const struct doko_actor *mover,
	uint8_t kinds[DOKO_KINDS], float worth[DOKO_KINDS])
{
	doko_set legal = doko_legal_cards(mover->table, mover->hand) & DOKO_ONE_EACH;
	struct situation at;
	int count = 0;

	look_around(policy, mover, &at);
	for (; legal; legal &= legal - 1, count++) {
		kinds[count] = (uint8_t)doko_first(legal);
		worth[count] = judge_card(policy, mover, &at, kinds[count], NULL);
	}
	return count;
}

void doko_policy_explain(const struct doko_policy *policy, const struct doko_actor *mover,
	struct doko_judged *judged)
{
	doko_set legal = doko_legal_cards(mover->table, mover->hand) & DOKO_ONE_EACH;
	struct situation at;

	memset(judged, 0, sizeof *judged);
	look_around(policy, mover, &at);
	memcpy(judged->row, at.row, sizeof judged->row);
	for (; legal; legal &= legal - 1, judged->count++) {
		int kind = doko_first(legal);

		judged->kind[judged->count] = (uint8_t)kind;
		judge_card(policy, mover, &at, kind, judged->feature[judged->count]);
	}
}
