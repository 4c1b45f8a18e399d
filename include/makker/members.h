/* Which members a JSON object may have. */
#ifndef MAKKER_MEMBERS_H
#define MAKKER_MEMBERS_H

#include <makker/status.h>

struct json_t;

/*
 * One member. `of` are those of the object that it is, or of each object in the list that it is;
 * NULL: they are not looked into. A table of members ends with a row without a name.
 */
struct mk_member {
	const char *name;
	const struct mk_member *of;
};

/*
 * MK_MALFORMED "unknown_member" with its pointer, behind `base`, where an object has a member that
 * is neither in `members` (NULL: nothing is checked) nor in `more` (may be NULL). Types are the
 * business of readers: what is no object is MK_OK.
 */
enum mk_status mk_members_check(const struct json_t *json, const struct mk_member *members,
	const struct mk_member *more, const char *base, struct mk_error *error);

#endif
