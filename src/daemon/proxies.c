/* trusted_proxies: "127.0.0.1 10.0.0.0/8". */
#include "daemon/proxies.h"

#include <stdio.h>
#include <string.h>

static enum mk_status bad(const char *word, size_t length, struct mk_error *error)
{
	return mk_fail(error, MK_MALFORMED, "invalid_option", "",
		"trusted_proxies: '%.*s' is no address and no network like 10.0.0.0/8",
		length < 80 ? (int)length : 80, word);
}

enum mk_status proxies_read(const char *text, struct proxies *proxies, struct mk_error *error)
{
	static const char between[] = " ,\t";
	struct proxies read = {.count = 0};

	for (text += strspn(text, between); *text; text += strspn(text, between)) {
		size_t length = strcspn(text, between);
		char word[64];

		if (read.count == MOST_PROXIES) {
			return mk_fail(error, MK_MALFORMED, "invalid_option", "",
				"trusted_proxies: %d are the most", MOST_PROXIES);
		}
		snprintf(word, sizeof word, "%.*s", (int)length, text);
		if (length >= sizeof word || !ip_network_read(word, &read.networks[read.count++])) {
			return bad(text, length, error);
		}
		text += length;
	}
	*proxies = read;
	return MK_OK;
}
