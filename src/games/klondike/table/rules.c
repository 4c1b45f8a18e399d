/* The options of Klondike and its presets, one row each. */
#include "games/klondike/table/rules.h"

enum { SHUFFLED, KEPT };
enum { TURNED_UP, CLEARED };
enum { MAX_SHUFFLES = 99, MAX_COLUMN_MOVES = 99 };

static const int32_t one_or_three[] = {1, 3, -1};
static const char *const orders[] = {"shuffled", "kept", NULL};
static const char *const goals[] = {"turned_up", "cleared", NULL};
static const struct mk_phrase order_phrases[] = {
	[SHUFFLED] = MK_PHRASE("shuffled", "den blandes", "er wird gemischt", "ανακατεύεται"),
	[KEPT] = MK_PHRASE("turned over in the same order", "den vendes kun",
		"er wird nur umgedreht", "απλώς γυρίζει"),
};
static const struct mk_phrase goal_phrases[] = {
	[TURNED_UP] = MK_PHRASE("all column cards face up", "alle kort i kolonnerne er vendt",
		"alle Karten der Spalten sind aufgedeckt", "όλα τα φύλλα των στηλών ανοιχτά"),
	[CLEARED] = MK_PHRASE("all 52 cards on the foundations", "alle 52 ligger i grundbunkerne",
		"alle 52 liegen auf den Ablagestapeln", "και τα 52 στις βάσεις"),
};

const struct mk_option klondike_options[OPTIONS] = {
	[OPTION_DRAW] = {.name = "draw",
		.type = MK_OPTION_COUNT,
		.min = 1,
		.max = 3,
		.allowed = one_or_three,
		.description = MK_PHRASE("How many cards are turned over from the stock at a time.",
			"Hvor mange kort der vendes fra trækbunken ad gangen.",
			"Wie viele Karten auf einmal vom Ziehstapel aufgedeckt werden.",
			"Πόσα φύλλα ανοίγονται κάθε φορά από τη στοίβα.")},
	[OPTION_SHUFFLES] = {.name = "shuffles",
		.type = MK_OPTION_COUNT,
		.min = 0,
		.max = MAX_SHUFFLES,
		.unlimited = true,
		.description = MK_PHRASE("How many redeals are allowed.",
			"Hvor mange gange trækbunken må begynde forfra.",
			"Wie oft der Ziehstapel von vorn beginnen darf.",
			"Πόσες φορές μπορεί να ξαναρχίσει η στοίβα.")},
	[OPTION_SHUFFLE_ORDER] = {.name = "shuffle_order",
		.type = MK_OPTION_CHOICE,
		.max = KEPT,
		.choices = orders,
		.choice_phrases = order_phrases,
		.description = MK_PHRASE(
			"Whether the waste is shuffled at a redeal or turned over in the same order.",
			"Om trækbunken blandes, når den begynder forfra, eller vendes i samme rækkefølge.",
			"Ob der Ziehstapel beim Neubeginn gemischt oder in gleicher Reihenfolge umgedreht wird.",
			"Αν η στοίβα ανακατεύεται όταν ξαναρχίζει ή γυρίζεται με την ίδια σειρά.")},
	[OPTION_FOUNDATION_RETURN] = {.name = "foundation_return",
		.type = MK_OPTION_BOOL,
		.max = 1,
		.description = MK_PHRASE("Whether a card may return from a foundation to a column.",
			"Om et kort må tages tilbage fra en grundbunke til en kolonne.",
			"Ob eine Karte von einem Ablagestapel in eine Spalte zurückkehren darf.",
			"Αν ένα φύλλο μπορεί να επιστρέψει από μια βάση σε μια στήλη.")},
	[OPTION_GOAL] = {.name = "goal",
		.type = MK_OPTION_CHOICE,
		.max = CLEARED,
		.choices = goals,
		.choice_phrases = goal_phrases,
		.description = MK_PHRASE(
			"What wins: all column cards face up, or all 52 cards on the foundations.",
			"Hvornår du har vundet: når alle kort i kolonnerne er vendt, eller når alle 52 ligger i grundbunkerne.",
			"Womit gewonnen ist: alle Karten der Spalten aufgedeckt, oder alle 52 auf den Ablagestapeln.",
			"Τι κερδίζει: όλα τα φύλλα των στηλών ανοιχτά, ή και τα 52 στις βάσεις.")},
	[OPTION_STOCK_KNOWN] = {.name = "stock_known",
		.type = MK_OPTION_BOOL,
		.max = 1,
		.description =
			MK_PHRASE("Whether the order of the stock is known before the game begins.",
				"Om trækbunkens rækkefølge oplyses, før spillet begynder.",
				"Ob die Reihenfolge des Ziehstapels vor Spielbeginn bekannt ist.",
				"Αν η σειρά της στοίβας είναι γνωστή πριν αρχίσει το παιχνίδι.")},
	[OPTION_FIRST_CARD_UP] = {.name = "first_card_up",
		.type = MK_OPTION_BOOL,
		.max = 1,
		.description = MK_PHRASE(
			"Whether the first stock cards are already turned over when the game begins.",
			"Om der allerede er vendt fra trækbunken, når spillet begynder.",
			"Ob bei Spielbeginn schon einmal vom Ziehstapel aufgedeckt ist.",
			"Αν η στοίβα έχει ήδη ανοιχτεί μία φορά όταν αρχίζει το παιχνίδι.")},
	[OPTION_MAX_COLUMN_TO_COLUMN] = {.name = "max_column_to_column",
		.type = MK_OPTION_COUNT,
		.min = 0,
		.max = MAX_COLUMN_MOVES,
		.description = MK_PHRASE(
			"After how many consecutive column moves the classic strategy tries another move.",
			"Efter hvor mange flytninger mellem kolonner i træk den klassiske strategi prøver noget andet.",
			"Nach wie vielen Spaltenzügen in Folge die klassische Strategie etwas anderes versucht.",
			"Μετά από πόσες συνεχόμενες κινήσεις μεταξύ στηλών η κλασική στρατηγική δοκιμάζει κάτι άλλο.")},
};

