/* Ids and hexadecimal text. */
#include "base/id.h"

void hex_write(char *text, const void *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < size; i++) {
		*text++ = digits[byte[i] >> 4];
		*text++ = digits[byte[i] & 15];
	}
	*text = '\0';
}

static int digit_value(char digit)
{
	if (digit >= '0' && digit <= '9') {
		return digit - '0';
	}
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

bool hex_read(void *bytes, const char *text, size_t size)
{
	unsigned char *byte = bytes;

	for (size_t i = 0; i < size; i++) {
		int high = digit_value(text[2 * i]);
		int low = high < 0 ? -1 : digit_value(text[2 * i + 1]);

		if (low < 0) {
			return false;
		}
		byte[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

void id_write(char id[ID_SIZE], void (*random)(void *bytes, size_t length))
{
	unsigned char bytes[ID_SIZE / 2];

	random(bytes, sizeof bytes);
	hex_write(id, bytes, sizeof bytes);
}
