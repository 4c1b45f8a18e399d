/* Standard input, output and error of a process. */
#ifndef BASE_STANDARD_H
#define BASE_STANDARD_H

/*
 * Who was started with one of them closed (`>&-`) goes on as before, reading and writing there
 * fails; but no file, socket or database that is opened later gets its number, or what is meant for
 * people would be written into it. Called once, before anything is opened.
 */
void stdio_reserve_fds(void);

#endif
