/* The options of FreeCell and its presets, and the table that they begin with. */
#include "games/freecell/game.h"

static const char *const builds[] = {"alternating", "suit", NULL};

const struct mk_option freecell_options[OPTIONS] = {
	[OPTION_DEAL] = {.name = "deal",
		.type = MK_OPTION_COUNT,
		.min = 0,
		.max = INT32_MAX,
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
		.description = MK_PHRASE(
			"Whether columns are built down in alternating colours (alternating) or in one suit (suit).",
			"Om søjlerne bygges nedad i skiftende farve (alternating) eller i samme kulør (suit).",
			"Ob in den Spalten abwechselnd rot und schwarz (alternating) oder in einer Farbe (suit) abwärts gelegt wird.",
			"Αν οι στήλες χτίζονται προς τα κάτω με εναλλασσόμενο χρώμα (alternating) ή στην ίδια φυλή (suit).")},
};

const struct mk_preset freecell_presets[PRESETS] = {
	{.name = "freecell",
		.rules = {.value = {[OPTION_CELLS] = CELLS, [OPTION_BUILD] = ALTERNATING}},
		.description = MK_PHRASE(
			"FreeCell: four free cells, columns in alternating colours.",
			"FreeCell: fire frie celler, søjler i skiftende farve.",
			"FreeCell: vier freie Zellen, in den Spalten abwechselnd Rot und Schwarz.",
			"FreeCell: τέσσερα ελεύθερα κελιά, στήλες με εναλλασσόμενο χρώμα.")},
	{.name = "bakers-game",
		.rules = {.value = {[OPTION_CELLS] = CELLS, [OPTION_BUILD] = IN_SUIT}},
		.description = MK_PHRASE("Baker's game: four free cells, columns in one suit.",
			"Baker's Game: fire frie celler, søjler i samme kulør.",
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

/* Windows numbers a million deals. Moves without a card that goes up: more than any win takes. */
enum { NUMBERED_DEALS = 1000000, MAX_IDLE_MOVES = 100 };

void freecell_deal(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct freecell_view *table = (struct freecell_view *)world;

	memset(world, 0, sizeof(struct freecell_world));
	freecell_init_view((struct mk_view *)table, rules);
	if (!table->known) {
		freecell_lay_out(table, 1 + mk_rng_below(rng, NUMBERED_DEALS));
	}
}

/* A simulated player gives up when cards only go to and fro. */
int freecell_seat_to_move(const struct mk_world *world)
{
	bool is_idle = ((const struct freecell_world *)world)->idle >= MAX_IDLE_MOVES;

	return !is_idle && freecell_outcome((const struct mk_view *)world) == MK_PLAYING
		       ? 0
		       : MK_NO_SEAT;
}

size_t freecell_world_moves(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES])
{
	return freecell_moves((const struct mk_view *)world, moves);
}

void freecell_apply(struct mk_world *world, struct mk_move move)
{
	struct freecell_world *table = (struct freecell_world *)world;

	table->idle = move.kind == TO_FOUNDATION ? 0 : table->idle + 1;
	freecell_play(&table->table, move);
}

/* Below 0, so that a game that was given up is lost, not drawn. */
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

const struct mk_view *freecell_view_of_seat(
	const struct mk_world *world, int seat, struct mk_view *view)
{
	(void)seat;
	(void)view;
	return (const struct mk_view *)world;
}

void freecell_observe(const struct mk_world *world, int seat, struct mk_snapshot *snapshot)
{
	(void)seat;
	memcpy(snapshot, world, sizeof(struct freecell_view));
}

bool freecell_sample_world(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world)
{
	(void)rng;
	if (!freecell_of(view)->known) {
		return false;
	}
	*(struct freecell_world *)world = (struct freecell_world){.table = *freecell_of(view)};
	return true;
}
