/* Hosts. */
#include "api/pipeline/host.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Browsers read what ends in a number as an address, and names of the DNS do not. */
static bool is_in_numbers(const char *host, size_t length)
{
	return length > 0 && strspn(host, "0123456789.") == length;
}

static bool is_localhost(const char *host, size_t length)
{
	static const char name[] = "localhost";
	size_t before = length - (sizeof name - 1);

	return length >= sizeof name - 1 &&
	       strncasecmp(host + before, name, sizeof name - 1) == 0 &&
	       (before == 0 || host[before - 1] == '.');
}

static bool is_listed(const char *host, size_t length, const char *const *list)
{
	for (; list && *list; list++) {
		if (strcmp(*list, "*") == 0 ||
			(strlen(*list) == length && strncasecmp(*list, host, length) == 0)) {
			return true;
		}
	}
	return false;
}

bool host_is_known(const char *host, const char *const *list)
{
	size_t length = strcspn(host, ":");

	return host[0] == '[' || is_in_numbers(host, length) || is_localhost(host, length) ||
	       is_listed(host, length, list);
}
