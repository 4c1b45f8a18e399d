/* The options of FreeCell and its presets, and the initial table. */
#include "games/freecell/game.h"

static const char *const builds[] = {"alternating", "suit", NULL};
static const struct mk_phrase build_phrases[] = {
	MK_PHRASE("in alternating colours", "i skiftende farve", "rot-schwarz abwechselnd",
		"με εναλλασσόμενο χρώμα"),
	MK_PHRASE("in one suit", "i samme kulør", "in einer Farbe", "στην ίδια φυλή"),
};

const struct mk_option freecell_options[OPTIONS] = {
	[OPTION_DEAL] = {.name = "deal",
		.type = MK_OPTION_COUNT,
		.min = 0,
		.max = INT32_MAX,
		.says_cards = true,
		.description = MK_PHRASE(
			"The number of the deal, as in Microsoft FreeCell; 0: the first snapshot shows the cards.",
			"Kortgivningens nummer som i Microsoft FreeCell; 0: det første billede viser kortene.",
			"Die Nummer des Spiels wie in Microsoft FreeCell; 0: das erste Bild zeigt die Karten.",
			"Ο αριθμός της μοιρασιάς όπως στο Microsoft FreeCell· 0: τα φύλλα φαίνονται στην πρώτη εικόνα.")},
	[OPTION_CELLS] = {.name = "cells",
		.type = MK_OPTION_COUNT,
		.min = 1,
		.max = CELLS,
		.description = MK_PHRASE("How many free cells there are.",
			"Hvor mange frie celler der er.", "Wie viele freie Zellen es gibt.",
			"Πόσα ελεύθερα κελιά υπάρχουν.")},
	[OPTION_BUILD] = {.name = "build",
		.type = MK_OPTION_CHOICE,
		.max = IN_SUIT,
		.choices = builds,
		.choice_phrases = build_phrases,
		.description = MK_PHRASE(
			"Whether columns are built down in alternating colours (alternating) or in one suit (suit).",
			"Om kolonnerne bygges nedad i skiftende farve (alternating) eller i samme kulør (suit).",
			"Ob in den Spalten abwechselnd rot und schwarz (alternating) oder in einer Farbe (suit) abwärts gelegt wird.",
			"Αν οι στήλες χτίζονται προς τα κάτω με εναλλασσόμενο χρώμα (alternating) ή στην ίδια φυλή (suit).")},
};

const struct mk_preset freecell_presets[PRESETS] = {
	{.name = "freecell",
		.rules = {.value = {[OPTION_CELLS] = CELLS, [OPTION_BUILD] = ALTERNATING}},
		.description = MK_PHRASE(
			"FreeCell: four free cells, columns in alternating colours.",
			"FreeCell: fire frie celler, kolonner i skiftende farve.",
			"FreeCell: vier freie Zellen, in den Spalten abwechselnd rot und schwarz.",
			"FreeCell: τέσσερα ελεύθερα κελιά, στήλες με εναλλασσόμενο χρώμα.")},
	{.name = "bakers-game",
		.rules = {.value = {[OPTION_CELLS] = CELLS, [OPTION_BUILD] = IN_SUIT}},
		.description = MK_PHRASE("Baker's game: four free cells, columns in one suit.",
			"Baker's Game: fire frie celler, kolonner i samme kulør.",
			"Baker's Game: vier freie Zellen, in den Spalten nur eine Farbe.",
			"Baker's Game: τέσσερα ελεύθερα κελιά, στήλες στην ίδια φυλή.")},
};

void freecell_init_view(struct mk_view *view, const struct mk_rules *rules)
{
	struct freecell_view *table = (struct freecell_view *)view;

	memset(table, 0, sizeof *table);
	table->cells = (uint8_t)rules->value[OPTION_CELLS];
	table->in_suit = rules->value[OPTION_BUILD] == IN_SUIT;
	if (rules->value[OPTION_DEAL] > 0) {
		freecell_lay_out(table, (uint32_t)rules->value[OPTION_DEAL]);
	}
}

/* ---- Simulated tables ----------------------------------------------------------------------- */

/*
 * Windows numbers a million deals. MAX_IDLE_MOVES: moves in a row without one to a foundation; more
 * than any win needs.
 */
enum { NUMBERED_DEALS = 1000000, MAX_IDLE_MOVES = 100 };

void freecell_deal(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct freecell_view *table = (struct freecell_view *)world;

	freecell_init_view((struct mk_view *)table, rules);
	if (!table->known) {
		freecell_lay_out(table, 1 + mk_rng_below(rng, NUMBERED_DEALS));
	}
}

mk_cards freecell_deck_cards(const struct mk_rules *rules)
{
	(void)rules;
	return MK_WHOLE_DECK;
}

/*
 * Deals row by row, as the numbered deals do. The option `deal` is ignored, since sessions of
 * earlier versions may have both.
 */
void freecell_deal_deck(struct mk_world *world, const struct mk_rules *rules, const mk_card *deck,
	struct mk_rng *rng)
{
	struct freecell_view *table = (struct freecell_view *)world;

	(void)rng;
	freecell_init_view((struct mk_view *)table, rules);
	memset(table->column, 0, sizeof table->column);
	memset(table->count, 0, sizeof table->count);
	for (unsigned i = 0; i < MK_DECK; i++) {
		table->column[i % COLUMNS][table->count[i % COLUMNS]++] = deck[i];
	}
	table->known = 1;
}

/* A simulated player gives up when cards only move back and forth. */
int freecell_seat_to_move(const struct mk_world *world)
{
	bool is_idle = ((const struct freecell_view *)world)->idle >= MAX_IDLE_MOVES;

	return !is_idle && freecell_outcome((const struct mk_view *)world) == MK_PLAYING
		       ? 0
		       : MK_NO_SEAT;
}

void freecell_apply(struct mk_world *world, struct mk_move move)
{
	freecell_play((struct freecell_view *)world, move);
}

/* Negative, so that a game that was given up counts as lost, not as drawn. */
void freecell_payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS])
{
	payoff[0] = freecell_is_won((const struct freecell_view *)world) ? 1 : -1;
}

const char *freecell_check_invariants(const struct mk_world *world)
{
	return freecell_wrong_card((const struct freecell_view *)world)
		       ? "the table is not one deck of cards"
		       : NULL;
}
