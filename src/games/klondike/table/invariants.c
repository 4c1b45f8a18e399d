/* The invariants of a view. */
#include "games/klondike/table/table.h"

/* ---- What can be wrong ---------------------------------------------------------------------- */

enum flaw {
	FLAW_UNSEEN,
	FLAW_RANKS,
	FLAW_PILE,
	FLAW_PILE_CARD,
	FLAW_SHUFFLES,
	FLAW_FOUNDATION,
	FLAW_SET,
	/* Faults that an entered table can have too. */
	FLAW_PLACE,
	FLAW_UNSEEN_COLUMN,
	FLAW_NO_RUN,
	FLAW_TWO_PLACES,
	FLAW_LOOSE,
	FLAW_NOT_52,
	FLAW_FRONT_UNKNOWN,
	FLAWS
};

/* Only an error of the program can cause these, so they have no sentences for players. */
#define INTERNAL(what) MK_PHRASE(what, what, what, what)

static const struct mk_phrase flaws[FLAWS] = {
	[FLAW_UNSEEN] = INTERNAL("a column has more unseen cards than it was dealt"),
	[FLAW_RANKS] = INTERNAL("a column has more face-up cards than there are ranks"),
	[FLAW_PILE] = INTERNAL("the draw pile's counts are impossible"),
	[FLAW_PILE_CARD] =
		INTERNAL("the draw pile holds something that is no card, or a card behind its end"),
	[FLAW_SHUFFLES] = INTERNAL("the shuffles left are impossible"),
	[FLAW_FOUNDATION] = INTERNAL("a foundation is higher than a king"),
	[FLAW_SET] = INTERNAL("the set of face-up cards is not that of the columns"),
	[FLAW_PLACE] = MK_PHRASE("A face-up card of a column is missing.",
		"Et vendt kort i en kolonne mangler.", "Eine aufgedeckte Karte einer Spalte fehlt.",
		"Λείπει ένα ανοιχτό φύλλο μιας στήλης."),
	[FLAW_UNSEEN_COLUMN] = MK_PHRASE("A column with hidden cards has no face-up one.",
		"En kolonne med skjulte kort har intet vendt kort.",
		"Eine Spalte mit verdeckten Karten hat keine aufgedeckte.",
		"Μια στήλη με κλειστά φύλλα δεν έχει ανοιχτό."),
	[FLAW_NO_RUN] = MK_PHRASE("The face-up cards of a column do not follow one another.",
		"De vendte kort i en kolonne følger ikke efter hinanden.",
		"Die aufgedeckten Karten einer Spalte folgen nicht aufeinander.",
		"Τα ανοιχτά φύλλα μιας στήλης δεν είναι στη σειρά."),
	[FLAW_TWO_PLACES] = MK_PHRASE("A card is in two places.", "Et kort ligger to steder.",
		"Eine Karte liegt an zwei Stellen.", "Ένα φύλλο βρίσκεται σε δύο θέσεις."),
	[FLAW_LOOSE] = MK_PHRASE("The stock lists more cards than it contains.",
		"Der er angivet flere kort i trækbunken, end den har.",
		"Vom Ziehstapel sind mehr Karten genannt, als er hat.",
		"Για τη στοίβα δίνονται περισσότερα φύλλα από όσα έχει."),
	[FLAW_NOT_52] =
		MK_PHRASE("The cards do not add up to 52.", "Kortene giver ikke 52 tilsammen.",
			"Die Karten ergeben zusammen nicht 52.", "Τα φύλλα δεν είναι 52 συνολικά."),
	[FLAW_FRONT_UNKNOWN] = MK_PHRASE("The front card of the waste is missing.",
		"Det forreste kort i trækbunken er ikke angivet.",
		"Die vorderste Karte des Ziehstapels ist nicht genannt.",
		"Δεν δίνεται το μπροστινό φύλλο της στοίβας."),
};

/* ---- What is known -------------------------------------------------------------------------- */

static bool is_run(const mk_card *card, int count)
{
	for (int i = 0; i + 1 < count; i++) {
		if (mk_rank(card[i]) != mk_rank(card[i + 1]) + 1 ||
			mk_is_red(card[i]) == mk_is_red(card[i + 1])) {
			return false;
		}
	}
	return true;
}

