/* The version of Makker. */
#ifndef MAKKER_VERSION_H
#define MAKKER_VERSION_H

/*
 * "0.2.0" of a release; "0.2.0~dev1188+g75736bea" between releases: the next release, the number of
 * commits and the commit. Never NULL.
 */
const char *mk_version(void);

#endif
