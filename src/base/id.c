/* Ids. */
#include "base/id.h"

void id_write(char id[ID_SIZE], void (*random)(void *bytes, size_t length))
{
	static const char digits[] = "0123456789abcdef";
	unsigned char bytes[ID_SIZE / 2];

	random(bytes, sizeof bytes);
	for (size_t i = 0; i < sizeof bytes; i++) {
		id[2 * i] = digits[bytes[i] >> 4];
		id[2 * i + 1] = digits[bytes[i] & 15];
	}
	id[2 * sizeof bytes] = '\0';
}
