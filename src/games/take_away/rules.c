/* The options of take-away and its presets, one row each, and the table that they define. */
#include "games/take_away/rules.h"

#include "games/take_away/refusal.h"
#include "games/take_away/world.h"

#include <stdio.h>

enum { WINS, LOSES };
enum { COMPUTER, PERSON };
enum { HOMEWORK_GROUPS = 4, HOMEWORK_CARDS = 13, HOMEWORK_LEAST = 2 };

static const char *const last_cards[] = {"wins", "loses", NULL};
static const char *const firsts[] = {"user", "advisor", NULL};
static const char *const opponents[] = {"computer", "person", NULL};
static const struct mk_phrase last_card_phrases[] = {
	[WINS] = MK_PHRASE("wins", "vinder", "gewinnt", "κερδίζει"),
	[LOSES] = MK_PHRASE("loses", "taber", "verliert", "χάνει"),
};
static const struct mk_phrase first_phrases[] = {
	[USER] = MK_PHRASE("you", "du", "du", "εσύ"),
	[ADVISOR] = MK_PHRASE("the other side", "modspilleren", "der Gegner", "ο αντίπαλος"),
};
static const struct mk_phrase opponent_phrases[] = {
	[COMPUTER] =
		MK_PHRASE("the computer", "computeren", "gegen den Computer", "με τον υπολογιστή"),
	[PERSON] = MK_PHRASE("a person", "et menneske", "gegen einen Menschen", "με άνθρωπο"),
};

static const struct mk_option cards = {
	.name = "cards", .type = MK_OPTION_COUNT, .min = 1, .max = GROUP_CARDS};
static const struct mk_list groups = {.member = &cards, .first = 0};
static const struct mk_list limits = {.member = &cards, .first = GROUPS};

const struct mk_option take_away_options[OPTIONS] = {
	[OPTION_GROUPS] = {.name = "groups",
		.type = MK_OPTION_LIST,
		.min = 1,
		.max = GROUPS,
		.list = &groups,
		.description = MK_PHRASE(
			"How many cards each group has; if omitted, taken from the first snapshot.",
			"Hvor mange kort hver gruppe har; udelades det, tages tallene fra det første billede.",
			"Wie viele Karten jede Gruppe hat; ohne Angabe zeigt es das erste Bild.",
			"Πόσα φύλλα έχει κάθε ομάδα· αλλιώς το λέει η πρώτη εικόνα.")},
	[OPTION_LIMITS] = {.name = "limits",
		.type = MK_OPTION_LIST,
		.min = 1,
		.max = GROUPS,
		.list = &limits,
		.description = MK_PHRASE(
			"How many cards may be taken at once from each group; if omitted, all of them.",
			"Hvor mange kort der må tages ad gangen fra hver gruppe; alle, hvis der ikke er angivet noget.",
			"Wie viele Karten auf einmal aus jeder Gruppe genommen werden dürfen; alle, wenn nichts angegeben ist.",
			"Πόσα φύλλα επιτρέπεται να πάρει κανείς κάθε φορά από κάθε ομάδα· όλα, αν δεν οριστεί κάτι.")},
	[OPTION_TOTAL] = {.name = "total",
		.type = MK_OPTION_COUNT,
		.min = 0,
		.max = INT32_MAX,
		.description =
			MK_PHRASE("How many cards the groups have together; 0: not specified.",
				"Hvor mange kort grupperne har tilsammen; 0: ikke oplyst.",
				"Wie viele Karten die Gruppen zusammen haben; 0: nicht angegeben.",
				"Πόσα φύλλα έχουν οι ομάδες μαζί· 0: δεν ορίζεται.")},
	[OPTION_LAST_CARD] = {.name = "last_card",
		.type = MK_OPTION_CHOICE,
		.max = LOSES,
		.choices = last_cards,
		.choice_phrases = last_card_phrases,
		.description = MK_PHRASE("Whether taking the last card wins or loses the game.",
			"Om den, der tager det sidste kort, vinder eller taber.",
			"Ob gewinnt oder verliert, wer die letzte Karte nimmt.",
			"Αν όποιος πάρει το τελευταίο φύλλο κερδίζει ή χάνει.")},
	[OPTION_FIRST] = {.name = "first",
		.type = MK_OPTION_CHOICE,
		.max = ADVISOR,
		.choices = firsts,
		.choice_phrases = first_phrases,
		.description = MK_PHRASE("Who begins: you, or the other side.",
			"Hvem der begynder: du eller modspilleren.",
			"Wer beginnt: du oder der Gegner.", "Ποιος αρχίζει: εσύ ή ο αντίπαλος.")},
	[OPTION_OPPONENT] = {.name = "opponent",
		.type = MK_OPTION_CHOICE,
		.max = PERSON,
		.choices = opponents,
		.choice_phrases = opponent_phrases,
		.description =
			MK_PHRASE("Whether you play against the computer or against a person.",
				"Om du spiller mod computeren eller mod et menneske.",
				"Ob du gegen den Computer oder gegen einen Menschen spielst.",
				"Αν παίζεις με τον υπολογιστή ή με άνθρωπο.")},
	[OPTION_HOMEWORK] = {.name = "homework",
		.type = MK_OPTION_BOOL,
		.max = 1,
		.description = MK_PHRASE(
			"At most 4 groups and 13 cards, at least 2 in a group, and never all of a group may be taken at first.",
			"Højst 4 grupper og 13 kort, mindst 2 i en gruppe, og fra start må man aldrig tage en hel gruppe.",
			"Höchstens 4 Gruppen und 13 Karten, mindestens 2 in einer Gruppe, und anfangs darf nie eine ganze Gruppe genommen werden.",
			"Το πολύ 4 ομάδες και 13 φύλλα, τουλάχιστον 2 σε κάθε ομάδα, και στην αρχή ποτέ δεν παίρνεις ολόκληρη ομάδα.")},
};

