/* The options of 10-20-30 and its presets, one row each. */
#include "games/ten_twenty_thirty/rules.h"

const char *const tens_combo_names[COMBOS + 1] = {[T2B1] = "T2B1", [T1B2] = "T1B2", [B3] = "B3"};
static const char *const stuck[] = {"drawn", "lost", NULL};
static const char *const removals[] = {"optional", "mandatory", "forced", NULL};

static const struct mk_phrase combo_phrases[COMBOS] = {
	[T2B1] = MK_PHRASE("the first two and the last (T2B1)", "de to første og det sidste (T2B1)",
		"die ersten beiden und die letzte (T2B1)", "τα δύο πρώτα και το τελευταίο (T2B1)"),
	[T1B2] = MK_PHRASE("the first and the last two (T1B2)", "det første og de to sidste (T1B2)",
		"die erste und die letzten beiden (T1B2)", "το πρώτο και τα δύο τελευταία (T1B2)"),
	[B3] = MK_PHRASE("the last three (B3)", "de tre sidste (B3)", "die letzten drei (B3)",
		"τα τρία τελευταία (B3)"),
};
static const struct mk_phrase stuck_phrases[] = {
	MK_PHRASE("drawn", "uafgjort", "unentschieden", "ισόπαλο"),
	MK_PHRASE("lost", "tabt", "verloren", "χαμένο"),
};
static const struct mk_phrase removal_phrases[] = {
	[OPTIONAL] = MK_PHRASE("they may stay", "de må blive liggende", "sie dürfen liegen bleiben",
		"μπορούν να μείνουν"),
	[MANDATORY] = MK_PHRASE(
		"they must be removed", "de skal væk", "sie müssen weg", "πρέπει να φύγουν"),
	[FORCED] = MK_PHRASE("they are removed in a fixed order", "de går i fast rækkefølge",
		"sie gehen in fester Reihenfolge", "φεύγουν με ορισμένη σειρά"),
};

static const struct mk_option combo = {.name = "combo",
	.type = MK_OPTION_CHOICE,
	.max = B3,
	.choices = tens_combo_names,
	.choice_phrases = combo_phrases};
static const struct mk_option card = {.name = "card", .type = MK_OPTION_CARD};
static const struct mk_list order = {.member = &combo, .first = 0, .unique = true};
static const struct mk_list deck = {
	.member = &card, .first = COMBOS, .unique = true, .empty = "unknown"};

const struct mk_option tens_options[OPTIONS] = {
	[OPTION_REMOVAL] = {.name = "removal",
		.type = MK_OPTION_CHOICE,
		.max = FORCED,
		.choices = removals,
		.choice_phrases = removal_phrases,
		.description = MK_PHRASE(
			"Whether three cards that add up may stay (optional), must be removed (mandatory), or must be removed in a fixed order (forced).",
			"Om tre kort, der passer, må blive liggende (optional), skal væk (mandatory) eller skal væk i fast rækkefølge (forced).",
			"Ob drei passende Karten liegen bleiben dürfen (optional), weg müssen (mandatory) oder in fester Reihenfolge weg müssen (forced).",
			"Αν τρία φύλλα που ταιριάζουν μπορούν να μείνουν (optional), πρέπει να φύγουν (mandatory) ή φεύγουν με ορισμένη σειρά (forced).")},
	[OPTION_ORDER] = {.name = "order",
		.type = MK_OPTION_LIST,
		.min = COMBOS,
		.max = COMBOS,
		.list = &order,
		.description = MK_PHRASE(
			"Which three are removed first if removal is forced: T are cards at the top of a column, B at its bottom.",
			"Hvilke tre der går først, når rækkefølgen er fast: T er kort øverst i kolonnen, B nederst.",
			"Welche drei zuerst gehen, wenn die Reihenfolge fest ist: T sind Karten oben in der Spalte, B unten.",
			"Ποια τρία φεύγουν πρώτα όταν η σειρά είναι ορισμένη: T είναι φύλλα στην κορυφή της στήλης, B στο τέλος της.")},
	[OPTION_DECK] = {.name = "deck",
		.type = MK_OPTION_LIST,
		.min = MK_DECK,
		.max = MK_DECK,
		.list = &deck,
		.says_cards = true,
		.description = MK_PHRASE("The 52 cards in the order of dealing, if known.",
			"De 52 kort i den rækkefølge, de gives, hvis den er kendt.",
			"Die 52 Karten in der Reihenfolge des Gebens, wenn sie bekannt ist.",
			"Τα 52 φύλλα με τη σειρά που μοιράζονται, αν είναι γνωστή.")},
	[OPTION_LATE] = {.name = "late_removal",
		.type = MK_OPTION_BOOL,
		.max = 1,
		.description = MK_PHRASE(
			"Whether three cards may be taken from any column at any time, and not only from the one that was dealt to last.",
			"Om man når som helst må tage tre kort fra enhver kolonne og ikke kun fra den, der sidst fik et kort.",
			"Ob jederzeit drei Karten aus jeder Spalte genommen werden dürfen und nicht nur aus der, die zuletzt eine bekam.",
			"Αν επιτρέπεται να πάρει κανείς τρία φύλλα από οποιαδήποτε στήλη οποτεδήποτε, και όχι μόνο από την τελευταία που πήρε φύλλο.")},
	[OPTION_STUCK] = {.name = "stuck",
		.type = MK_OPTION_CHOICE,
		.max = 1,
		.choices = stuck,
		.choice_phrases = stuck_phrases,
		.description = MK_PHRASE(
			"Whether a game that goes round in circles is drawn or lost.",
			"Om et spil, der går i ring, er uafgjort (drawn) eller tabt (lost).",
			"Ob ein Spiel, das sich im Kreis dreht, unentschieden (drawn) oder verloren (lost) ist.",
			"Αν ένα παιχνίδι που κάνει κύκλους λήγει ισόπαλο (drawn) ή χαμένο (lost).")},
};

