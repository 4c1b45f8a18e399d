/* Random ids of resources, and bytes as hexadecimal text: two lower-case digits each. */
#ifndef BASE_ID_H
#define BASE_ID_H

#include <stdbool.h>
#include <stddef.h>

enum { ID_SIZE = 33 };

/* Writes an unguessable id: 32 hexadecimal digits of bytes from `random`. */
void id_write(char id[ID_SIZE], void (*random)(void *bytes, size_t length));

/* Writes 2 * size digits and a NUL. */
void hex_write(char *text, const void *bytes, size_t size);

/* Reads 2 * size digits; false if `text` has other characters. */
bool hex_read(void *bytes, const char *text, size_t size);

#endif
