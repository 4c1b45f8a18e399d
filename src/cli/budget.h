/* How long a strategy that searches thinks: the options that several commands share. */
#ifndef CLI_BUDGET_H
#define CLI_BUDGET_H

#include <argp.h>
#include <makker/search.h>

/* --budget-ms, --worlds, --nodes; its input is a struct mk_budget, all zero where none is named. */
extern const struct argp budget_argp;

#endif
