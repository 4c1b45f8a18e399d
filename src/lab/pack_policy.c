/*
 * makker-lab pack-policy OUT NETWORK...: converts trained networks (train.c), one for each value of
 * enum policy_rules in that order, into the fixed-point file that the library embeds. A network may
 * also be such a file, whose policy of the same rules is taken.
 *
 * makker-lab unpack-policy FILE RULES NETWORK: takes one policy of such a file out again, as a
 * network without a critic, for training to go on from it.
 */
#include "lab/lab.h"
#include "lab/policy_network.h"

#include <errno.h>

static struct policy packed[POLICY_NETWORKS];

static enum cli_exit fail_file(const char *path)
{
	return cli_fail(CLI_FAILED, "%s: %s", path, strerror(errno));
}

enum cli_exit pack_policy_command(int argc, char **argv)
{
	argv = lab_positionals(argc, argv, "OUT NETWORK...",
		"Convert trained networks, one for each rule set, into the file that the library embeds.",
		1 + POLICY_NETWORKS, 1 + POLICY_NETWORKS);
	for (int i = 0; i < POLICY_NETWORKS; i++) {
		if (!policy_load(argv[1 + i], (enum policy_rules)i, &packed[i])) {
			return fail_file(argv[1 + i]);
		}
	}
	return policies_save(argv[0], packed) ? CLI_OK : fail_file(argv[0]);
}

enum cli_exit unpack_policy_command(int argc, char **argv)
{
	static struct network network;
	struct mk_rules rules;

	argv = lab_positionals(argc, argv, "FILE RULES NETWORK",
		"Take one policy out of the file that the library embeds, to go on training it.", 3,
		3);
	if (rule_set_find(argv[1], &rules) != CLI_OK) {
		return CLI_USAGE;
	}
	if (!policies_load(argv[0], packed)) {
		return fail_file(argv[0]);
	}
	network_unpack(&packed[rule_set_policy(&rules)], &network);
	return network_save(argv[2], &network) ? CLI_OK : fail_file(argv[2]);
}
