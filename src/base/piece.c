/* Pieces: where they begin and end, and numbers of several digits. */
#include "base/piece.h"

#include "base/json.h"

#include <assert.h>
#include <stdbool.h>

char *mk_pieces_begin(struct mk_text *out, size_t most)
{
	char *at;

	if (!mk_text_reserve(out, most + 1)) {
		return NULL;
	}
	at = out->bytes + out->length;
	if (mk_json_comma_is_due(out)) {
		*at++ = ',';
	}
	return at;
}

void mk_pieces_end(struct mk_text *out, char *at)
{
	assert(at < out->bytes + out->room);
	at = mk_comma_back(at);
	*at = '\0';
	out->length = (size_t)(at - out->bytes);
}

char *mk_put_large(char *at, unsigned long long number)
{
	char digits[MK_NUMBER_PIECE];
	char *first = digits + sizeof digits;

	*--first = ',';
	do {
		*--first = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	return mk_put_bytes(at, first, (size_t)(digits + sizeof digits - first));
}
