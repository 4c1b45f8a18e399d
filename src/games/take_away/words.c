/* Moves, the message and contradictions as sentences. */
#include "games/take_away/words.h"

#include "games/take_away/theory.h"
#include "games/take_away/world.h"

enum { MAX_NAMED = 4, NAMES_SIZE = 160 };

const char *const take_away_suppressions[] = {NULL, NULL};
const char *const take_away_conflict_reasons[CONFLICTS + 1] = {
	[CONFLICT_GREW] = "group_grew",
	[CONFLICT_SEVERAL] = "several_groups_shrank",
	[CONFLICT_TOO_MANY] = "too_many_taken",
};

/* A phrase for one of something, and for several; {0} is the number. */
struct counted {
	struct mk_phrase one, more;
};

static const struct counted cards = {
	MK_PHRASE("{0} card", "{0} kort", "{0} Karte", "{0} φύλλο"),
	MK_PHRASE("{0} cards", "{0} kort", "{0} Karten", "{0} φύλλα"),
};
static const struct counted user_takes = {
	MK_PHRASE("Take {0} card from group {1}.", "Tag {0} kort fra gruppe {1}.",
		"Nimm {0} Karte aus Gruppe {1}.", "Πάρε {0} φύλλο από την ομάδα {1}."),
	MK_PHRASE("Take {0} cards from group {1}.", "Tag {0} kort fra gruppe {1}.",
		"Nimm {0} Karten aus Gruppe {1}.", "Πάρε {0} φύλλα από την ομάδα {1}."),
};
static const struct counted computer_takes = {
	MK_PHRASE("I take {0} card from group {1}.", "Jeg tager {0} kort fra gruppe {1}.",
		"Ich nehme {0} Karte aus Gruppe {1}.", "Παίρνω {0} φύλλο από την ομάδα {1}."),
	MK_PHRASE("I take {0} cards from group {1}.", "Jeg tager {0} kort fra gruppe {1}.",
		"Ich nehme {0} Karten aus Gruppe {1}.", "Παίρνω {0} φύλλα από την ομάδα {1}."),
};
static const struct counted other_takes = {
	MK_PHRASE("The other player takes {0} card from group {1}.",
		"Modspilleren tager {0} kort fra gruppe {1}.",
		"Der Gegner nimmt {0} Karte aus Gruppe {1}.",
		"Ο αντίπαλος παίρνει {0} φύλλο από την ομάδα {1}."),
	MK_PHRASE("The other player takes {0} cards from group {1}.",
		"Modspilleren tager {0} kort fra gruppe {1}.",
		"Der Gegner nimmt {0} Karten aus Gruppe {1}.",
		"Ο αντίπαλος παίρνει {0} φύλλα από την ομάδα {1}."),
};

static const struct mk_phrase first_wanted =
	MK_PHRASE("Show me the groups: how many cards does each have?",
		"Vis mig grupperne: hvor mange kort er der i hver?",
		"Zeig mir die Gruppen: Wie viele Karten hat jede?",
		"Δείξε μου τις ομάδες: πόσα φύλλα έχει η καθεμιά;");
static const struct mk_phrase won =
	MK_PHRASE("You have won!", "Du har vundet!", "Du hast gewonnen!", "Κέρδισες!");
static const struct mk_phrase lost =
	MK_PHRASE("You have lost. Thanks for playing!", "Du har tabt. Tak for spillet!",
		"Du hast verloren. Danke fürs Mitspielen!", "Έχασες. Ευχαριστώ για το παιχνίδι!");
static const struct mk_phrase other_moves =
	MK_PHRASE("The other player is to move. Show me the groups again after that.",
		"Det er modspillerens tur. Vis mig grupperne igen bagefter.",
		"Der Gegner ist am Zug. Zeig mir danach wieder die Gruppen.",
		"Παίζει ο αντίπαλος. Δείξε μου ξανά τις ομάδες μετά.");
static const struct mk_phrase look_again = MK_PHRASE(
	"I can't count the cards of group {0}. Show me the groups once more.",
	"Jeg kan ikke tælle kortene i gruppe {0}. Vis mig grupperne igen.",
	"Ich kann die Karten von Gruppe {0} nicht zählen. Zeig mir die Gruppen noch einmal.",
	"Δεν μπορώ να μετρήσω τα φύλλα της ομάδας {0}. Δείξε μου ξανά τις ομάδες.");

