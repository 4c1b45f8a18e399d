/* Standard input, output and error of a process. */
#ifndef BASE_STDIO_GUARD_H
#define BASE_STDIO_GUARD_H

/*
 * Opens closed ones (`>&-`), so that no file, socket or database gets their numbers and receives
 * text meant for people. Reading and writing there still fails. Called once, before anything else
 * is opened.
 */
void stdio_reserve_fds(void);

#endif
