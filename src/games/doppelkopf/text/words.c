/* The message for the player, and the reasons for moves. */
#include "games/doppelkopf/advice/rank.h"
#include "games/doppelkopf/knowledge/refusal.h"
#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/text/notation.h"

#include <math.h>

const char *const doko_reasons[REASONS + 1] = {
	[REASON_ONLY_MOVE] = "only_move",
	[REASON_WINS_TRICK] = "wins_trick",
	[REASON_TO_PARTNER] = "to_partner",
	[REASON_CHEAP] = "cheap",
	[REASON_TRUMPS_IN] = "cannot_be_trumped",
	[REASON_LAST_CHANCE] = "last_chance",
	[REASON_STRONG_HAND] = "strong_hand",
	[REASON_TRUMPS] = "trumps",
	[REASON_RICH_TRICK] = "rich_trick",
	[REASON_FRESH_ACE] = "fresh_ace",
	[REASON_GETS_VOID] = "gets_void",
	[REASON_HAS_TRUMPS] = "has_trumps",
	[REASON_FOX_HOME] = "fox_home",
	[REASON_CATCHES_FOX] = "catches_fox",
	[REASON_REPLY] = "reply",
	[REASON_MANY_TRUMPS] = "many_trumps",
	[REASON_TOP_TRUMPS] = "top_trumps",
	[REASON_SIDE_ACES] = "side_aces",
	[REASON_FEW_TRUMPS] = "few_trumps",
	[REASON_NO_SOLO] = "no_solo",
	[REASON_ALONE] = "alone",
	[REASON_POOR] = "poor",
	[REASON_BAD_HAND] = "invalid_hand",
	[REASON_KEEPS_TRUMPS] = "keeps_trumps",
};

const char *const doko_odds[DOKO_ODDS + 1] = {
	[ODDS_WIN] = "win",
	[ODDS_BELOW_90] = "below_90",
	[ODDS_BELOW_60] = "below_60",
	[ODDS_BELOW_30] = "below_30",
};

const char *const doko_suppressions[] = {[HELD_CAN_WAIT] = "can_wait", NULL};

