/* Checks recorded questions about the winner and the value. */
#include "games/doppelkopf/records/record.h"

#include "games/doppelkopf/scoring/score.h"

#include <string.h>

enum { TRICKS = 12, ALL = 240 };

static const struct doko_rules *tournament(struct doko_rules *rules)
{
	doko_rules_unpack(record_rules("ddv"), rules);
	return rules;
}

static bool is_true(const json_t *json, const char *key)
{
	return json_is_true(json_object_get(json, key));
}

/* Sets the tricks: one team has all of them, or each has half. */
static void take_tricks(struct doko_account *account, bool re, bool contra)
{
	account->all = TRICKS;
	account->tricks[DOKO_RE] = re ? TRICKS : contra ? 0 : TRICKS / 2;
	account->tricks[DOKO_KONTRA] = TRICKS - account->tricks[DOKO_RE];
}

static void take_levels(const json_t *json, struct doko_account *account)
{
	account->level[DOKO_RE] = record_number(json, "re", 0);
	account->level[DOKO_KONTRA] = record_number(json, "contra", 0);
}

static bool has_sound_levels(const struct doko_account *account)
{
	return account->level[0] >= 0 && account->level[0] <= DOKO_BLACK &&
	       account->level[1] >= 0 && account->level[1] <= DOKO_BLACK;
}

/* Checks "does the team win with this many card points?". */
static void check_winner(const struct record *record, int party)
{
	struct doko_account account;
	bool expected = is_true(record->json, "expect"), won;

	take_levels(record->json, &account);
	take_tricks(&account, is_true(record->json, "re_all"), is_true(record->json, "contra_all"));
	account.augen[party] = record_number(record->json, "eyes", 0);
	account.augen[!party] = ALL - account.augen[party];
	if (!has_sound_levels(&account)) {
		record_differs(record, "there is no such level");
		return;
	}
	won = doko_winner(&account) == party;
	if (won != expected) {
		record_differs(record, "%s %s, recorded: %s", party == DOKO_RE ? "re" : "contra",
			won ? "wins" : "does not win", expected ? "wins" : "does not win");
	}
}

/*
 * Checks the value for the winner, without special points, with the rules of the tournament. The
 * recorded winner only tells which team has all tricks.
 */
static void check_value(const struct record *record)
{
	struct doko_account account;
	struct doko_rules rules;
	int expected = record_number(record->json, "pts_winner", 0), value;
	bool re = record_number(record->json, "winner_eyes", 0) ==
		  record_number(record->json, "eyes_re", 0);
	bool all = is_true(record->json, "all");

	take_levels(record->json, &account);
	account.augen[DOKO_RE] = record_number(record->json, "eyes_re", 0);
	account.augen[DOKO_KONTRA] = record_number(record->json, "eyes_contra", 0);
	take_tricks(&account, all && re, all && !re);
	if (!has_sound_levels(&account)) {
		record_differs(record, "there is no such level");
		return;
	}
	value = doko_basic_value(tournament(&rules), &account, doko_winner(&account));
	if (doko_winner(&account) == DOKO_KONTRA) {
		value = -value;
	}
	if (value != expected) {
		record_differs(record, "value %d, recorded: %d", value, expected);
	}
}

/*
 * Checks the value for both teams if neither wins: 120 to 120, and both have missed what they
 * announced.
 */
static void check_draw(const struct record *record)
{
	struct doko_account account;
	struct doko_rules rules;
	int expected = record_number(record->json, "pts_re", 0), value;

	take_levels(record->json, &account);
	account.augen[DOKO_RE] = record_number(record->json, "eyes_re", 0);
	account.augen[DOKO_KONTRA] = record_number(record->json, "eyes_contra", 0);
	take_tricks(&account, false, false);
	if (!has_sound_levels(&account)) {
		record_differs(record, "there is no such level");
		return;
	}
	value = doko_basic_value(tournament(&rules), &account, DOKO_NO_WINNER);
	if (value != expected) {
		record_differs(record, "value %d for re, recorded: %d", value, expected);
	}
}

void record_check_case(const struct record *record)
{
	const char *question = record_text(record->json, "q");

	record->sum->cases++;
	if (strcmp(question, "re_won") == 0) {
		check_winner(record, DOKO_RE);
	} else if (strcmp(question, "contra_won") == 0) {
		check_winner(record, DOKO_KONTRA);
	} else if (strcmp(question, "basic_value") == 0) {
		check_value(record);
	} else if (strcmp(question, "draw_value") == 0) {
		check_draw(record);
	} else {
		record_differs(record, "there is no question '%.20s'", question);
	}
}
