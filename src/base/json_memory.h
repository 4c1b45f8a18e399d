/* Memory of jansson. */
#ifndef BASE_JSON_MEMORY_H
#define BASE_JSON_MEMORY_H

/*
 * Makes jansson allocate by xmalloc, because its lexer (2.14) reads beyond the end of a token that
 * it had no memory for; and in a scratch, below. Called once, before the first JSON is read.
 */
void json_memory_install(void);

/*
 * Between these two, what jansson allocates on this thread comes from a block of the thread, as far
 * as that goes, and nothing of it is given back before json_scratch_end(). For JSON that is read
 * and dropped within a function: all of it must have been dropped by then. Not nested.
 */
void json_scratch_begin(void);
void json_scratch_end(void);

#endif