static const struct mk_phrase *column_broken(const struct klondike_view *view, int column)
{
	const mk_card *card = view->column[column];
	int up = view->up[column];

	if (view->unseen[column] > column) {
		return &flaws[FLAW_UNSEEN];
	}
	if (up > COLUMN_UP) {
		return &flaws[FLAW_RANKS];
	}
	for (int i = 0; i < COLUMN_UP; i++) {
		if (i < up ? !mk_is_card(card[i]) : card[i] != MK_NO_CARD) {
			return &flaws[FLAW_PLACE];
		}
	}
	if (up == 0 && view->unseen[column]) {
		return &flaws[FLAW_UNSEEN_COLUMN];
	}
	return is_run(card, up) ? NULL : &flaws[FLAW_NO_RUN];
}

static const struct mk_phrase *pile_broken(const struct klondike_view *view)
{
	if (view->pile_count > PILE || view->turned > view->pile_count) {
		return &flaws[FLAW_PILE];
	}
	for (int i = 0; i < PILE; i++) {
		bool card = mk_is_card(view->pile[i]);

		if (i < view->pile_count ? !card && view->pile[i] != MK_NO_CARD
					 : view->pile[i] != MK_NO_CARD) {
			return &flaws[FLAW_PILE_CARD];
		}
	}
	if (view->shuffles < MK_UNLIMITED || view->shuffles > view->rules.shuffles ||
		(view->rules.shuffles == MK_UNLIMITED) != (view->shuffles == MK_UNLIMITED)) {
		return &flaws[FLAW_SHUFFLES];
	}
	return NULL;
}

/* Adds `card` to `cards`; false if it was in the set. */
static bool put(mk_cards *cards, mk_card card)
{
	bool is_new = (*cards & MK_CARD_BIT(card)) == 0;

	*cards |= MK_CARD_BIT(card);
	return is_new;
}

/*
 * True if all known cards are different. `unknown` gets the number of unknown places of the pile.
 */
static bool all_different(const struct klondike_view *view, int *unknown)
{
	mk_cards cards = klondike_foundation_cards(view);
	bool different = (cards & view->pile_loose) == 0;

	cards |= view->pile_loose;
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < view->up[column]; i++) {
			different &= put(&cards, view->column[column][i]);
		}
	}
	*unknown = 0;
	for (int i = 0; i < view->pile_count; i++) {
		if (view->pile[i] == MK_NO_CARD) {
			++*unknown;
		} else {
			different &= put(&cards, view->pile[i]);
		}
	}
	return different;
}

static int card_count(const struct klondike_view *view)
{
	int count = view->pile_count;

	for (int column = 0; column < COLUMNS; column++) {
		count += view->unseen[column] + view->up[column];
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		count += view->foundation[suit];
	}
	return count;
}

static const struct mk_phrase *cards_broken(const struct klondike_view *view)
{
	struct klondike_view counted;
	int unknown;

	for (int suit = 0; suit < MK_SUITS; suit++) {
		if (view->foundation[suit] > MK_KING) {
			return &flaws[FLAW_FOUNDATION];
		}
	}
	klondike_copy_table(&counted, view);
	klondike_recount(&counted);
	if (view->face_up != counted.face_up) {
		return &flaws[FLAW_SET];
	}
	if (!all_different(view, &unknown)) {
		return &flaws[FLAW_TWO_PLACES];
	}
	if (view->pile_loose & ~MK_WHOLE_DECK || __builtin_popcountll(view->pile_loose) > unknown) {
		return &flaws[FLAW_LOOSE];
	}
	return card_count(view) == MK_DECK ? NULL : &flaws[FLAW_NOT_52];
}

static const struct mk_phrase *torn(const struct klondike_view *view)
{
	const struct mk_phrase *flaw = NULL;

	if (!view->started) {
		return NULL;
	}
	for (int column = 0; column < COLUMNS && !flaw; column++) {
		flaw = column_broken(view, column);
	}
	if (!flaw) {
		flaw = pile_broken(view);
	}
	return flaw ? flaw : cards_broken(view);
}

const struct mk_phrase *klondike_view_flaw(const struct klondike_view *view)
{
	if (view->started && view->turned && view->pile[view->turned - 1] == MK_NO_CARD) {
		return &flaws[FLAW_FRONT_UNKNOWN];
	}
	return torn(view);
}

static const char *in_english(const struct mk_phrase *flaw)
{
	return flaw ? flaw->in[MK_ENGLISH] : NULL;
}

const char *klondike_view_torn(const struct klondike_view *view)
{
	return in_english(torn(view));
}

const char *klondike_view_broken(const struct klondike_view *view)
{
	return in_english(klondike_view_flaw(view));
}
