/* Accepted findings as JSON: moves, revealed cards and counts. */
#ifndef GAMES_COMMON_FINDINGS_H
#define GAMES_COMMON_FINDINGS_H

#include <makker/finding.h>
#include <makker/status.h>
#include <makker/text.h>

struct json_t;

/* How a game writes its findings. */
struct finding_form {
	/*
	 * Writes the members of a move into the open object, and reads them; false if they are no
	 * move.
	 */
	void (*write_move)(struct mk_text *out, const struct mk_played_move *played);
	bool (*read_move)(const struct json_t *json, struct mk_played_move *played);
	const char *position; /* member with the position of a revealed card; NULL: none */
	const char *counted;  /* member with the counts of a first snapshot; NULL: none */
	uint8_t max_position;
};

/* Moves as bytes, "position" and "counted". */
extern const struct finding_form finding_general_form;

void finding_write(struct mk_text *out, const char *key, const struct mk_finding *finding,
	const struct finding_form *form);

/* MK_MALFORMED "invalid_finding" with the pointer of the member. */
enum mk_status finding_read(const struct json_t *json, struct mk_finding *finding,
	const struct finding_form *form, struct mk_error *error);

/* Reads the explanation by its name, at most `last`; false if it is none. */
bool finding_read_explanation(
	const struct json_t *json, enum mk_explanation last, enum mk_explanation *explanation);

/*
 * Reads a member that is a whole number from 0 to `max`, or a card (missing or null: MK_NO_CARD).
 */
bool finding_read_number(
	const struct json_t *json, const char *name, uint32_t max, uint32_t *number);
bool finding_read_byte(const struct json_t *json, const char *name, uint8_t max, uint8_t *byte);
bool finding_read_card(const struct json_t *json, const char *name, mk_card *card);

#endif
