/* The version. The Makefile passes it only to this file, so that others need not be recompiled. */
#include <makker/version.h>

const char *mk_version(void)
{
	return MAKKER_VERSION;
}
