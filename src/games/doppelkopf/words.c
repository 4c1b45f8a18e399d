/* The sentence for the player, and why a move is good. */
#include "games/doppelkopf/notation.h"
#include "games/doppelkopf/reasons.h"
#include "games/doppelkopf/refusal.h"
#include "games/doppelkopf/sheet.h"

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
	[REASON_BAD_HAND] = "bad_hand",
	[REASON_KEEPS_TRUMPS] = "keeps_trumps",
};

const char *const doko_odds[DOKO_ODDS + 1] = {
	[ODDS_WIN] = "win",
	[ODDS_BELOW_90] = "below_90",
	[ODDS_BELOW_60] = "below_60",
	[ODDS_BELOW_30] = "below_30",
};

const char *const doko_held_backs[] = {[HELD_CAN_WAIT] = "can_wait", NULL};

static const struct mk_phrase reasons[REASONS] = {
	[REASON_ONLY_MOVE] = {{
		[MK_ENGLISH] = "Nothing else is allowed.",
		[MK_DANISH] = "Andet er ikke tilladt.",
		[MK_GERMAN] = "Etwas anderes ist nicht erlaubt.",
		[MK_GREEK] = "Τίποτε άλλο δεν επιτρέπεται.",
	}},
	[REASON_WINS_TRICK] = {{
		[MK_ENGLISH] = "Nobody can beat it any more.",
		[MK_DANISH] = "Ingen kan stikke det mere.",
		[MK_GERMAN] = "Niemand kann sie mehr stechen.",
		[MK_GREEK] = "Κανείς δεν μπορεί πια να το κερδίσει.",
	}},
	[REASON_TO_PARTNER] = {{
		[MK_ENGLISH] = "The trick is your partner's so far: give card points.",
		[MK_DANISH] = "Stikket er din makkers indtil nu: giv øjne.",
		[MK_GERMAN] = "Der Stich gehört bisher deinem Partner: gib Augen.",
		[MK_GREEK] = "Η μπάζα είναι ως τώρα του συμπαίκτη σου: δώσε πόντους.",
	}},
	[REASON_CHEAP] = {{
		[MK_ENGLISH] = "It gives away as few card points as possible.",
		[MK_DANISH] = "Det giver så få øjne væk som muligt.",
		[MK_GERMAN] = "Sie gibt so wenige Augen wie möglich ab.",
		[MK_GREEK] = "Χαρίζει όσο το δυνατόν λιγότερους πόντους.",
	}},
	[REASON_TRUMPS_IN] = {{
		[MK_ENGLISH] = "Nobody behind you has a trump any more.",
		[MK_DANISH] = "Ingen efter dig har trumf mere.",
		[MK_GERMAN] = "Niemand hinter dir hat noch Trumpf.",
		[MK_GREEK] = "Κανείς μετά από εσένα δεν έχει πια ατού.",
	}},
	[REASON_LAST_CHANCE] = {{
		[MK_ENGLISH] = "Later it will be too late to say it.",
		[MK_DANISH] = "Senere er det for sent at melde det.",
		[MK_GERMAN] = "Später ist es dafür zu spät.",
		[MK_GREEK] = "Αργότερα θα είναι αργά για αυτή τη δήλωση.",
	}},
	[REASON_STRONG_HAND] = {{
		[MK_ENGLISH] = "Your cards are strong enough.",
		[MK_DANISH] = "Dine kort er stærke nok.",
		[MK_GERMAN] = "Dein Blatt ist stark genug.",
		[MK_GREEK] = "Τα φύλλα σου είναι αρκετά δυνατά.",
	}},
	[REASON_TRUMPS] = {{
		[MK_ENGLISH] = "It trumps the trick.",
		[MK_DANISH] = "Det stikker med trumf.",
		[MK_GERMAN] = "Sie sticht mit Trumpf.",
		[MK_GREEK] = "Κόβει τη μπάζα με ατού.",
	}},
	[REASON_RICH_TRICK] = {{
		[MK_ENGLISH] = "There are 20 card points or more in this trick.",
		[MK_DANISH] = "Der ligger mindst 20 øjne i stikket.",
		[MK_GERMAN] = "In diesem Stich liegen mindestens 20 Augen.",
		[MK_GREEK] = "Αυτή η μπάζα έχει τουλάχιστον 20 πόντους.",
	}},
	[REASON_FRESH_ACE] = {{
		[MK_ENGLISH] = "Nobody has led this suit yet: the ace has good chances.",
		[MK_DANISH] = "Ingen har spillet denne farve ud endnu: esset har gode chancer.",
		[MK_GERMAN] =
			"Diese Farbe wurde noch nicht angespielt: Das Ass hat gute Aussichten.",
		[MK_GREEK] =
			"Κανείς δεν έχει ανοίξει ακόμη αυτό το χρώμα: ο άσος έχει καλές πιθανότητες.",
	}},
	[REASON_GETS_VOID] = {{
		[MK_ENGLISH] = "It is your last one of this suit: afterwards you can trump it.",
		[MK_DANISH] = "Det er dit sidste i farven: bagefter kan du trumfe den.",
		[MK_GERMAN] = "Es ist deine letzte dieser Farbe: Danach kannst du sie stechen.",
		[MK_GREEK] = "Είναι το τελευταίο σου σε αυτό το χρώμα: μετά μπορείς να κόβεις.",
	}},
	[REASON_HAS_TRUMPS] = {{
		[MK_ENGLISH] = "You have more trumps than the others have left together.",
		[MK_DANISH] = "Du har flere trumfer, end de andre har tilbage tilsammen.",
		[MK_GERMAN] = "Du hast mehr Trümpfe, als die anderen zusammen noch haben.",
		[MK_GREEK] = "Έχεις περισσότερα ατού από όσα έμειναν στους άλλους μαζί.",
	}},
	[REASON_FOX_HOME] = {{
		[MK_ENGLISH] = "Your fox is safe here.",
		[MK_DANISH] = "Din ræv er i sikkerhed her.",
		[MK_GERMAN] = "Dein Fuchs ist hier sicher.",
		[MK_GREEK] = "Εδώ η αλεπού σου είναι ασφαλής.",
	}},
	[REASON_CATCHES_FOX] = {{
		[MK_ENGLISH] = "It catches the other side’s fox.",
		[MK_DANISH] = "Det fanger modpartens ræv.",
		[MK_GERMAN] = "Sie fängt den Fuchs der Gegner.",
		[MK_GREEK] = "Πιάνει την αλεπού των αντιπάλων.",
	}},
	[REASON_REPLY] = {{
		[MK_ENGLISH] = "The others have announced: this is the answer.",
		[MK_DANISH] = "De andre har meldt: dette er svaret.",
		[MK_GERMAN] = "Die anderen haben angesagt: Das ist die Erwiderung.",
		[MK_GREEK] = "Οι άλλοι δήλωσαν: αυτή είναι η απάντηση.",
	}},
	[REASON_MANY_TRUMPS] = {{
		[MK_ENGLISH] = "More than a third of all trumps are in your hand.",
		[MK_DANISH] = "Mere end en tredjedel af trumferne er på din hånd.",
		[MK_GERMAN] = "Mehr als ein Drittel aller Trümpfe ist in deiner Hand.",
		[MK_GREEK] = "Πάνω από το ένα τρίτο των ατού είναι στο χέρι σου.",
	}},
	[REASON_TOP_TRUMPS] = {{
		[MK_ENGLISH] = "Both highest trumps are yours.",
		[MK_DANISH] = "Begge de højeste trumfer er dine.",
		[MK_GERMAN] = "Beide höchsten Trümpfe sind deine.",
		[MK_GREEK] = "Και τα δύο ανώτερα ατού είναι δικά σου.",
	}},
	[REASON_SIDE_ACES] = {{
		[MK_ENGLISH] = "You have two aces or more that are no trumps.",
		[MK_DANISH] = "Du har mindst to esser uden for trumf.",
		[MK_GERMAN] = "Du hast mindestens zwei Asse außerhalb des Trumpfs.",
		[MK_GREEK] = "Έχεις τουλάχιστον δύο άσους εκτός ατού.",
	}},
	[REASON_FEW_TRUMPS] = {{
		[MK_ENGLISH] = "You have a quarter of the trumps at most.",
		[MK_DANISH] = "Du har højst en fjerdedel af trumferne.",
		[MK_GERMAN] = "Du hast höchstens ein Viertel der Trümpfe.",
		[MK_GREEK] = "Έχεις το πολύ το ένα τέταρτο των ατού.",
	}},
	[REASON_NO_SOLO] = {{
		[MK_ENGLISH] = "In no solo with trumps would you hold more than a third of them.",
		[MK_DANISH] = "I ingen trumfsolo ville du have mere end en tredjedel af trumferne.",
		[MK_GERMAN] = "In keinem Trumpfsolo hättest du mehr als ein Drittel der Trümpfe.",
		[MK_GREEK] = "Σε κανένα σόλο με ατού δεν θα είχες πάνω από το ένα τρίτο τους.",
	}},
	[REASON_ALONE] = {{
		[MK_ENGLISH] =
			"You have both queens of clubs: in the normal game you would be alone.",
		[MK_DANISH] = "Du har begge klør damer: i det normale spil ville du være alene.",
		[MK_GERMAN] = "Du hast beide Kreuz-Damen: Im Normalspiel wärst du allein.",
		[MK_GREEK] =
			"Έχεις και τις δύο ντάμες σπαθί: στο κανονικό παιχνίδι θα έμενες χωρίς συμπαίκτη.",
	}},
	[REASON_POOR] = {{
		[MK_ENGLISH] = "With so few trumps the rules give you a partner.",
		[MK_DANISH] = "Med så få trumfer giver reglerne dig en makker.",
		[MK_GERMAN] = "Mit so wenigen Trümpfen geben dir die Regeln einen Partner.",
		[MK_GREEK] = "Με τόσο λίγα ατού οι κανόνες σού δίνουν συμπαίκτη.",
	}},
	[REASON_BAD_HAND] = {{
		[MK_ENGLISH] = "Such cards may be thrown in.",
		[MK_DANISH] = "En sådan hånd må smides ind.",
		[MK_GERMAN] = "Ein solches Blatt darf geworfen werden.",
		[MK_GREEK] = "Με τέτοια φύλλα επιτρέπεται να ξαναμοιραστούν.",
	}},
	[REASON_KEEPS_TRUMPS] = {{
		[MK_ENGLISH] = "You keep your trumps.",
		[MK_DANISH] = "Du beholder dine trumfer.",
		[MK_GERMAN] = "Du behältst deine Trümpfe.",
		[MK_GREEK] = "Κρατάς τα ατού σου.",
	}},
};

