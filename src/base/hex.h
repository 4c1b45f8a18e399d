/* Bytes as hexadecimal text, two lower-case digits each. */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include <stdbool.h>
#include <stddef.h>

/* Writes 2 * size digits and a NUL. */
void hex_write(char *text, const void *bytes, size_t size);

/* Reads 2 * size digits; false where `text` has others. */
bool hex_read(void *bytes, const char *text, size_t size);

#endif
