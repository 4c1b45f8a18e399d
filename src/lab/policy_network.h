/*
 * The policy network in single precision, as train writes and pack-policy reads it, its files, and
 * the rules that it is trained for.
 */
#ifndef LAB_POLICY_NETWORK_H
#define LAB_POLICY_NETWORK_H

#include "cli/cli.h"
#include "games/klondike/search/policy.h"
#include "games/klondike/table/rules.h"

#include <stdio.h>
#include <string.h>

enum { HIDDEN = POLICY_HIDDEN };

/*
 * Facts that only the critic sees: the face-down card of each place (by the number of cards on it
 * and under it in its column) and the order of the stock. The critic only estimates the result, so
 * this knowledge removes luck from the gradient.
 */
enum {
	TRUTH_COLUMN = 0, /* 1 to 6 cards on it, 0 to 5 under it */
	TRUTH_STOCK = TRUTH_COLUMN + LADDER_PLACES * 36,
	TRUTH_ROWS = TRUTH_STOCK + LADDER_PLACES * 24
};

struct network {
	float row[POLICY_ROWS][HIDDEN];
	float direct[POLICY_ROWS];
	float bias[HIDDEN];
	float out[HIDDEN];
	float critic_row[TABLE_ROWS][HIDDEN];
	float critic_direct[TABLE_ROWS];
	float critic_bias[HIDDEN];
	float critic_out[HIDDEN];
	float critic_base;
	float truth_row[TRUTH_ROWS][HIDDEN];
	float truth_direct[TRUTH_ROWS];
};

enum { NETWORK_WEIGHTS = sizeof(struct network) / sizeof(float) };

/*
 * Files: a network is stored as its bytes, a packed file (policy.weights) as the bytes of
 * POLICY_NETWORKS policies in the order of enum policy_rules. These functions return false with
 * errno if a file cannot be read or written, or has another length (EINVAL).
 */
bool network_load(const char *path, struct network *network);
bool network_save(const char *path, const struct network *network);
bool policies_load(const char *path, struct policy policies[POLICY_NETWORKS]);
bool policies_save(const char *path, const struct policy policies[POLICY_NETWORKS]);

/* Loads a policy from a file of either kind; from a packed one the policy of `which`. */
bool policy_load(const char *path, enum policy_rules which, struct policy *policy);

/* Conversion to integers and back. Unpacking leaves the critic of the network unchanged. */
void network_pack(const struct network *network, struct policy *policy);
void network_unpack(const struct policy *policy, struct network *network);

/* Text for the help of a command. */
#define RULE_SETS_HELP \
	"RULES: syvkabale, syvkabale+kept, klondike-1, klondike-3, klondike-1+known or " \
	"klondike-3+known."

/*
 * Finds rules by name: syvkabale, syvkabale+kept, klondike-1, klondike-3, klondike-1+known or
 * klondike-3+known. Returns CLI_OK, or CLI_USAGE with a message on standard error.
 */
enum cli_exit rule_set_find(const char *name, struct mk_rules *rules);

/* The index of the policy for these rules. */
enum policy_rules rule_set_policy(const struct mk_rules *rules);

#endif
