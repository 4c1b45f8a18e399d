/* The version, which the Makefile gives to this file alone: others need not be compiled anew. */
#include <makker/version.h>

const char *mk_version(void)
{
	return MAKKER_VERSION;
}
