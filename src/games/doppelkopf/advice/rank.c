/* The list of moves that strategies fill in. */
#include "games/doppelkopf/advice/rank.h"

#include <math.h>
#include <string.h>

void doko_rank_nothing(const struct doko_view *view, struct mk_advice *advice)
{
	struct mk_move moves[MK_MAX_MOVES];

	memset(advice, 0, sizeof *advice);
	advice->value = advice->low = advice->high = NAN;
	advice->suggestion = -1;
	advice->final = true;
	advice->count = doko_view_moves((const struct mk_view *)view, moves);
	for (size_t i = 0; i < advice->count; i++) {
		struct mk_ranked_move *ranked = &advice->moves[i];

		ranked->move = moves[i];
		ranked->value = ranked->low = ranked->high = NAN;
		for (int odds = 0; odds < MK_MAX_ODDS; odds++) {
			ranked->odds[odds] = NAN;
		}
		ranked->line_length = 1;
		ranked->line[0] = moves[i];
		if (view->table.turn == view->seat) {
			ranked->reasons = doko_reasons_for(view, moves[i]);
		}
	}
}

static bool is_before(const struct mk_ranked_move *one, const struct mk_ranked_move *other)
{
	if (isnan(other->value)) {
		return !isnan(one->value);
	}
	return one->value > other->value;
}

void doko_rank_sort(struct mk_advice *advice)
{
	struct mk_move suggested;
	bool suggests = advice->suggestion >= 0;

	if (suggests) {
		suggested = advice->moves[advice->suggestion].move;
	}
	for (size_t i = 1; i < advice->count; i++) {
		struct mk_ranked_move held = advice->moves[i];
		size_t to = i;

		for (; to > 0 && is_before(&held, &advice->moves[to - 1]); to--) {
			advice->moves[to] = advice->moves[to - 1];
		}
		advice->moves[to] = held;
	}
	if (suggests) {
		doko_rank_suggest(advice, suggested);
	}
}

static void move_to_front(struct mk_advice *advice, size_t place)
{
	struct mk_ranked_move held = advice->moves[place];

	memmove(advice->moves + 1, advice->moves, place * sizeof held);
	advice->moves[0] = held;
}

void doko_rank_suggest(struct mk_advice *advice, struct mk_move move)
{
	size_t place = 0;

	while (place < advice->count &&
		memcmp(&advice->moves[place].move, &move, sizeof move) != 0) {
		place++;
	}
	if (place < advice->count) {
		move_to_front(advice, place);
		advice->suggestion = 0;
		advice->value = advice->moves[0].value;
		advice->low = advice->moves[0].low;
		advice->high = advice->moves[0].high;
	}
}

bool doko_has_choice(const struct doko_view *view, const struct mk_advice *advice)
{
	return view->table.turn == view->seat && advice->count > 1;
}

static uint64_t mix(uint64_t state, uint64_t more)
{
	state = (state ^ more) * 0x9e3779b97f4a7c15;
	return state ^ state >> 29;
}

uint64_t doko_digest(const struct doko_view *view)
{
	uint64_t digest = mix(view->hand, view->events);

	for (int i = 0; i < view->table.played; i++) {
		digest = mix(digest, view->table.card[i]);
	}
	return mix(digest, (uint64_t)view->table.type << 8 | view->table.turn);
}

/* ---- The strategies ------------------------------------------------------------------------- */

const struct mk_strategy doko_strategies[DOKO_STRATEGIES] = {
	{.name = "search",
		.description = MK_PHRASE(
			"Deals the hidden cards as they may lie, plays every choice out and takes what brings most points.",
			"Fordeler de skjulte kort, som de kan ligge, spiller hvert valg igennem og tager det, der giver flest point.",
			"Verteilt die verdeckten Karten, wie sie liegen können, spielt jede Möglichkeit durch und nimmt, was am meisten bringt.",
			"Μοιράζει τα κρυφά φύλλα όπως μπορεί να είναι, παίζει κάθε επιλογή ως το τέλος και κρατά ό,τι φέρνει περισσότερους πόντους."),
		.has_search = true,
		.evaluate = doko_search_rank,
		.choose_move = doko_search_pick,
		.search = doko_search_think},
	{.name = "uniform",
		.description = MK_PHRASE(
			"As search, but takes all possible deals as equally likely, whatever was played.",
			"Som search, men regner alle mulige fordelinger for lige sandsynlige, uanset hvad der er spillet.",
			"Wie search, hält aber alle möglichen Verteilungen für gleich wahrscheinlich, was auch gespielt wurde.",
			"Όπως το search, αλλά θεωρεί όλες τις δυνατές μοιρασιές εξίσου πιθανές, ό,τι κι αν παίχτηκε."),
		.has_search = true,
		.evaluate = doko_uniform_rank,
		.choose_move = doko_uniform_pick,
		.search = doko_uniform_think},
	{.name = "tree",
		.description = MK_PHRASE(
			"Looks three tricks ahead, all lines being equally likely.",
			"Ser tre stik frem, alle forløb lige sandsynlige.",
			"Sieht drei Stiche voraus, alle Verläufe gleich wahrscheinlich.",
			"Κοιτά τρεις μπάζες μπροστά, με όλες τις εξελίξεις εξίσου πιθανές."),
		.evaluate = doko_tree_rank,
		.choose_move = doko_tree_pick},
	{.name = "tricks",
		.description = MK_PHRASE(
			"Weighs the card points that a card wins or loses in this trick.",
			"Vejer de øjne, som et kort vinder eller taber i dette stik.",
			"Wägt ab, wie viele Augen eine Karte in diesem Stich gewinnt oder verliert.",
			"Ζυγίζει τους πόντους που ένα φύλλο κερδίζει ή χάνει σε αυτή την μπάζα."),
		.evaluate = doko_tricks_rank,
		.choose_move = doko_tricks_pick},
	{.name = "random",
		.description = MK_PHRASE(
			"Any card that is allowed; now and then a solo or an announcement.",
			"Et hvilket som helst tilladt kort; nu og da en solo eller en melding.",
			"Irgendeine erlaubte Karte; ab und zu ein Solo oder eine Ansage.",
			"Όποιο φύλλο επιτρέπεται· πότε πότε ένα σόλο ή μια δήλωση."),
		.evaluate = doko_random_rank,
		.choose_move = doko_random_pick},
};