#define CLASSIC_ORDER [OPTION_ORDER] = COMBOS

const struct mk_preset tens_presets[PRESETS] = {
	{.name = "patience",
		.rules = {.value = {[OPTION_REMOVAL] = OPTIONAL,
				  CLASSIC_ORDER,
				  [OPTION_LATE] = 1,
				  [OPTION_STUCK] = 1},
			.list_values = {T2B1, T1B2, B3}},
		.description = MK_PHRASE("Removing cards is optional.",
			"Som ved bordet: du må lade kortene ligge.",
			"Wie am Tisch: Du darfst Karten liegen lassen.",
			"Όπως στο τραπέζι: μπορείς να αφήσεις τα φύλλα στη θέση τους.")},
	{.name = "forced",
		.rules = {.value = {[OPTION_REMOVAL] = FORCED, CLASSIC_ORDER},
			.list_values = {T2B1, T1B2, B3}},
		.description = MK_PHRASE(
			"As in the programming contest: removal is forced, the outcome follows from the deal.",
			"Programmeringskonkurrencens form: intet at vælge, kun at se, hvordan det ender.",
			"Die Form des Programmierwettbewerbs: nichts zu wählen, nur zu sehen, wie es ausgeht.",
			"Η μορφή του διαγωνισμού προγραμματισμού: καμία επιλογή, μόνο να δεις πώς τελειώνει.")},
};

static const struct mk_phrase three_combos =
	MK_PHRASE("The order names the three combinations, each once.",
		"Rækkefølgen nævner de tre kombinationer, hver én gang.",
		"Die Reihenfolge nennt die drei Kombinationen, jede einmal.",
		"Η σειρά αναφέρει τους τρεις συνδυασμούς, τον καθένα μία φορά.");
static const struct mk_phrase forced_is_at_once =
	MK_PHRASE("With forced removal nothing can be removed later.",
		"Når kortene skal fjernes med det samme, kan intet fjernes senere.",
		"Muss sofort weggenommen werden, kann nichts später weg.",
		"Όταν η αφαίρεση είναι υποχρεωτική, τίποτε δεν αφαιρείται αργότερα.");

enum mk_status tens_check_rules(const struct mk_rules *rules, struct mk_error *error)
{
	if (rules->value[OPTION_ORDER] == 0) {
		return mk_fail_localized(error, MK_IMPOSSIBLE, "invalid_length", "/rules/order",
			&three_combos, NULL, 0);
	}
	if (rules->value[OPTION_REMOVAL] == FORCED && rules->value[OPTION_LATE]) {
		return mk_fail_localized(error, MK_IMPOSSIBLE, "excluded", "/rules/late_removal",
			&forced_is_at_once, NULL, 0);
	}
	return MK_OK;
}

void tens_init_view(struct mk_view *opaque, const struct mk_rules *rules)
{
	struct tens_view *view = (struct tens_view *)opaque;
	uint8_t cards[MK_DECK] = {0};

	memset(view, 0, sizeof *view);
	view->unknown = rules->value[OPTION_DECK] ? 0 : MK_DECK;
	for (int i = 0; i < rules->value[OPTION_DECK]; i++) {
		cards[i] = (uint8_t)rules->list_values[deck.first + (unsigned)i];
	}
	core_init(&view->core, cards);
	view->last = NO_COLUMN;
	view->removal = (uint8_t)rules->value[OPTION_REMOVAL];
	view->late = rules->value[OPTION_LATE] != 0;
	view->stuck_loses = rules->value[OPTION_STUCK] != 0;
	for (int i = 0; i < COMBOS; i++) {
		view->order[i] = (uint8_t)rules->list_values[order.first + (unsigned)i];
	}
}
