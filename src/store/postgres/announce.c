/* Announcements: as many words in each as PostgreSQL takes. */
#include "store/postgres/announce.h"

#include "store/postgres/change.h"

#include <stdio.h>

enum { ANNOUNCEMENT = 7600, WORD_ROOM = 64 }; /* PostgreSQL takes less than 8000 bytes */

static void announce(struct postgres_connection *connection, const char *words)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, words);
	postgres_send(connection, CHANGE_ANNOUNCE, &values);
}

static size_t put_word(char *at, char letter, const char *id, uint64_t number)
{
	return (size_t)snprintf(
		at, WORD_ROOM, "%c%s:%llu ", letter, id, (unsigned long long)number);
}

/* With a blank behind it; nothing where nobody needs to know. */
static size_t put_write(char *at, const struct store_write *write)
{
	char letter = postgres_changes[write->kind].announced;
	uint64_t version = write->kind == WRITE_APPEND ? write->event.version : 0;

	return letter ? put_word(at, letter, postgres_change_key(write), version) : 0;
}

bool postgres_is_news(struct store_write *const writes[], unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (postgres_changes[writes[i]->kind].announced) {
			return true;
		}
	}
	return false;
}

unsigned postgres_announce(struct postgres_connection *connection,
	struct store_write *const writes[], unsigned count, const char *part, uint64_t number)
{
	char words[ANNOUNCEMENT];
	size_t length = 0;
	unsigned sent = 0;

	for (unsigned i = 0; i < count; i++) {
		if (length + WORD_ROOM + WORD_ROOM > sizeof words) {
			announce(connection, words);
			sent++;
			length = 0;
		}
		length += put_write(words + length, writes[i]);
	}
	put_word(words + length, 'n', part, number);
	announce(connection, words);
	return sent + 1;
}
