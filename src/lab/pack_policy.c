/*
 * pack OUT NETWORK...: writes learned networks (see train.c) as the program takes them in, in the
 * order of enum policy_rules; one name for each.
 */
#include "lab/network.h"

#include <math.h>
#include <stdio.h>

static struct network net;
static struct policy packed[POLICY_NETWORKS];

static int16_t whole(float weight)
{
	return (int16_t)lrintf(weight * POLICY_UNIT);
}

static void pack(struct policy *policy)
{
	for (int i = 0; i < POLICY_ROWS; i++) {
		for (int k = 0; k < HIDDEN; k++) {
			policy->row[i][k] = whole(net.row[i][k]);
		}
		policy->direct[i] = (int32_t)lrintf(net.direct[i] * POLICY_UNIT * POLICY_UNIT);
	}
	for (int k = 0; k < HIDDEN; k++) {
		policy->bias[k] = whole(net.bias[k]);
		policy->out[k] = whole(net.out[k]);
	}
}

static int fail(const char *path)
{
	perror(path);
	return 1;
}

int main(int count, char **words)
{
	FILE *file;

	if (count != 2 + POLICY_NETWORKS) {
		fprintf(stderr, "usage: pack OUT and %d networks\n", POLICY_NETWORKS);
		return 2;
	}
	for (int i = 0; i < POLICY_NETWORKS; i++) {
		file = fopen(words[2 + i], "rb");
		if (!file || fread(&net, sizeof(net), 1, file) != 1) {
			return fail(words[2 + i]);
		}
		fclose(file);
		pack(&packed[i]);
	}
	file = fopen(words[1], "wb");
	if (!file || fwrite(packed, sizeof(packed), 1, file) != 1 || fclose(file) != 0) {
		return fail(words[1]);
	}
	return 0;
}