static const struct mk_phrase reasons[REASONS] = {
	[REASON_ONLY_MOVE] = MK_PHRASE("Nothing else is allowed.", "Andet er ikke tilladt.",
		"Etwas anderes ist nicht erlaubt.", "Τίποτε άλλο δεν επιτρέπεται."),
	[REASON_WINS_TRICK] = MK_PHRASE("No player can beat it.", "Ingen kan stikke det mere.",
		"Niemand kann sie mehr stechen.", "Κανείς δεν μπορεί πια να το κερδίσει."),
	[REASON_TO_PARTNER] = MK_PHRASE("The trick is your partner's so far: give card points.",
		"Stikket er din makkers indtil nu: giv øjne.",
		"Der Stich gehört bisher deinem Partner: Schmiere Augen.",
		"Η μπάζα είναι ως τώρα του συμπαίκτη σου: δώσε πόντους."),
	[REASON_CHEAP] = MK_PHRASE("It gives away as few card points as possible.",
		"Det giver så få øjne væk som muligt.", "Sie gibt so wenige Augen wie möglich ab.",
		"Χαρίζει όσο το δυνατόν λιγότερους πόντους."),
	[REASON_TRUMPS_IN] = MK_PHRASE("The players after you have no trumps left.",
		"Ingen efter dig har trumf mere.", "Niemand hinter dir hat noch Trumpf.",
		"Κανείς μετά από εσένα δεν έχει πια ατού."),
	[REASON_LAST_CHANCE] = MK_PHRASE("Later it will be too late to announce it.",
		"Senere er det for sent at melde det.", "Später ist es dafür zu spät.",
		"Αργότερα θα είναι αργά για αυτή τη δήλωση."),
	[REASON_STRONG_HAND] =
		MK_PHRASE("Your cards are strong enough.", "Dine kort er stærke nok.",
			"Dein Blatt ist stark genug.", "Τα φύλλα σου είναι αρκετά δυνατά."),
	[REASON_TRUMPS] = MK_PHRASE("It trumps the trick.", "Det stikker med trumf.",
		"Sie sticht mit Trumpf.", "Κόβει την μπάζα με ατού."),
	[REASON_RICH_TRICK] = MK_PHRASE("There are 20 card points or more in this trick.",
		"Der ligger mindst 20 øjne i stikket.",
		"In diesem Stich liegen mindestens 20 Augen.",
		"Αυτή η μπάζα έχει τουλάχιστον 20 πόντους."),
	[REASON_FRESH_ACE] = MK_PHRASE("This suit has not been led yet: the ace has a good chance.",
		"Ingen har spillet denne farve ud endnu: esset har gode chancer.",
		"Diese Farbe wurde noch nicht angespielt: Das Ass hat gute Aussichten.",
		"Κανείς δεν έχει ανοίξει ακόμη αυτό το χρώμα: ο άσος έχει καλές πιθανότητες."),
	[REASON_GETS_VOID] =
		MK_PHRASE("It is your last card of this suit: after that you can trump it.",
			"Det er dit sidste i farven: bagefter kan du trumfe den.",
			"Es ist deine letzte dieser Farbe: Danach kannst du sie stechen.",
			"Είναι το τελευταίο σου σε αυτό το χρώμα: μετά μπορείς να κόβεις."),
	[REASON_HAS_TRUMPS] = MK_PHRASE("You have more trumps than the others have left together.",
		"Du har flere trumfer, end de andre har tilbage tilsammen.",
		"Du hast mehr Trümpfe, als die anderen zusammen noch haben.",
		"Έχεις περισσότερα ατού από όσα έμειναν στους άλλους μαζί."),
	[REASON_FOX_HOME] = MK_PHRASE("Your fox is safe here.", "Din ræv er i sikkerhed her.",
		"Dein Fuchs ist hier sicher.", "Εδώ η αλεπού σου είναι ασφαλής."),
	[REASON_CATCHES_FOX] =
		MK_PHRASE("It catches the other side’s fox.", "Det fanger modpartens ræv.",
			"Sie fängt den Fuchs der Gegner.", "Πιάνει την αλεπού των αντιπάλων."),
	[REASON_REPLY] = MK_PHRASE("The others have announced: this is the answer.",
		"De andre har meldt: dette er svaret.",
		"Die anderen haben angesagt: Das ist die Erwiderung.",
		"Οι άλλοι δήλωσαν: αυτή είναι η απάντηση."),
	[REASON_MANY_TRUMPS] = MK_PHRASE("More than a third of all trumps are in your hand.",
		"Mere end en tredjedel af trumferne er på din hånd.",
		"Mehr als ein Drittel aller Trümpfe ist in deiner Hand.",
		"Πάνω από το ένα τρίτο των ατού είναι στο χέρι σου."),
	[REASON_TOP_TRUMPS] = MK_PHRASE("You have the two highest trumps.",
		"Du har de to højeste trumfer.", "Du hast die beiden höchsten Trümpfe.",
		"Και τα δύο ανώτερα ατού είναι δικά σου."),
	[REASON_SIDE_ACES] = MK_PHRASE("You have at least two aces outside trumps.",
		"Du har mindst to esser, som ikke er trumf.", "Du hast mindestens zwei Fehl-Asse.",
		"Έχεις τουλάχιστον δύο άσους εκτός ατού."),
	[REASON_FEW_TRUMPS] = MK_PHRASE("You have a quarter of the trumps at most.",
		"Du har højst en fjerdedel af trumferne.",
		"Du hast höchstens ein Viertel der Trümpfe.",
		"Έχεις το πολύ το ένα τέταρτο των ατού."),
	[REASON_NO_SOLO] =
		MK_PHRASE("No trump solo would give you more than a third of the trumps.",
			"I ingen trumfsolo ville du have mere end en tredjedel af trumferne.",
			"In keinem Trumpfsolo hättest du mehr als ein Drittel der Trümpfe.",
			"Σε κανένα σόλο με ατού δεν θα είχες πάνω από το ένα τρίτο τους."),
	[REASON_ALONE] = MK_PHRASE(
		"You have both queens of clubs: in the normal game you would be alone.",
		"Du har begge klørdamer: i et normalt spil ville du være alene.",
		"Du hast beide Kreuz-Damen: Im Normalspiel wärst du allein.",
		"Έχεις και τις δύο ντάμες σπαθί: στο κανονικό παιχνίδι θα έμενες χωρίς συμπαίκτη."),
	[REASON_POOR] = MK_PHRASE("With so few trumps the rules give you a partner.",
		"Med så få trumfer giver reglerne dig en makker.",
		"Mit so wenigen Trümpfen geben dir die Regeln einen Partner.",
		"Με τόσο λίγα ατού οι κανόνες σού δίνουν συμπαίκτη."),
	[REASON_BAD_HAND] = MK_PHRASE("A hand like this may be thrown in.",
		"En sådan hånd må kastes ind.", "Ein solches Blatt darf geschmissen werden.",
		"Με τέτοια φύλλα επιτρέπεται να ξαναμοιραστούν."),
	[REASON_KEEPS_TRUMPS] = MK_PHRASE("You keep your trumps.", "Du beholder dine trumfer.",
		"Du behältst deine Trümpfe.", "Κρατάς τα ατού σου."),
};

