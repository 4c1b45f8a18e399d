/* Origins. */
#include "api/pipeline/origin.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* A proxy in front may end TLS, so that both schemes are ours. */
bool origin_is_own(const char *origin, const char *host)
{
	static const char *const schemes[] = {"http://", "https://"};

	for (size_t i = 0; host && i < sizeof schemes / sizeof schemes[0]; i++) {
		size_t length = strlen(schemes[i]);

		if (strncasecmp(origin, schemes[i], length) == 0) {
			return strcasecmp(origin + length, host) == 0;
		}
	}
	return false;
}

bool origin_is_listed(const char *origin, const char *const *list)
{
	for (; list && *list; list++) {
		if (strcmp(*list, "*") == 0 || strcasecmp(*list, origin) == 0) {
			return true;
		}
	}
	return false;
}
