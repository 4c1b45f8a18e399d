/* The rule options of a game, their values, and presets. */
#ifndef MAKKER_RULES_H
#define MAKKER_RULES_H

#include <makker/phrase.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MK_MAX_OPTIONS = 80,
	MK_MAX_LIST_VALUES = 128,
	MK_UNLIMITED = -1,
};

/*
 * The values of a game's options, in the order of its option table. Plain data. The value of a list
 * is its number of members, which stand in `list_values`; unused elements of that are 0.
 */
struct mk_rules {
	int32_t value[MK_MAX_OPTIONS];
	int32_t list_values[MK_MAX_LIST_VALUES];
};

enum mk_option_type {
	MK_OPTION_BOOL,   /* 0 or 1 */
	MK_OPTION_COUNT,  /* `min` to `max`, or MK_UNLIMITED if `unlimited` */
	MK_OPTION_CHOICE, /* index in `choices` */
	MK_OPTION_CARD,   /* a mk_card */
	MK_OPTION_LIST    /* `min` to `max` members */
};

/* A list of members of one kind, in mk_rules.list_values from `first` on. */
struct mk_list {
	const struct mk_option *member; /* describes each member; not a list itself */
	unsigned first;
	bool unique;       /* no member comes twice */
	const char *empty; /* the word for the list without members ("unknown"); NULL: [] */
};

/*
 * One rule option. `min` and `max` bound counts and the lengths of lists; `allowed` (ended by
 * -1) lists the allowed values if not all between them are.
 */
struct mk_option {
	const char *name;
	const char *former_name; /* name in journals of earlier versions; NULL: the same */
	enum mk_option_type type;
	int32_t min, max;
	bool unlimited;
	const int32_t *allowed;
	const char *const *choices; /* ended by NULL */
	/* The same for players, in that order; NULL: in a list's member, the choices themselves. */
	const struct mk_phrase *choice_phrases;
	const struct mk_list *list; /* of a list */
	bool says_cards; /* unless 0 or empty, the value determines which cards lie where at the
			    start */
	struct mk_phrase description; /* what the option means, for players */
};

struct mk_preset {
	const char *name;
	struct mk_rules rules;
	struct mk_phrase description;
};

#endif
