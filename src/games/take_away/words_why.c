/* Why a move wins or loses, and the values of the groups. */
#include "games/take_away/words.h"

#include "games/take_away/theory.h"

enum { MAX_NAMED = 2 };

const char *const take_away_reasons[REASONS + 1] = {
	[REASON_LEAVES_ZERO] = "leaves_zero",
	[REASON_LEAVES_ODD_ONES] = "leaves_odd_ones",
	[REASON_HARDEST] = "hardest",
	[REASON_LOSES] = "loses",
	[REASON_ONLY_MOVE] = "only_move",
};

static const struct mk_phrase reasons[REASONS] = {
	[REASON_LEAVES_ZERO] =
		MK_PHRASE("It wins: the groups that it leaves cancel each other out.",
			"Det vinder: grupperne, der bliver tilbage, ophæver hinanden.",
			"Er gewinnt: Die Gruppen, die übrig bleiben, heben sich auf.",
			"Κερδίζει: οι ομάδες που μένουν αλληλοεξουδετερώνονται."),
	[REASON_LEAVES_ODD_ONES] =
		MK_PHRASE("It wins: the other side is left with an odd number of single moves.",
			"Det vinder: modspilleren står med et ulige antal enkelttræk.",
			"Er gewinnt: Dem Gegner bleibt eine ungerade Zahl einzelner Züge.",
			"Κερδίζει: στον αντίπαλο μένει περιττός αριθμός μονών κινήσεων."),
	[REASON_HARDEST] = MK_PHRASE("Nothing wins here, but this leaves the fewest right answers.",
		"Intet vinder her, men dette giver færrest rigtige svar.",
		"Hier gewinnt nichts, aber so bleiben die wenigsten richtigen Antworten.",
		"Εδώ τίποτα δεν κερδίζει, αλλά έτσι μένουν οι λιγότερες σωστές απαντήσεις."),
	[REASON_LOSES] = MK_PHRASE("It loses if the other side answers well.",
		"Det taber, hvis modspilleren svarer rigtigt.",
		"Er verliert, wenn der Gegner richtig antwortet.",
		"Χάνει, αν ο αντίπαλος απαντήσει σωστά."),
	[REASON_ONLY_MOVE] = MK_PHRASE("It is the only move.", "Det er det eneste træk.",
		"Es ist der einzige Zug.", "Είναι η μόνη κίνηση."),
};

static const struct mk_phrase takes_last = MK_PHRASE("That takes the last card.",
	"Det er det sidste kort.", "Das ist die letzte Karte.", "Είναι το τελευταίο φύλλο.");
static const struct mk_phrase wins_so =
	MK_PHRASE(" It wins.", " Det vinder.", " Das gewinnt.", " Αυτό κερδίζει.");
static const struct mk_phrase loses_so =
	MK_PHRASE(" It loses.", " Det taber.", " Das verliert.", " Αυτό χάνει.");

/* The phrases for a winning or losing move, by the side that makes it. */
enum mover { BY_USER, BY_COMPUTER, BY_PERSON, MOVERS };

static const struct mk_phrase wins_against[MOVERS] = {
	[BY_USER] = MK_PHRASE("Whatever the other side does, you can answer.",
		"Uanset hvad modspilleren gør, har du et svar.",
		"Was der Gegner auch tut, du hast eine Antwort.",
		"Ό,τι κι αν κάνει ο αντίπαλος, μπορείς να απαντήσεις."),
	[BY_COMPUTER] = MK_PHRASE("Whatever you do, I can answer.",
		"Uanset hvad du gør, har jeg et svar.", "Was du auch tust, ich habe eine Antwort.",
		"Ό,τι κι αν κάνεις, μπορώ να απαντήσω."),
	[BY_PERSON] = MK_PHRASE("Whatever you do, the other player can answer.",
		"Uanset hvad du gør, har modspilleren et svar.",
		"Was du auch tust, der Gegner hat eine Antwort.",
		"Ό,τι κι αν κάνεις, ο αντίπαλος μπορεί να απαντήσει."),
};
static const struct mk_phrase loses_to_user =
	MK_PHRASE("It loses if you answer well.", "Det taber, hvis du svarer rigtigt.",
		"Das verliert, wenn du richtig antwortest.", "Χάνει, αν απαντήσεις σωστά.");