void doko_describe_reason(struct mk_text *out, enum mk_language language, int reason)
{
	mk_phrase_write(out, language, &reasons[reason], NULL, 0);
}

static const struct mk_phrase wins = MK_PHRASE("Your side wins {0} of 100 such games.",
	"Dit parti vinder {0} af 100 sådanne spil.",
	"Deine Partei gewinnt {0} von 100 solchen Spielen.",
	"Η πλευρά σου κερδίζει {0} στα 100 τέτοια παιχνίδια.");
static const struct mk_phrase below_90 =
	MK_PHRASE("The others stay below 90 in {0}.", "De andre bliver under 90 i {0}.",
		"In {0} bleiben die anderen unter 90.", "Σε {0} οι άλλοι μένουν κάτω από 90.");

struct sentences {
	struct mk_text *out;
	enum mk_language language;
	bool begun;
};

static void add_sentence(
	struct sentences *to, const struct mk_phrase *phrase, const struct mk_phrase_arg *word)
{
	if (to->begun) {
		mk_text_char(to->out, ' ');
	}
	to->begun = true;
	mk_phrase_write(to->out, to->language, phrase, word, word ? 1 : 0);
}

static void add_odds(struct sentences *to, const struct mk_phrase *phrase, double odds)
{
	struct mk_phrase_arg number = {.kind = MK_ARG_NUMBER};

	if (!isnan(odds)) {
		number.number = llround(100 * odds);
		add_sentence(to, phrase, &number);
	}
}

void doko_describe_why(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	const struct mk_ranked_move *ranked)
{
	struct sentences to = {.out = out, .language = language};

	(void)view;
	for (int reason = 0; reason < REASONS; reason++) {
		if (ranked->reasons >> reason & 1) {
			add_sentence(&to, &reasons[reason], NULL);
		}
	}
	add_odds(&to, &wins, ranked->odds[ODDS_WIN]);
	add_odds(&to, &below_90, ranked->odds[ODDS_BELOW_90]);
}

/* ---- Forecast ------------------------------------------------------------------------------- */

static const struct mk_phrase gain = MK_PHRASE("You can expect about {0} game points.",
	"Du kan vente omkring {0} spilpoint.", "Du kannst mit etwa {0} Spielpunkten rechnen.",
	"Μπορείς να περιμένεις περίπου {0} πόντους.");

/* Tenths of a point; the digits are the same in all four languages. */
void doko_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice)
{
	char number[32];
	struct mk_text text;
	long long tenths = llround(10 * advice->value);
	long long size = tenths < 0 ? -tenths : tenths;

	mk_text_fixed(&text, number, sizeof number);
	mk_text_put(&text, tenths < 0 ? "−" : "");
	mk_text_int(&text, size / 10);
	mk_text_char(&text, language == MK_ENGLISH ? '.' : ',');
	mk_text_int(&text, size % 10);
	mk_phrase_write(out, language, &gain,
		&(struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = number}, 1);
}

/* ---- Messages ------------------------------------------------------------------------------- */

static const struct mk_phrase hand_wanted = MK_PHRASE("Enter your hand.", "Indtast dine kort.",
	"Gib dein Blatt ein.", "Καταχώρισε τα φύλλα σου.");