void doko_say_reason(struct mk_text *out, enum mk_language language, int reason)
{
	mk_say(out, language, &reasons[reason], NULL, 0);
}

static const struct mk_phrase wins = {{
	[MK_ENGLISH] = "Your side wins {0} of 100 such games.",
	[MK_DANISH] = "Dit parti vinder {0} af 100 sådanne spil.",
	[MK_GERMAN] = "Deine Partei gewinnt {0} von 100 solchen Spielen.",
	[MK_GREEK] = "Η πλευρά σου κερδίζει {0} στα 100 τέτοια παιχνίδια.",
}};
static const struct mk_phrase below_90 = {{
	[MK_ENGLISH] = "The others stay below 90 in {0}.",
	[MK_DANISH] = "De andre bliver under 90 i {0}.",
	[MK_GERMAN] = "In {0} bleiben die anderen unter 90.",
	[MK_GREEK] = "Σε {0} οι άλλοι μένουν κάτω από 90.",
}};

struct sentences {
	struct mk_text *out;
	enum mk_language language;
	bool begun;
};

static void add_sentence(
	struct sentences *to, const struct mk_phrase *phrase, const struct mk_word *word)
{
	if (to->begun) {
		mk_text_char(to->out, ' ');
	}
	to->begun = true;
	mk_say(to->out, to->language, phrase, word, word ? 1 : 0);
}

