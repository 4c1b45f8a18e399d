/* Why a move wins or loses, with the numbers. */
#include "games/take_away/words.h"

#include "games/take_away/theory.h"

enum { MOST_NUMBERS = 8, NUMBERS_ROOM = 160 };

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
			"Det vinder: den anden side står med et ulige antal enkelttræk.",
			"Er gewinnt: Der anderen Seite bleibt eine ungerade Zahl einzelner Züge.",
			"Κερδίζει: στον άλλο μένει περιττός αριθμός μονών κινήσεων."),
	[REASON_HARDEST] = MK_PHRASE("Nothing wins here, but this leaves the fewest right answers.",
		"Intet vinder her, men dette giver færrest rigtige svar.",
		"Hier gewinnt nichts, aber so bleiben die wenigsten richtigen Antworten.",
		"Εδώ τίποτα δεν κερδίζει, αλλά έτσι μένουν οι λιγότερες σωστές απαντήσεις."),
	[REASON_LOSES] = MK_PHRASE("It loses if the other side answers well.",
		"Det taber, hvis den anden side svarer rigtigt.",
		"Er verliert, wenn die andere Seite richtig antwortet.",
		"Χάνει, αν ο άλλος απαντήσει σωστά."),
	[REASON_ONLY_MOVE] = MK_PHRASE("It is the only move.", "Det er det eneste træk.",
		"Es ist der einzige Zug.", "Είναι η μόνη κίνηση."),
};

static const struct mk_phrase leaves = MK_PHRASE("That leaves {0} = {1}.",
	"Så er der {0} = {1} tilbage.", "Dann bleibt {0} = {1}.", "Έτσι μένει {0} = {1}.");
static const struct mk_phrase leaves_many = MK_PHRASE("That leaves {0} groups whose xor is {1}.",
	"Så er der {0} grupper tilbage, hvis xor er {1}.",
	"Dann bleiben {0} Gruppen, deren xor {1} ist.", "Έτσι μένουν {0} ομάδες με xor {1}.");
static const struct mk_phrase leaves_nothing = MK_PHRASE("That takes the last card.",
	"Det er det sidste kort.", "Das ist die letzte Karte.", "Είναι το τελευταίο φύλλο.");
static const struct mk_phrase wins_so =
	MK_PHRASE(" It wins.", " Det vinder.", " Das gewinnt.", " Αυτό κερδίζει.");
static const struct mk_phrase loses_so = MK_PHRASE(" It loses if the other side answers well.",
	" Det taber, hvis den anden side svarer rigtigt.",
	" Das verliert, wenn die andere Seite richtig antwortet.",
	" Αυτό χάνει, αν ο άλλος απαντήσει σωστά.");
static const struct mk_phrase loses_at_once =
	MK_PHRASE(" It loses.", " Det taber.", " Das verliert.", " Αυτό χάνει.");

static const struct mk_phrase to_win = MK_PHRASE("The player to move wins.",
	"Den, der har tur, vinder.", "Wer am Zug ist, gewinnt.", "Κερδίζει όποιος έχει σειρά.");
static const struct mk_phrase to_lose =
	MK_PHRASE("The player to move loses if the other side plays well.",
		"Den, der har tur, taber, hvis den anden side spiller rigtigt.",
		"Wer am Zug ist, verliert, wenn die andere Seite richtig spielt.",
		"Όποιος έχει σειρά χάνει, αν ο άλλος παίξει σωστά.");

void take_away_say_reason(struct mk_text *out, enum mk_language language, int reason)
{
	mk_phrase_write(out, language, &reasons[reason], NULL, 0);
}

void take_away_say_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice)
{
	mk_phrase_write(out, language, advice->value > 0 ? &to_win : &to_lose, NULL, 0);
}

/* "1 xor 2 xor 3": what the groups that have cards left are worth. */
static unsigned write_numbers(struct mk_text *out, const struct take_away_view *view)
{
	unsigned count = 0;

	for (unsigned group = 0; group < view->count; group++) {
		if (view->left[group] == 0) {
			continue;
		}
		if (count > 0) {
			mk_text_put(out, " xor ");
		}
		mk_text_int(out, take_away_worth(view, group));
		count++;
	}
	return count;
}

static void say_left(
	struct mk_text *out, enum mk_language language, const struct take_away_view *after)
{
	char room[NUMBERS_ROOM];
	struct mk_text numbers;
	unsigned count;
	struct mk_phrase_arg words[2] = {{.kind = MK_ARG_TEXT, .text = room},
		{.kind = MK_ARG_NUMBER, .number = take_away_grundy(after)}};

	mk_text_fixed(&numbers, room, sizeof room);
	count = write_numbers(&numbers, after);
	if (count > MOST_NUMBERS || numbers.truncated) {
		words[0] = (struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = count};
		mk_phrase_write(out, language, &leaves_many, words, 2);
	} else {
		mk_phrase_write(out, language, count ? &leaves : &leaves_nothing, words, 2);
	}
}

void take_away_explain(struct mk_text *out, enum mk_language language,
	const struct take_away_view *view, struct mk_move move)
{
	struct take_away_view after = *view;
	bool is_over;

	take_away_take(&after, move);
	is_over = take_away_cards(&after) == 0;
	say_left(out, language, &after);
	if (!take_away_is_won(&after)) {
		mk_phrase_write(out, language, &wins_so, NULL, 0);
	} else {
		mk_phrase_write(out, language, is_over ? &loses_at_once : &loses_so, NULL, 0);
	}
}

void take_away_say_why(struct mk_text *out, enum mk_language language, const struct mk_view *view,
	const struct mk_ranked_move *ranked)
{
	take_away_explain(out, language, view_of(view), ranked->move);
	if (ranked->reasons >> REASON_HARDEST & 1) {
		mk_text_char(out, ' ');
		take_away_say_reason(out, language, REASON_HARDEST);
	}
}
