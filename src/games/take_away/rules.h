/* The options and presets of take-away, and the setup of a game from them. */
#ifndef TAKE_AWAY_RULES_H
#define TAKE_AWAY_RULES_H

#include "games/take_away/table.h"

/* Indices of the options in struct mk_rules. */
enum take_away_option {
	OPTION_GROUPS,
	OPTION_LIMITS,
	OPTION_TOTAL,
	OPTION_LAST_CARD,
	OPTION_FIRST,
	OPTION_OPPONENT,
	OPTION_HOMEWORK,
	OPTIONS
};

enum { PRESETS = 2 };

extern const struct mk_option take_away_options[OPTIONS];
extern const struct mk_preset take_away_presets[PRESETS];

enum mk_status take_away_check_rules(const struct mk_rules *rules, struct mk_error *error);
enum mk_status take_away_check_opponents(const struct mk_rules *rules, struct mk_error *error);

/* The initial table by the rules; it has no groups if the rules name none. */
void take_away_init_view(struct mk_view *view, const struct mk_rules *rules);

/*
 * Sets up `count` groups. Without known limits, all cards of a group may be taken at once (with the
 * original program's bounds, all but one). MK_IMPOSSIBLE with the place below `base` if such groups
 * are not possible; the view is then unchanged.
 */
enum mk_status take_away_set_up(struct take_away_view *view, const uint32_t *left, unsigned count,
	const char *base, struct mk_error *error);

#endif
