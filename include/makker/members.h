/* The members that a JSON object may have. */
#ifndef MAKKER_MEMBERS_H
#define MAKKER_MEMBERS_H

#include <makker/status.h>

struct json_t;

/*
 * One member. `of` lists the members of its value, an object, or of each object in its value, a
 * list; NULL: they are not checked. A table of members ends with a row without a name.
 */
struct mk_member {
	const char *name;
	const struct mk_member *of;
};

/*
 * MK_MALFORMED "unknown_member" with its pointer, behind `base`, where an object has a member that
 * is neither in `members` (NULL: nothing is checked) nor in `more` (may be NULL). Types are checked
 * by the readers: a value that is not an object gives MK_OK.
 */
enum mk_status mk_members_check(const struct json_t *json, const struct mk_member *members,
	const struct mk_member *more, const char *base, struct mk_error *error);

#endif