static void add_odds(struct sentences *to, const struct mk_phrase *phrase, double odds)
{
	struct mk_word number = {.kind = MK_WORD_NUMBER};

	if (!isnan(odds)) {
		number.number = llround(100 * odds);
		add_sentence(to, phrase, &number);
	}
}

void doko_say_why(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	const struct mk_ranked *ranked)
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

/* ---- Outlook -------------------------------------------------------------------------------- */

static const struct mk_phrase gain = {{
	[MK_ENGLISH] = "You can expect about {0} game points.",
	[MK_DANISH] = "Du kan vente omkring {0} spilpoint.",
	[MK_GERMAN] = "Du kannst mit etwa {0} Spielpunkten rechnen.",
	[MK_GREEK] = "Μπορείς να περιμένεις περίπου {0} πόντους.",
}};

/* Tenths, in digits that stand the same way in all four languages. */
void doko_say_outlook(
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
	mk_say(out, language, &gain, &(struct mk_word){.kind = MK_WORD_TEXT, .text = number}, 1);
}

/* ---- Messages ------------------------------------------------------------------------------- */

static const struct mk_phrase hand_wanted = {{
	[MK_ENGLISH] = "Tell me your hand.",
	[MK_DANISH] = "Fortæl mig dine kort.",
	[MK_GERMAN] = "Nenne mir dein Blatt.",
	[MK_GREEK] = "Πες μου τα φύλλα σου.",
}};
static const struct mk_phrase thrown = {{
	[MK_ENGLISH] = "The cards are thrown in: the same dealer deals again.",
	[MK_DANISH] = "Kortene smides ind: den samme giver igen.",
	[MK_GERMAN] = "Es wird neu gegeben, vom selben Geber.",
	[MK_GREEK] = "Τα φύλλα ξαναμοιράζονται, από τον ίδιο παίκτη.",
}};
static const struct mk_phrase deal_over = {{
	[MK_ENGLISH] = "The game is over. Your game points: {0}. Tell me your next hand.",
	[MK_DANISH] = "Spillet er slut. Dine spilpoint: {0}. Fortæl mig dine næste kort.",
	[MK_GERMAN] = "Das Spiel ist aus. Deine Spielpunkte: {0}. Nenne mir dein nächstes Blatt.",
	[MK_GREEK] = "Το παιχνίδι τελείωσε. Οι πόντοι σου: {0}. Πες μου τα επόμενα φύλλα σου.",
}};
static const struct mk_phrase party_over = {{
	[MK_ENGLISH] = "The party is over. Your points: {0}.",
	[MK_DANISH] = "Partiet er slut. Dine point: {0}.",
	[MK_GERMAN] = "Die Partie ist zu Ende. Deine Punkte: {0}.",
	[MK_GREEK] = "Η παρτίδα τελείωσε. Οι πόντοι σου: {0}.",
}};
const struct mk_phrase doko_turns[DOKO_SEATS] = {
	[0] = {{
		[MK_ENGLISH] = "It is your turn.",
		[MK_DANISH] = "Det er din tur.",
		[MK_GERMAN] = "Du bist an der Reihe.",
		[MK_GREEK] = "Είναι η σειρά σου.",
	}},
	[1] = {{
		[MK_ENGLISH] = "It is the turn of the player on your left.",
		[MK_DANISH] = "Det er spilleren til venstre for dig, der har tur.",
		[MK_GERMAN] = "Der Spieler links von dir ist an der Reihe.",
		[MK_GREEK] = "Είναι η σειρά του παίκτη στα αριστερά σου.",
	}},
	[2] = {{
		[MK_ENGLISH] = "It is the turn of the player opposite.",
		[MK_DANISH] = "Det er spilleren over for dig, der har tur.",
		[MK_GERMAN] = "Der Spieler gegenüber ist an der Reihe.",
		[MK_GREEK] = "Είναι η σειρά του παίκτη απέναντι.",
	}},
	[3] = {{
		[MK_ENGLISH] = "It is the turn of the player on your right.",
		[MK_DANISH] = "Det er spilleren til højre for dig, der har tur.",
		[MK_GERMAN] = "Der Spieler rechts von dir ist an der Reihe.",
		[MK_GREEK] = "Είναι η σειρά του παίκτη στα δεξιά σου.",
	}},
};

