/* Begin and end of fragments, and numbers. */
#include "base/json_fragment.h"

#include "base/digits.h"
#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

char *mk_json_fragments_begin(struct mk_text *out, size_t most)
{
	char *at;

	if (out->length + most + 1 >= out->capacity && !mk_text_reserve(out, most + 1)) {
		return NULL;
	}
	at = out->bytes + out->length;
	if (mk_json_comma_is_due(out)) {
		*at++ = ',';
	}
	return at;
}

void mk_json_fragments_end(struct mk_text *out, char *at)
{
	assert(at < out->bytes + out->capacity);
	at = mk_comma_back(at);
	*at = '\0';
	out->length = (size_t)(at - out->bytes);
}

char *mk_put_large(char *at, unsigned long long number)
{
	char digits[MK_NUMBER_PIECE];
	char *first = digits + sizeof digits;

	if (number < 1000) {
		if (number >= 100) {
			*at++ = (char)('0' + number / 100);
		}
		at = digits_put_two(at, (unsigned)(number % 100));
		*at++ = ',';
		return at;
	}
	*--first = ',';
	first = digits_put_before(first, number);
	return mk_put_bytes(at, first, (size_t)(digits + sizeof digits - first));
}

/* printf is exact and slow: numbers with few decimals are rounded as whole ones. */
char *mk_put_real(char *at, double value, int digits)
{
	static const double scales[] = {1, 10, 100, 1000, 10000};
	unsigned long scaled;
	char number[MK_REAL_PIECE];
	char *first = number + sizeof number;

	if (!(fabs(value) < 1e9)) {
		return mk_put(at, "null,");
	}
	scaled = (unsigned long)(fabs(value) * scales[digits] + 0.5);
	if (value < 0 && scaled > 0) {
		*at++ = '-';
	}
	while (digits > 0 && scaled % 10 == 0) {
		scaled /= 10;
		digits--;
	}
	*--first = ',';
	for (int i = 0; i <= digits || scaled > 0; i++) {
		if (digits > 0 && i == digits) {
			*--first = '.';
		}
		*--first = (char)('0' + scaled % 10);
		scaled /= 10;
	}
	return mk_put_bytes(at, first, (size_t)(number + sizeof number - first));
}
