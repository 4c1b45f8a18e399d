/* The sentences for impossible reported moves. */
#include "games/common/move_error.h"

static const struct mk_phrase illegal = MK_PHRASE("This move is not legal at the present table.",
	"Det træk er ikke tilladt, som bordet ligger nu.", "Dieser Zug ist jetzt nicht erlaubt.",
	"Αυτή η κίνηση δεν επιτρέπεται τώρα.");
static const struct mk_phrase too_much =
	MK_PHRASE("This move turns up no card.", "Det træk vender intet kort.",
		"Dieser Zug deckt keine Karte auf.", "Αυτή η κίνηση δεν ανοίγει φύλλο.");
static const struct mk_phrase too_little = MK_PHRASE("This move turns up a card: which one?",
	"Det træk vender et kort: hvilket?", "Dieser Zug deckt eine Karte auf: welche?",
	"Αυτή η κίνηση ανοίγει ένα φύλλο: ποιο;");
static const struct mk_phrase out_of_order =
	MK_PHRASE("The next card is {1}, not {0}.", "Det næste kort er {1}, ikke {0}.",
		"Dieser Zug deckt {1} auf, nicht {0}.", "Αυτή η κίνηση ανοίγει {1}, όχι {0}.");
static const struct mk_phrase elsewhere = MK_PHRASE("That card is already somewhere else: {0}.",
	"Det kort ligger allerede et andet sted: {0}.", "Diese Karte liegt schon woanders: {0}.",
	"Αυτό το φύλλο βρίσκεται ήδη αλλού: {0}.");

static const struct mk_phrase no_such_card = MK_PHRASE("There is no such card.",
	"Det kort findes ikke.", "Diese Karte gibt es nicht.", "Δεν υπάρχει τέτοιο φύλλο.");
static const struct mk_phrase twice =
	MK_PHRASE("This card occurs twice: {0}.", "Det kort er der to gange: {0}.",
		"Diese Karte ist zweimal da: {0}.", "Αυτό το φύλλο υπάρχει δύο φορές: {0}.");

static enum mk_status refuse(
	struct mk_error *error, const char *code, const char *where, const struct mk_phrase *phrase)
{
	return mk_fail_localized(error, MK_IMPOSSIBLE, code, where, phrase, NULL, 0);
}

enum mk_status move_error_duplicate_card(struct mk_error *error, const char *where, mk_card card)
{
	struct mk_phrase_arg word = {.kind = MK_ARG_CARD, .card = card};

	return mk_fail_localized(error, MK_IMPOSSIBLE, "duplicate_card", where, &twice, &word, 1);
}

enum mk_status move_error_illegal(struct mk_error *error, const char *where)
{
	return refuse(error, "illegal_move", where, &illegal);
}

enum mk_status move_error_unexpected_card(struct mk_error *error)
{
	return refuse(error, "no_card_revealed", "/revealed", &too_much);
}

enum mk_status move_error_missing_card(struct mk_error *error)
{
	return refuse(error, "revealed_card_missing", "/revealed", &too_little);
}

enum mk_status move_error_wrong_order(struct mk_error *error, mk_card revealed, mk_card next)
{
	struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_OBJECT, .card = revealed}, {.kind = MK_ARG_OBJECT, .card = next}};

	return mk_fail_localized(
		error, MK_IMPOSSIBLE, "wrong_order", "/revealed", &out_of_order, words, 2);
}

enum mk_status move_error_card_elsewhere(struct mk_error *error, mk_card revealed)
{
	struct mk_phrase_arg word = {.kind = MK_ARG_CARD, .card = revealed};

	if (!mk_is_card(revealed)) {
		return refuse(error, "card_elsewhere", "/revealed", &no_such_card);
	}
	return mk_fail_localized(
		error, MK_IMPOSSIBLE, "card_elsewhere", "/revealed", &elsewhere, &word, 1);
}

static const struct mk_phrase impossible_table =
	MK_PHRASE("The table cannot have become like this.", "Bordet kan ikke være blevet sådan.",
		"So kann der Tisch nicht geworden sein.", "Το τραπέζι δεν μπορεί να έγινε έτσι.");

enum mk_status move_error_contradiction(struct mk_error *error, const char *where)
{
	return mk_fail_localized(
		error, MK_CONFLICT, "snapshot_contradiction", where, &impossible_table, NULL, 0);
}