/* {0} group, {1} its value, {2} its cards, {3} its limit, {4} the limit plus one. */
static const struct mk_phrase counts_less = MK_PHRASE(
	" Group {0} counts as {1}: it has {2} cards, at most {3} may be taken at a time, and {2} modulo {4} is {1}.",
	" Gruppe {0} tæller som {1}: den har {2} kort, man må højst tage {3} ad gangen, og {2} modulo {4} er {1}.",
	" Gruppe {0} zählt als {1}: Sie hat {2} Karten, höchstens {3} dürfen auf einmal weg, und {2} modulo {4} ist {1}.",
	" Η ομάδα {0} μετρά ως {1}: έχει {2} φύλλα, παίρνεις το πολύ {3} κάθε φορά, και {2} modulo {4} κάνει {1}.");

static const struct mk_phrase to_win = MK_PHRASE("The player to move wins.",
	"Den, der har tur, vinder.", "Wer am Zug ist, gewinnt.", "Κερδίζει όποιος έχει σειρά.");
static const struct mk_phrase to_lose =
	MK_PHRASE("The player to move loses if the other side plays well.",
		"Den, der har tur, taber, hvis modspilleren spiller rigtigt.",
		"Wer am Zug ist, verliert, wenn der Gegner richtig spielt.",
		"Όποιος έχει σειρά χάνει, αν ο αντίπαλος παίξει σωστά.");

void take_away_describe_reason(struct mk_text *out, enum mk_language language, int reason)
{
	mk_phrase_write(out, language, &reasons[reason], NULL, 0);
}

void take_away_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice)
{
	mk_phrase_write(out, language, advice->value > 0 ? &to_win : &to_lose, NULL, 0);
}

static enum mover mover_of(const struct take_away_view *view)
{
	return view->turn == USER ? BY_USER : view->person ? BY_PERSON : BY_COMPUTER;
}

void take_away_explain(struct mk_text *out, enum mk_language language,
	const struct take_away_view *view, struct mk_move move)
{
	struct take_away_view after = *view;
	bool wins;

	take_away_take(&after, move);
	wins = !take_away_is_won(&after);
	if (take_away_cards(&after) == 0) {
		mk_phrase_write(out, language, &takes_last, NULL, 0);
		mk_phrase_write(out, language, wins ? &wins_so : &loses_so, NULL, 0);
	} else if (wins) {
		mk_phrase_write(out, language, &wins_against[mover_of(view)], NULL, 0);
	} else {
		mk_phrase_write(out, language,
			view->turn == USER ? &reasons[REASON_LOSES] : &loses_to_user, NULL, 0);
	}
}

/*
 * Lists the groups whose value differs from the number of their cards, because only few may be
 * taken at a time.
 */
static void describe_counts(
	struct mk_text *out, enum mk_language language, const struct take_away_view *view)
{
	int named = 0;

	for (unsigned group = 0; group < view->count && named < MAX_NAMED; group++) {
		uint32_t worth = take_away_worth(view, group);
		struct mk_phrase_arg words[] = {
			{.kind = MK_ARG_NUMBER, .number = group + 1},
			{.kind = MK_ARG_NUMBER, .number = worth},
			{.kind = MK_ARG_NUMBER, .number = view->left[group]},
			{.kind = MK_ARG_NUMBER, .number = view->limit[group]},
			{.kind = MK_ARG_NUMBER, .number = (long long)view->limit[group] + 1},
		};

		if (worth != view->left[group]) {
			mk_phrase_write(out, language, &counts_less, words, 5);
			named++;
		}
	}
}

void take_away_describe_why(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_ranked_move *ranked)
{
	struct take_away_view after = *view_of(view);

	take_away_take(&after, ranked->move);
	take_away_explain(out, language, view_of(view), ranked->move);
	describe_counts(out, language, &after);
	if (ranked->reasons >> REASON_HARDEST & 1) {
		mk_text_char(out, ' ');
		take_away_describe_reason(out, language, REASON_HARDEST);
	}
}
