/* Statuses of a journal as errors for clients. */
#include "port/journal.h"

#include <makker/phrase.h>
#include <stddef.h>

static const struct {
	enum mk_status status;
	const char *code;
	struct mk_phrase phrase;
} errors[] = {
	{MK_NOT_FOUND, "unknown_session",
		MK_PHRASE("There is no such table.", "Det bord findes ikke.",
			"Diesen Tisch gibt es nicht.", "Δεν υπάρχει τέτοιο τραπέζι.")},
	{MK_OVER, "already_applied",
		MK_PHRASE("This was already done.", "Det er lige blevet gjort.",
			"Das wurde gerade schon ausgeführt.", "Αυτό μόλις έγινε.")},
	{MK_IO, "store_unavailable",
		MK_PHRASE("The store is unavailable; nothing was changed.",
			"Lageret er ikke tilgængeligt lige nu; intet er ændret.",
			"Der Speicher ist gerade nicht erreichbar; nichts wurde geändert.",
			"Η αποθήκευση δεν είναι διαθέσιμη τώρα· τίποτε δεν άλλαξε.")},
	{MK_IO, "store_unavailable",
		MK_PHRASE("The store does not respond; it is unknown whether anything was changed.",
			"Lageret svarer ikke; det vides ikke, om noget er ændret.",
			"Der Speicher antwortet nicht; ob etwas geändert wurde, ist nicht bekannt.",
			"Η αποθήκευση δεν απαντά· δεν είναι γνωστό αν άλλαξε κάτι.")},
};

enum mk_status journal_fail(enum mk_status status, struct mk_error *error)
{
	size_t row = status == MK_NOT_FOUND ? 0 : status == MK_OVER ? 1 : status == MK_BUSY ? 3 : 2;

	return mk_fail_localized(
		error, errors[row].status, errors[row].code, "", &errors[row].phrase, NULL, 0);
}