const struct mk_preset take_away_presets[PRESETS] = {
	{.name = "open",
		.rules = {.value = {[OPTION_FIRST] = USER}},
		.description = MK_PHRASE(
			"Up to 64 groups of any size; you begin, and whoever takes the last card wins.",
			"Op til 64 grupper af enhver størrelse; du begynder, og den, der tager det sidste kort, vinder.",
			"Bis zu 64 Gruppen jeder Größe; du beginnst, und wer die letzte Karte nimmt, gewinnt.",
			"Έως 64 ομάδες οποιουδήποτε μεγέθους· αρχίζεις εσύ, και κερδίζει όποιος πάρει το τελευταίο φύλλο.")},
	{.name = "homework",
		.rules = {.value = {[OPTION_FIRST] = ADVISOR, [OPTION_HOMEWORK] = 1}},
		.description = MK_PHRASE(
			"The small game: at most 4 groups and 13 cards; the computer begins, and whoever takes the last card wins.",
			"Det lille spil: højst 4 grupper og 13 kort; computeren begynder, og den, der tager det sidste kort, vinder.",
			"Das kleine Spiel: höchstens 4 Gruppen und 13 Karten; der Computer beginnt, und wer die letzte Karte nimmt, gewinnt.",
			"Το μικρό παιχνίδι: το πολύ 4 ομάδες και 13 φύλλα· αρχίζει ο υπολογιστής, και κερδίζει όποιος πάρει το τελευταίο φύλλο.")},
};

/* ---- The table ------------------------------------------------------------------------------ */

static enum mk_status refuse(
	struct mk_error *error, const char *base, unsigned group, enum take_away_refusal refusal)
{
	char where[64];

	snprintf(where, sizeof where, "%.40s/%u", base, group);
	return take_away_refuse(error, refusal, where, 0, 0);
}

