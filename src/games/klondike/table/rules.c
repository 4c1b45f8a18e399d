/* The options of Klondike and its presets, one row each. */
#include "games/klondike/table/rules.h"

enum { SHUFFLED, KEPT };
enum { TURNED_UP, CLEARED };
enum { MOST_SHUFFLES = 99, MOST_COLUMN_MOVES = 99 };

static const int32_t one_or_three[] = {1, 3, -1};
static const char *const orders[] = {"shuffled", "kept", NULL};
static const char *const goals[] = {"turned_up", "cleared", NULL};

const struct mk_option klondike_options[OPTIONS] = {
	[OPTION_DRAW] = {.name = "draw",
		.type = MK_OPTION_COUNT,
		.least = 1,
		.most = 3,
		.allowed = one_or_three,
		.about = MK_PHRASE("How many cards are turned up from the draw pile at a time.",
			"Hvor mange kort der vendes fra trækbunken ad gangen.",
			"Wie viele Karten auf einmal vom Ziehstapel aufgedeckt werden.",
			"Πόσα φύλλα ανοίγονται κάθε φορά από την τράπουλα.")},
	[OPTION_SHUFFLES] = {.name = "shuffles",
		.type = MK_OPTION_COUNT,
		.least = 0,
		.most = MOST_SHUFFLES,
		.unlimited = true,
		.about = MK_PHRASE("How often the draw pile may start again.",
			"Hvor mange gange trækbunken må begynde forfra.",
			"Wie oft der Ziehstapel von vorn beginnen darf.",
			"Πόσες φορές μπορεί να ξαναρχίσει η τράπουλα.")},
	[OPTION_SHUFFLE_ORDER] = {.name = "shuffle_order",
		.type = MK_OPTION_CHOICE,
		.most = KEPT,
		.choices = orders,
		.about = MK_PHRASE(
			"Whether the draw pile is mixed when it starts again, or turned over in the same order.",
			"Om trækbunken blandes, når den begynder forfra, eller vendes i samme rækkefølge.",
			"Ob der Ziehstapel beim Neubeginn gemischt oder in gleicher Reihenfolge umgedreht wird.",
			"Αν η τράπουλα ανακατεύεται όταν ξαναρχίζει ή γυρίζεται με την ίδια σειρά.")},
	[OPTION_FOUNDATION_RETURN] = {.name = "foundation_return",
		.type = MK_OPTION_BOOL,
		.most = 1,
		.about = MK_PHRASE("Whether a card may come back from a foundation to a column.",
			"Om et kort må tages tilbage fra en byggebunke til en søjle.",
			"Ob eine Karte von einem Ablagestapel in eine Spalte zurückkehren darf.",
			"Αν ένα φύλλο μπορεί να επιστρέψει από μια βάση σε μια στήλη.")},
	[OPTION_GOAL] = {.name = "goal",
		.type = MK_OPTION_CHOICE,
		.most = CLEARED,
		.choices = goals,
		.about = MK_PHRASE(
			"What wins: every card of the columns turned up, or all 52 on the foundations.",
			"Hvad der vinder: at alle kort i søjlerne er vendt, eller at alle 52 ligger i byggebunkerne.",
			"Womit gewonnen ist: alle Karten der Spalten aufgedeckt, oder alle 52 auf den Ablagestapeln.",
			"Τι κερδίζει: όλα τα φύλλα των στηλών ανοιχτά, ή και τα 52 στις βάσεις.")},
	[OPTION_STOCK_KNOWN] = {.name = "stock_known",
		.type = MK_OPTION_BOOL,
		.most = 1,
		.about = MK_PHRASE(
			"Whether the order of the draw pile is told before the game begins.",
			"Om trækbunkens rækkefølge oplyses, før spillet begynder.",
			"Ob die Reihenfolge des Ziehstapels vor Spielbeginn bekannt ist.",
			"Αν η σειρά της τράπουλας είναι γνωστή πριν αρχίσει το παιχνίδι.")},
	[OPTION_FIRST_CARD_UP] = {.name = "first_card_up",
		.type = MK_OPTION_BOOL,
		.most = 1,
		.about = MK_PHRASE(
			"Whether the draw pile has been turned up once when the game begins.",
			"Om der allerede er vendt fra trækbunken, når spillet begynder.",
			"Ob bei Spielbeginn schon einmal vom Ziehstapel aufgedeckt ist.",
			"Αν η τράπουλα έχει ήδη ανοιχτεί μία φορά όταν αρχίζει το παιχνίδι.")},
	[OPTION_MAX_COLUMN_TO_COLUMN] = {.name = "max_column_to_column",
		.type = MK_OPTION_COUNT,
		.least = 0,
		.most = MOST_COLUMN_MOVES,
		.about = MK_PHRASE(
			"After how many column moves in a row the classic strategy tries something else.",
			"Efter hvor mange søjleflytninger i træk den klassiske strategi prøver noget andet.",
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
		.about = MK_PHRASE(
			"As in Denmark: one card at a time, the draw pile is mixed three times at most, won when every card is turned up.",
			"Som herhjemme: ét kort ad gangen, trækbunken blandes højst tre gange, vundet når alle kort er vendt.",
			"Wie in Dänemark: eine Karte auf einmal, der Ziehstapel wird höchstens dreimal gemischt, gewonnen, wenn alle Karten aufgedeckt sind.",
			"Όπως στη Δανία: ένα φύλλο τη φορά, η τράπουλα ανακατεύεται έως τρεις φορές, νίκη όταν ανοίξουν όλα τα φύλλα.")},
	{.name = "klondike-1",
		.rules = {{
			[OPTION_DRAW] = 1,
			[OPTION_SHUFFLES] = MK_UNLIMITED,
			[OPTION_SHUFFLE_ORDER] = KEPT,
			[OPTION_FOUNDATION_RETURN] = 1,
			[OPTION_GOAL] = CLEARED,
			[OPTION_MAX_COLUMN_TO_COLUMN] = 2,
		}},
		.about = MK_PHRASE(
			"As on most computers: one card at a time, the draw pile starts again as often as you like, all cards go to the foundations.",
			"Som på de fleste computere: ét kort ad gangen, trækbunken vendes så tit man vil, alle kort skal i byggebunkerne.",
			"Wie auf den meisten Computern: eine Karte auf einmal, der Ziehstapel beginnt beliebig oft von vorn, alle Karten müssen auf die Ablagestapel.",
			"Όπως στους περισσότερους υπολογιστές: ένα φύλλο τη φορά, η τράπουλα ξαναρχίζει όσες φορές θέλετε, όλα τα φύλλα πάνε στις βάσεις.")},
	{.name = "klondike-3",
		.rules = {{
			[OPTION_DRAW] = 3,
			[OPTION_SHUFFLES] = MK_UNLIMITED,
			[OPTION_SHUFFLE_ORDER] = KEPT,
			[OPTION_FOUNDATION_RETURN] = 1,
			[OPTION_GOAL] = CLEARED,
			[OPTION_MAX_COLUMN_TO_COLUMN] = 2,
		}},
		.about = MK_PHRASE(
			"The hard one: three cards at a time, the draw pile starts again as often as you like, all cards go to the foundations.",
			"Den svære: tre kort ad gangen, trækbunken vendes så tit man vil, alle kort skal i byggebunkerne.",
			"Die schwere: drei Karten auf einmal, der Ziehstapel beginnt beliebig oft von vorn, alle Karten müssen auf die Ablagestapel.",
			"Η δύσκολη: τρία φύλλα τη φορά, η τράπουλα ξαναρχίζει όσες φορές θέλετε, όλα τα φύλλα πάνε στις βάσεις.")},
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
 * No options of Klondike exclude each other. Even a stock that is known and then really mixed is a
 * game that can be played: what was known of its order is forgotten at the first shuffle.
 */
enum mk_status klondike_check_rules(const struct mk_rules *rules, struct mk_error *error)
{
	(void)rules;
	(void)error;
	return MK_OK;
}