static void say_number(struct mk_text *out, enum mk_language language,
	const struct mk_phrase *phrase, long long number)
{
	mk_say(out, language, phrase, &(struct mk_word){.kind = MK_WORD_NUMBER, .number = number},
		1);
}

static void say_end(struct mk_text *out, enum mk_language language, const struct doko_view *view)
{
	const struct doko_sheet *sheet = &view->sheet;

	if (doko_sheet_is_full(sheet, &view->table.rules)) {
		say_number(out, language, &party_over, sheet->sum[view->seat]);
	} else if (view->table.type == DOKO_THROWN || sheet->rows == 0) {
		mk_say(out, language, &thrown, NULL, 0);
	} else {
		say_number(
			out, language, &deal_over, sheet->row[sheet->rows - 1].points[view->seat]);
	}
}

void doko_say_message(struct mk_text *out, enum mk_language language, const struct mk_view *room,
	const struct mk_finding *finding, const struct mk_move *suggestion)
{
	const struct doko_view *view = view_of(room);

	if (finding && finding->explanation == MK_CONTRADICTION && finding->clash_count) {
		doko_say_clash(out, language, &finding->clashes[0]);
	} else if (view->table.phase == DOKO_WAITING) {
		mk_say(out, language, &hand_wanted, NULL, 0);
	} else if (view->table.phase == DOKO_OVER) {
		say_end(out, language, view);
	} else if (suggestion) {
		doko_say_move(out, language, room, *suggestion);
	} else {
		mk_say(out, language, &doko_turns[(view->table.turn - view->seat) & 3], NULL, 0);
	}
}