static const struct mk_phrase thrown = MK_PHRASE(
	"The cards are thrown in: the same dealer deals again.",
	"Kortene kastes ind: den samme giver igen.", "Es wird neu gegeben, vom selben Geber.",
	"Τα φύλλα ξαναμοιράζονται, από τον ίδιο παίκτη.");
static const struct mk_phrase deal_over = MK_PHRASE("The game is over. Your game points: {0}.",
	"Spillet er slut. Dine spilpoint: {0}.", "Das Spiel ist aus. Deine Spielpunkte: {0}.",
	"Το παιχνίδι τελείωσε. Οι πόντοι σου: {0}.");
static const struct mk_phrase next_hand_wanted =
	MK_PHRASE("Enter your next hand.", "Indtast dine næste kort.",
		"Gib dein nächstes Blatt ein.", "Καταχώρισε τα επόμενα φύλλα σου.");
static const struct mk_phrase party_over = MK_PHRASE("The match is over. Your points: {0}.",
	"Partiet er slut. Dine point: {0}.", "Die Partie ist zu Ende. Deine Punkte: {0}.",
	"Η παρτίδα τελείωσε. Οι πόντοι σου: {0}.");
const struct mk_phrase doko_turns[DOKO_SEATS] = {
	[0] = MK_PHRASE("It is your turn.", "Det er din tur.", "Du bist an der Reihe.",
		"Είναι η σειρά σου."),
	[1] = MK_PHRASE("It is the turn of the player on your left.",
		"Det er spilleren til venstre for dig, der har tur.",
		"Der Spieler links von dir ist an der Reihe.",
		"Είναι η σειρά του παίκτη στα αριστερά σου."),
	[2] = MK_PHRASE("It is the turn of the player opposite.",
		"Det er spilleren over for dig, der har tur.",
		"Der Spieler gegenüber ist an der Reihe.", "Είναι η σειρά του παίκτη απέναντι."),
	[3] = MK_PHRASE("It is the turn of the player on your right.",
		"Det er spilleren til højre for dig, der har tur.",
		"Der Spieler rechts von dir ist an der Reihe.",
		"Είναι η σειρά του παίκτη στα δεξιά σου."),
};

static void describe_number(struct mk_text *out, enum mk_language language,
	const struct mk_phrase *phrase, long long number)
{
	mk_phrase_write(out, language, phrase,
		&(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = number}, 1);
}

static bool is_thrown(const struct doko_view *view)
{
	return view->table.type == DOKO_THROWN || view->sheet.rows == 0;
}

void doko_describe_deal_result(
	struct mk_text *out, enum mk_language language, const struct mk_view *opaque)
{
	const struct doko_view *view = view_of(opaque);
	const struct doko_sheet *sheet = &view->sheet;

	if (is_thrown(view)) {
		mk_phrase_write(out, language, &thrown, NULL, 0);
	} else {
		describe_number(
			out, language, &deal_over, sheet->row[sheet->rows - 1].points[view->seat]);
	}
}

static void say_end(struct mk_text *out, enum mk_language language, const struct mk_view *opaque)
{
	const struct doko_view *view = view_of(opaque);
	const struct doko_sheet *sheet = &view->sheet;

	if (doko_sheet_is_full(sheet, &view->table.rules)) {
		describe_number(out, language, &party_over, sheet->sum[view->seat]);
		return;
	}
	doko_describe_deal_result(out, language, opaque);
	if (!is_thrown(view)) {
		mk_text_char(out, ' ');
		mk_phrase_write(out, language, &next_hand_wanted, NULL, 0);
	}
}

void doko_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *opaque, const struct mk_finding *finding,
	const struct mk_move *suggestion)
{
	const struct doko_view *view = view_of(opaque);

	if (finding && finding->explanation == MK_CONTRADICTION && finding->conflict_count) {
		doko_describe_conflict(out, language, &finding->conflicts[0]);
	} else if (view->table.phase == DOKO_WAITING) {
		mk_phrase_write(out, language, &hand_wanted, NULL, 0);
	} else if (view->table.phase == DOKO_OVER) {
		say_end(out, language, opaque);
	} else if (suggestion) {
		doko_describe_move(out, language, opaque, *suggestion);
	} else {
		mk_phrase_write(
			out, language, &doko_turns[(view->table.turn - view->seat) & 3], NULL, 0);
	}
}
