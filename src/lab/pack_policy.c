/*
 * makker-lab pack-policy OUT NETWORK...: converts trained networks (train.c), one for each value of
 * enum policy_rules in that order, into the fixed-point file that the library embeds.
 */
#include "lab/lab.h"
#include "lab/policy_network.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

static struct network network;
static struct policy packed[POLICY_NETWORKS];

static int16_t to_fixed_point(float weight)
{
	return (int16_t)lrintf(weight * POLICY_UNIT);
}

static void pack_network(struct policy *policy)
{
	for (int i = 0; i < POLICY_ROWS; i++) {
		for (int k = 0; k < HIDDEN; k++) {
			policy->row[i][k] = to_fixed_point(network.row[i][k]);
		}
		policy->direct[i] = (int32_t)lrintf(network.direct[i] * POLICY_UNIT * POLICY_UNIT);
	}
	for (int k = 0; k < HIDDEN; k++) {
		policy->bias[k] = to_fixed_point(network.bias[k]);
		policy->out[k] = to_fixed_point(network.out[k]);
	}
}

static enum cli_exit fail_file(const char *path)
{
	return cli_fail(CLI_FAILED, "%s: %s", path, strerror(errno));
}

enum cli_exit pack_policy_command(int argc, char **argv)
{
	FILE *file;

	argv = lab_positionals(argc, argv, "OUT NETWORK...",
		"Convert trained networks, one for each rule set, into the file that the library embeds.",
		1 + POLICY_NETWORKS, 1 + POLICY_NETWORKS);
	for (int i = 0; i < POLICY_NETWORKS; i++) {
		file = fopen(argv[1 + i], "rb");
		if (!file || fread(&network, sizeof network, 1, file) != 1) {
			return fail_file(argv[1 + i]);
		}
		fclose(file);
		pack_network(&packed[i]);
	}
	file = fopen(argv[0], "wb");
	if (!file || fwrite(packed, sizeof(packed), 1, file) != 1 || fclose(file) != 0) {
		return fail_file(argv[0]);
	}
	return CLI_OK;
}
