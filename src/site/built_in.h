/* The files of src/companion, as they were when this was built (pack.sh writes them down). */
#ifndef SITE_BUILT_IN_H
#define SITE_BUILT_IN_H

#include "site/site.h"

/* In the order of their paths, as strcmp() has it. */
extern const struct site_file site_built_in[];
extern const size_t site_built_in_count;

#endif
