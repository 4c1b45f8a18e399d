/* Random ids of resources; they cannot be guessed. */
#ifndef BASE_ID_H
#define BASE_ID_H

#include <stddef.h>

enum { ID_SIZE = 33 };

/* 32 hexadecimal digits of what `random` gives. */
void id_write(char id[ID_SIZE], void (*random)(void *bytes, size_t length));

#endif
