/* Threads of this program that think together. */
#ifndef CLI_CREW_H
#define CLI_CREW_H

#include <makker/search.h>

enum { CREW_SIZE = 256 };

/* Of `size` threads, the caller's among them. Threads are started for each task: this is for a few
 * long ones. */
struct mk_executor crew_of(unsigned size);

#endif
