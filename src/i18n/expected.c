/* Errors about an unexpected value: they name the expected one. */
#include <makker/status.h>
#include <string.h>

static const struct mk_phrase wanted[MK_WANTED_THINGS] = {
	[MK_WANTED_CARD] = MK_PHRASE("A card is expected here.", "Her skal stå et kort.",
		"Hier wird eine Karte erwartet.", "Εδώ χρειάζεται ένα φύλλο."),
	[MK_WANTED_CARD_OR_COUNT] = MK_PHRASE("A card or a count of the table is expected.",
		"Her skal være et kort eller et af bordets tal.",
		"Hier wird eine Karte oder eine Zahl des Tisches erwartet.",
		"Εδώ χρειάζεται ένα φύλλο ή ένας αριθμός του τραπεζιού."),
	[MK_WANTED_NUMBER] = MK_PHRASE("A whole number is expected here.",
		"Her skal stå et helt tal.", "Hier wird eine ganze Zahl erwartet.",
		"Εδώ χρειάζεται ένας ακέραιος αριθμός."),
	[MK_WANTED_NUMBER_IN] = MK_PHRASE("A whole number from {0} to {1} is expected here.",
		"Her skal stå et helt tal fra {0} til {1}.",
		"Hier wird eine ganze Zahl von {0} bis {1} erwartet.",
		"Εδώ χρειάζεται ένας ακέραιος αριθμός από {0} έως {1}."),
	[MK_WANTED_STEPS] = MK_PHRASE("A number from 1 to {0} is expected here, or its negative.",
		"Her skal stå et tal fra 1 til {0}, eller det samme med minus.",
		"Hier wird eine Zahl von 1 bis {0} erwartet, oder dieselbe mit Minus.",
		"Εδώ χρειάζεται ένας αριθμός από 1 έως {0}, ή ο ίδιος με μείον."),
	[MK_WANTED_TEXT] = MK_PHRASE("A text is expected here.", "Her skal stå en tekst.",
		"Hier wird ein Text erwartet.", "Εδώ χρειάζεται ένα κείμενο."),
	[MK_WANTED_BOOL] =
		MK_PHRASE("true or false is expected here.", "Her skal stå true eller false.",
			"Hier wird true oder false erwartet.", "Εδώ χρειάζεται true ή false."),
	[MK_WANTED_OBJECT] = MK_PHRASE("A JSON object is expected here.",
		"Her skal stå et JSON-objekt.", "Hier wird ein JSON-Objekt erwartet.",
		"Εδώ χρειάζεται ένα αντικείμενο JSON."),
	[MK_WANTED_BODY] = MK_PHRASE("The request is empty.", "Forespørgslen er tom.",
		"Die Anfrage ist leer.", "Το αίτημα είναι κενό."),
	[MK_WANTED_MEMBER] =
		MK_PHRASE("{0} is missing.", "{0} mangler.", "{0} fehlt.", "Λείπει: {0}."),
	[MK_WANTED_SLOT] = MK_PHRASE("A card, UU, XX, BACK or a list is expected here.",
		"Her skal stå et kort, UU, XX, BACK eller en liste.",
		"Hier wird eine Karte, UU, XX, BACK oder eine Liste erwartet.",
		"Εδώ χρειάζεται ένα φύλλο, UU, XX, BACK ή μια λίστα."),
	[MK_WANTED_CARDS] = MK_PHRASE("A list of cards is expected here.",
		"Her skal stå en liste med kort.", "Hier wird eine Liste von Karten erwartet.",
		"Εδώ χρειάζεται μια λίστα με φύλλα."),
	[MK_WANTED_SLOTS] = MK_PHRASE("A list of {0} places is expected here.",
		"Her skal stå en liste med {0} pladser.",
		"Hier wird eine Liste mit {0} Plätzen erwartet.",
		"Εδώ χρειάζεται μια λίστα με {0} θέσεις."),
	[MK_WANTED_SLOT_COUNT] = MK_PHRASE("{0} places are expected here, not {1}.",
		"Her skal være {0} pladser, ikke {1}.",
		"Hier werden {0} Plätze erwartet, nicht {1}.",
		"Εδώ χρειάζονται {0} θέσεις, όχι {1}."),
	[MK_WANTED_CARDS_OF] = MK_PHRASE("A list of {0} cards is expected here.",
		"Her skal stå en liste med {0} kort.",
		"Hier wird eine Liste von {0} Karten erwartet.",
		"Εδώ χρειάζεται μια λίστα με {0} φύλλα."),
	[MK_WANTED_CARDS_UP_TO] = MK_PHRASE("A list of at most {0} cards is expected here.",
		"Her skal stå en liste med højst {0} kort.",
		"Hier wird eine Liste von höchstens {0} Karten erwartet.",
		"Εδώ χρειάζεται μια λίστα με το πολύ {0} φύλλα."),
	[MK_WANTED_LIST] = MK_PHRASE("A list is expected here.", "Her skal stå en liste.",
		"Hier wird eine Liste erwartet.", "Εδώ χρειάζεται μια λίστα."),
	[MK_WANTED_LIST_UP_TO] = MK_PHRASE("A list with at most {0} entries is expected here.",
		"Her skal stå en liste med højst {0} elementer.",
		"Hier wird eine Liste mit höchstens {0} Einträgen erwartet.",
		"Εδώ χρειάζεται μια λίστα με το πολύ {0} στοιχεία."),
	[MK_WANTED_NUMBERS] = MK_PHRASE("A list of numbers is expected here.",
		"Her skal stå en liste med tal.", "Hier wird eine Liste von Zahlen erwartet.",
		"Εδώ χρειάζεται μια λίστα με αριθμούς."),
	[MK_WANTED_NUMBERS_OF] = MK_PHRASE("A list of {0} numbers is expected here.",
		"Her skal stå en liste med {0} tal.",
		"Hier wird eine Liste von {0} Zahlen erwartet.",
		"Εδώ χρειάζεται μια λίστα με {0} αριθμούς."),
	[MK_WANTED_SINGLE] = MK_PHRASE("One value is expected here, no list.",
		"Her skal stå én værdi, ikke en liste.",
		"Hier wird ein einzelner Wert erwartet, keine Liste.",
		"Εδώ χρειάζεται μία τιμή, όχι λίστα."),
};

enum mk_status(mk_fail_expected)(
	struct mk_error *error, const char *code, const char *where, enum mk_wanted thing)
{
	return mk_fail_localized(error, MK_MALFORMED, code, where, &wanted[thing], NULL, 0);
}

/* Of a range of one. */
static const struct mk_phrase wanted_this = MK_PHRASE("{0} is expected here.", "Her skal stå {0}.",
	"Hier wird {0} erwartet.", "Εδώ χρειάζεται {0}.");

enum mk_status(mk_fail_expected_in)(struct mk_error *error, const char *code, const char *where,
	enum mk_wanted thing, long long first, long long second)
{
	struct mk_phrase_arg words[] = {{.kind = MK_ARG_NUMBER, .number = first},
		{.kind = MK_ARG_NUMBER, .number = second}};

	return mk_fail_localized(error, MK_MALFORMED, code, where,
		thing == MK_WANTED_NUMBER_IN && first == second ? &wanted_this : &wanted[thing],
		words, 2);
}

enum mk_status(mk_fail_missing)(struct mk_error *error, const char *where)
{
	struct mk_phrase_arg name = mk_phrase_quote(where + 1, strlen(where + 1));

	return mk_fail_localized(
		error, MK_MALFORMED, "missing_field", where, &wanted[MK_WANTED_MEMBER], &name, 1);
}
