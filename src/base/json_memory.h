/* Memory of jansson. */
#ifndef BASE_JSON_MEMORY_H
#define BASE_JSON_MEMORY_H

/*
 * Makes jansson allocate with xmalloc(), because its lexer (2.14) reads beyond the end of a token
 * after an allocation failure, and in the scratch buffer below. Called once, before the first JSON
 * is read.
 */
void json_memory_install(void);

/*
 * Between these two calls jansson allocates on this thread from a buffer of the thread while it
 * lasts, and frees nothing before json_scratch_end(). For JSON that is read and released within a
 * function: all of it must be released by then. Not nested.
 */
void json_scratch_begin(void);
void json_scratch_end(void);

#endif
