/* Members of JSON objects against a table of those that are known. */
#include "base/unknown.h"

#include <jansson.h>
#include <makker/members.h>
#include <string.h>

/* An object or list on the path to the current value: its name in its parent, or its index. */
struct step {
	const struct step *above;
	const char *name; /* NULL: `index` */
	size_t index;
};

/* Maximum depth of bodies; deeper values are not checked. */
enum { DEEPEST = 64 };

struct check {
	const struct mk_member *more; /* of the outermost object, too */
	const char *base;
	int depth;
	struct mk_error *error;
};

/* A name as a part of a JSON pointer (RFC 6901). */
static void put_name(struct mk_text *pointer, const char *name)
{
	for (; *name; name++) {
		if (*name == '~' || *name == '/') {
			mk_text_put(pointer, *name == '~' ? "~0" : "~1");
		} else {
			mk_text_char(pointer, *name);
		}
	}
}

static void put_step(struct mk_text *pointer, const struct step *step)
{
	if (!step) {
		return;
	}
	put_step(pointer, step->above);
	mk_text_char(pointer, '/');
	if (step->name) {
		put_name(pointer, step->name);
	} else {
		mk_text_int(pointer, (long long)step->index);
	}
}

static const struct mk_member *find(const struct mk_member *members, const char *name)
{
	for (; members && members->name; members++) {
		if (strcmp(members->name, name) == 0) {
			return members;
		}
	}
	return NULL;
}

static void offer(struct unknown *unknown, const struct mk_member *members)
{
	for (; members && members->name; members++) {
		unknown_offer(unknown, members->name);
	}
}

static enum mk_status refuse(const struct check *check, const struct mk_member *members,
	const struct mk_member *more, const struct step *step)
{
	char where[sizeof check->error->where];
	struct unknown unknown;
	struct mk_text pointer;

	mk_text_fixed(&pointer, where, sizeof where);
	mk_text_put(&pointer, check->base);
	put_step(&pointer, step);
	unknown_init(&unknown, step->name, strlen(step->name));
	offer(&unknown, members);
	offer(&unknown, more);
	return unknown_fail(
		&unknown, MK_MALFORMED, "unknown_member", where, "member", check->error);
}

static enum mk_status check_value(struct check *check, const json_t *json,
	const struct mk_member *members, const struct step *above);

static enum mk_status check_object(struct check *check, const json_t *json,
	const struct mk_member *members, const struct step *above)
{
	const struct mk_member *more = above ? NULL : check->more;
	const char *name;
	json_t *value;

	/* jansson's iteration takes no const object, though it changes nothing. */
	json_object_foreach((json_t *)json, name, value)
	{
		const struct mk_member *member = find(members, name);
		struct step step = {.above = above, .name = name};
		enum mk_status status;

		member = member ? member : find(more, name);
		if (!member) {
			return refuse(check, members, more, &step);
		}
		status = member->of ? check_value(check, value, member->of, &step) : MK_OK;
		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

static enum mk_status check_list(struct check *check, const json_t *json,
	const struct mk_member *members, const struct step *above)
{
	enum mk_status status = MK_OK;

	for (size_t i = 0; i < json_array_size(json) && status == MK_OK; i++) {
		struct step step = {.above = above, .index = i};

		status = check_value(check, json_array_get(json, i), members, &step);
	}
	return status;
}

static enum mk_status check_value(struct check *check, const json_t *json,
	const struct mk_member *members, const struct step *above)
{
	enum mk_status status = MK_OK;

	if (++check->depth <= DEEPEST) {
		status = json_is_object(json)  ? check_object(check, json, members, above)
			 : json_is_array(json) ? check_list(check, json, members, above)
					       : MK_OK;
	}
	check->depth--;
	return status;
}

enum mk_status mk_members_check(const struct json_t *json, const struct mk_member *members,
	const struct mk_member *more, const char *base, struct mk_error *error)
{
	struct check check = {.more = more, .base = base, .error = error};

	if (!members || !json_is_object(json)) {
		return MK_OK;
	}
	return check_object(&check, json, members, NULL);
}
