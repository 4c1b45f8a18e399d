/* The target of a request: a path, a whole address (RFC 9112, 3.2.2), or a star. */
#include "http/internal.h"

#include "base/arena.h"

#include <string.h>
#include <strings.h>

/* Letters of a host and its port. No `@`: what stands before it would look like the host. */
static const char authority_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
					"0123456789-._~!$&'()*+,;=:[]";

static struct target read_address(struct mk_arena *arena, const char *target, size_t scheme)
{
	const char *from = target + scheme;
	size_t length = strspn(from, authority_letters);
	const char *authority;

	if (length == 0 || from[0] == ':' || !strchr("/?", from[length])) {
		return (struct target){.form = TARGET_BAD};
	}
	authority = mk_arena_copy(arena, from, length);
	return (struct target){
		.form = authority ? TARGET_PATH : TARGET_BAD,
		.skipped = scheme + length,
		.authority = authority,
		.is_secure = scheme == sizeof "https://" - 1,
	};
}

struct target target_read(struct mk_arena *arena, const char *target)
{
	static const char *const schemes[] = {"http://", "https://"};

	/* A NUL would end what is read here and not what others read. */
	if (strstr(target, "%00") || reader_is_refused(target)) {
		return (struct target){.form = TARGET_BAD};
	}
	if (target[0] == '/') {
		return (struct target){.form = TARGET_PATH};
	}
	if (strcmp(target, "*") == 0) {
		return (struct target){.form = TARGET_STAR};
	}
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		size_t length = strlen(schemes[i]);

		if (strncasecmp(target, schemes[i], length) == 0) {
			return read_address(arena, target, length);
		}
	}
	return (struct target){.form = TARGET_BAD};
}
