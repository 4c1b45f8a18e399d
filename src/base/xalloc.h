/* Memory where nothing can go on without it: the process ends, and what it acknowledged is stored.
 */
#ifndef BASE_NEED_H
#define BASE_NEED_H

#include <stddef.h>

/* Like malloc and realloc, but never NULL: without memory they abort. Given back with free. */
void *xrealloc(void *old, size_t size);
void *xmalloc(size_t size);

/*
 * jansson takes its memory by xmalloc from now on. Its own way out is none: the lexer of 2.14
 * reads past the end of a token that it had no memory for. Called once, before anything is read.
 */
void xalloc_install_jansson(void);

#endif