static const struct mk_phrase conflicts[CONFLICTS] = {
	[CONFLICT_GREW] = MK_PHRASE("Cards of group {0}: I see {1}, but there were only {2}.",
		"Kort i gruppe {0}: jeg ser {1}, men der var kun {2}.",
		"Karten von Gruppe {0}: Ich sehe {1}, es waren aber nur {2}.",
		"Φύλλα της ομάδας {0}: βλέπω {1}, ενώ ήταν μόνο {2}."),
	[CONFLICT_SEVERAL] = MK_PHRASE(
		"Group {0} went from {2} to {1}, and another group shrank at the same time: only one group at a time, please.",
		"Gruppe {0} gik fra {2} til {1}, og en anden gruppe blev mindre samtidig: kun én gruppe ad gangen.",
		"Gruppe {0} ging von {2} auf {1} zurück, und eine andere Gruppe wurde zugleich kleiner: bitte nur aus einer Gruppe auf einmal.",
		"Η ομάδα {0} πήγε από {2} σε {1} και συγχρόνως μίκρυνε και άλλη ομάδα: μόνο μία ομάδα κάθε φορά."),
	[CONFLICT_TOO_MANY] = MK_PHRASE("Group {0}: {1} left, but one move leaves at least {2}.",
		"Gruppe {0}: {1} tilbage, men ét træk efterlader mindst {2}.",
		"Gruppe {0}: noch {1}, aber ein Zug lässt mindestens {2} übrig.",
		"Ομάδα {0}: απομένουν {1}, αλλά μία κίνηση αφήνει τουλάχιστον {2}."),
};

static const struct mk_phrase *number_of(const struct counted *counted, uint32_t count)
{
	return count == 1 ? &counted->one : &counted->more;
}

void take_away_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move)
{
	mk_phrase_write(out, language, number_of(&cards, move.count),
		&(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = move.count}, 1);
}

void take_away_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, struct mk_move move)
{
	const struct take_away_view *table = view_of(view);
	const struct counted *who = table->turn == USER ? &user_takes
				    : table->person     ? &other_takes
							: &computer_takes;
	struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_NUMBER, .number = move.count},
		{.kind = MK_ARG_NUMBER, .number = move.from + 1},
	};

	mk_phrase_write(out, language, number_of(who, move.count), words, 2);
}

void take_away_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict)
{
	struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_NUMBER, .number = conflict->at + 1},
		{.kind = MK_ARG_NUMBER, .number = conflict->seen_count},
		{.kind = MK_ARG_NUMBER, .number = conflict->likely_count},
	};

	mk_phrase_write(out, language, &conflicts[conflict->reason], words, 3);
}

/* ---- The message ---------------------------------------------------------------------------- */

/* Lists the numbers of the groups, "2, 5", up to a maximum. */
static void describe_look_again(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding)
{
	char buffer[NAMES_SIZE];
	struct mk_text names;

	mk_text_fixed(&names, buffer, sizeof buffer);
	for (unsigned i = 0; i < finding->unreadable_count && i < MAX_NAMED; i++) {
		mk_text_put(&names, i ? ", " : "");
		mk_text_int(&names, finding->unreadable[i] + 1);
	}
	mk_phrase_write(out, language, &look_again,
		&(struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = buffer}, 1);
}

static void describe_suggestion(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_move *suggestion)
{
	const struct take_away_view *table = view_of(view);

	if (table->turn == ADVISOR && table->person) {
		mk_phrase_write(out, language, &other_moves, NULL, 0);
		return;
	}
	take_away_describe_move(out, language, view, *suggestion);
	mk_text_char(out, ' ');
	take_away_explain(out, language, table, *suggestion);
}

static const struct mk_phrase *without_move(enum mk_outcome outcome)
{
	switch (outcome) {
	case MK_WAITING:
		return &first_wanted;
	case MK_WON:
		return &won;
	case MK_LOST:
		return &lost;
	case MK_PLAYING:
	case MK_DRAWN:
	case MK_STOPPED:
		break;
	}
	return &other_moves;
}

void take_away_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion)
{
	enum mk_outcome outcome = take_away_outcome(view);

	if (finding && finding->explanation == MK_LOOK_AGAIN) {
		describe_look_again(out, language, finding);
	} else if (finding && finding->explanation == MK_CONTRADICTION && finding->conflict_count) {
		take_away_describe_conflict(out, language, &finding->conflicts[0]);
	} else if (outcome == MK_PLAYING && suggestion) {
		describe_suggestion(out, language, view, suggestion);
	} else {
		mk_phrase_write(out, language, without_move(outcome), NULL, 0);
	}
}