static enum mk_status check_homework(
	const struct take_away_view *view, const char *base, struct mk_error *error)
{
	if (view->count > HOMEWORK_GROUPS) {
		return refuse(error, base, HOMEWORK_GROUPS, REFUSED_MANY_GROUPS);
	}
	if (take_away_cards(view) > HOMEWORK_CARDS) {
		return take_away_refuse(error, REFUSED_MANY_CARDS, base, HOMEWORK_CARDS, 0);
	}
	for (unsigned group = 0; group < view->count; group++) {
		if (view->left[group] < HOMEWORK_LEAST) {
			return refuse(error, base, group, REFUSED_SMALL_GROUP);
		}
		if (view->limit[group] >= view->left[group]) {
			return refuse(error, base, group, REFUSED_WHOLE_GROUP);
		}
	}
	return MK_OK;
}

static enum mk_status check_table(
	const struct take_away_view *view, const char *base, struct mk_error *error)
{
	for (unsigned group = 0; group < view->count; group++) {
		if (view->limit[group] > view->left[group]) {
			return refuse(error, base, group, REFUSED_LARGE_LIMIT);
		}
	}
	if (view->total && take_away_cards(view) != view->total) {
		return take_away_refuse(error, REFUSED_OTHER_TOTAL, base,
			(long long)take_away_cards(view), view->total);
	}
	return view->homework ? check_homework(view, base, error) : MK_OK;
}

static uint32_t usual_limit(const struct take_away_view *view, uint32_t left)
{
	return view->homework && left > 1 ? left - 1 : left;
}

enum mk_status take_away_set_up(struct take_away_view *view, const uint32_t *left, unsigned count,
	const char *base, struct mk_error *error)
{
	struct take_away_view next = *view;
	bool limited = view->limit[0] != 0;
	enum mk_status status;

	next.count = (uint8_t)count;
	for (unsigned group = 0; group < count; group++) {
		next.left[group] = left[group];
		if (left[group] == 0) {
			return refuse(error, base, group, REFUSED_EMPTY_GROUP);
		}
		if (limited && view->limit[group] == 0) {
			return refuse(error, base, group, REFUSED_NO_LIMIT);
		}
		if (!limited) {
			next.limit[group] = usual_limit(view, left[group]);
		}
	}
	if (limited && count < GROUPS && view->limit[count] != 0) {
		return take_away_refuse(error, REFUSED_MORE_LIMITS, base, 0, 0);
	}
	status = check_table(&next, base, error);
	if (status == MK_OK) {
		*view = next;
	}
	return status;
}

static void unpack(const struct mk_rules *rules, struct take_away_view *view)
{
	const int32_t *value = rules->value;

	memset(view, 0, sizeof *view);
	view->turn = (uint8_t)value[OPTION_FIRST];
	view->misere = value[OPTION_LAST_CARD] == LOSES;
	view->person = value[OPTION_OPPONENT] == PERSON;
	view->homework = value[OPTION_HOMEWORK] != 0;
	view->total = (uint32_t)value[OPTION_TOTAL];
	for (int i = 0; i < value[OPTION_LIMITS]; i++) {
		view->limit[i] = (uint32_t)rules->list_values[limits.first + (unsigned)i];
	}
}

static enum mk_status begin(
	struct take_away_view *view, const struct mk_rules *rules, struct mk_error *error)
{
	uint32_t left[GROUPS];
	unsigned count = (unsigned)rules->value[OPTION_GROUPS];

	unpack(rules, view);
	for (unsigned i = 0; i < count; i++) {
		left[i] = (uint32_t)rules->list_values[groups.first + i];
	}
	return count ? take_away_set_up(view, left, count, "/rules/groups", error) : MK_OK;
}

enum mk_status take_away_check_rules(const struct mk_rules *rules, struct mk_error *error)
{
	struct take_away_view view;

	return begin(&view, rules, error);
}

enum mk_status take_away_check_opponents(const struct mk_rules *rules, struct mk_error *error)
{
	return rules->value[OPTION_OPPONENT] == PERSON
		       ? take_away_refuse(error, REFUSED_PERSON, "/rules/opponent", 0, 0)
		       : take_away_check_deal(rules, error);
}

void take_away_init_view(struct mk_view *view, const struct mk_rules *rules)
{
	begin((struct take_away_view *)view, rules, NULL);
}