const struct mk_preset klondike_presets[PRESETS] = {
	{.name = "syvkabale",
		.rules = {{
			[OPTION_DRAW] = 1,
			[OPTION_SHUFFLES] = 3,
			[OPTION_SHUFFLE_ORDER] = SHUFFLED,
			[OPTION_GOAL] = TURNED_UP,
			[OPTION_FIRST_CARD_UP] = 1,
			[OPTION_MAX_COLUMN_TO_COLUMN] = 2,
		}},
		.description = MK_PHRASE(
			"Danish rules: one card at a time; the waste is shuffled at most three times; the game is won when every card is face up.",
			"Danske regler: ét kort ad gangen, trækbunken blandes højst tre gange, vundet, når alle kort er vendt.",
			"Dänische Regeln: jeweils eine Karte, der Ziehstapel wird höchstens dreimal gemischt, gewonnen, wenn alle Karten aufgedeckt sind.",
			"Δανέζικοι κανόνες: ένα φύλλο τη φορά, η στοίβα ανακατεύεται έως τρεις φορές, νίκη όταν ανοίξουν όλα τα φύλλα.")},
	{.name = "klondike-1",
		.rules = {{
			[OPTION_DRAW] = 1,
			[OPTION_SHUFFLES] = MK_UNLIMITED,
			[OPTION_SHUFFLE_ORDER] = KEPT,
			[OPTION_FOUNDATION_RETURN] = 1,
			[OPTION_GOAL] = CLEARED,
			[OPTION_MAX_COLUMN_TO_COLUMN] = 2,
		}},
		.description = MK_PHRASE(
			"As on most computers: one card at a time, unlimited redeals, all cards go to the foundations.",
			"Som på de fleste computere: ét kort ad gangen, trækbunken vendes så tit man vil, alle kort skal i grundbunkerne.",
			"Wie auf den meisten Computern: jeweils eine Karte, der Ziehstapel beginnt beliebig oft von vorn, alle Karten müssen auf die Ablagestapel.",
			"Όπως στους περισσότερους υπολογιστές: ένα φύλλο τη φορά, η στοίβα ξαναρχίζει όσες φορές θέλεις, όλα τα φύλλα πάνε στις βάσεις.")},
	{.name = "klondike-3",
		.rules = {{
			[OPTION_DRAW] = 3,
			[OPTION_SHUFFLES] = MK_UNLIMITED,
			[OPTION_SHUFFLE_ORDER] = KEPT,
			[OPTION_FOUNDATION_RETURN] = 1,
			[OPTION_GOAL] = CLEARED,
			[OPTION_MAX_COLUMN_TO_COLUMN] = 2,
		}},
		.description = MK_PHRASE(
			"The hard variant: three cards at a time, unlimited redeals, all cards go to the foundations.",
			"Den svære variant: tre kort ad gangen, trækbunken vendes så tit man vil, alle kort skal i grundbunkerne.",
			"Die schwere Variante: jeweils drei Karten, der Ziehstapel beginnt beliebig oft von vorn, alle Karten müssen auf die Ablagestapel.",
			"Η δύσκολη παραλλαγή: τρία φύλλα τη φορά, η στοίβα ξαναρχίζει όσες φορές θέλεις, όλα τα φύλλα πάνε στις βάσεις.")},
};

void klondike_rules_unpack(const struct mk_rules *rules, struct klondike_rules *unpacked)
{
	const int32_t *value = rules->value;

	memset(unpacked, 0, sizeof(*unpacked));
	unpacked->draw = (uint8_t)value[OPTION_DRAW];
	unpacked->shuffles = (int16_t)value[OPTION_SHUFFLES];
	unpacked->kept = value[OPTION_SHUFFLE_ORDER] == KEPT;
	unpacked->foundation_return = value[OPTION_FOUNDATION_RETURN] != 0;
	unpacked->cleared = value[OPTION_GOAL] == CLEARED;
	unpacked->stock_known = value[OPTION_STOCK_KNOWN] != 0;
	unpacked->first_card_up = value[OPTION_FIRST_CARD_UP] != 0;
	unpacked->max_column_to_column = (uint8_t)value[OPTION_MAX_COLUMN_TO_COLUMN];
}

/*
 * No options of Klondike exclude each other. Even a known stock that is really mixed can be played:
 * the known order is forgotten at the first redeal.
 */
enum mk_status klondike_check_rules(const struct mk_rules *rules, struct mk_error *error)
{
	(void)rules;
	(void)error;
	return MK_OK;
}
