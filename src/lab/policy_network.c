/* Files of networks, and their packed form. */
#include "lab/policy_network.h"

#include "games/klondike/table/world.h"

#include <errno.h>
#include <math.h>

/* ---- Packed and unpacked -------------------------------------------------------------------- */

static int16_t to_fixed_point(float weight)
{
	return (int16_t)lrintf(weight * POLICY_UNIT);
}

void network_pack(const struct network *network, struct policy *policy)
{
	for (int i = 0; i < POLICY_ROWS; i++) {
		for (int k = 0; k < HIDDEN; k++) {
			policy->row[i][k] = to_fixed_point(network->row[i][k]);
		}
		policy->direct[i] = (int32_t)lrintf(network->direct[i] * POLICY_UNIT * POLICY_UNIT);
	}
	for (int k = 0; k < HIDDEN; k++) {
		policy->bias[k] = to_fixed_point(network->bias[k]);
		policy->out[k] = to_fixed_point(network->out[k]);
	}
}

void network_unpack(const struct policy *policy, struct network *network)
{
	for (int i = 0; i < POLICY_ROWS; i++) {
		for (int k = 0; k < HIDDEN; k++) {
			network->row[i][k] = (float)policy->row[i][k] / POLICY_UNIT;
		}
		network->direct[i] = (float)policy->direct[i] / (POLICY_UNIT * POLICY_UNIT);
	}
	for (int k = 0; k < HIDDEN; k++) {
		network->bias[k] = (float)policy->bias[k] / POLICY_UNIT;
		network->out[k] = (float)policy->out[k] / POLICY_UNIT;
	}
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* The length of the file, or -1. */
static long length_of(FILE *file)
{
	long length;

	if (fseek(file, 0, SEEK_END) != 0) {
		return -1;
	}
	length = ftell(file);
	rewind(file);
	return length;
}

static bool load(const char *path, void *bytes, size_t size)
{
	FILE *file = fopen(path, "rb");
	bool loaded;

	if (!file) {
		return false;
	}
	errno = EINVAL;
	loaded = length_of(file) == (long)size && fread(bytes, size, 1, file) == 1;
	fclose(file);
	return loaded;
}

static bool save(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");
	bool saved;

	if (!file) {
		return false;
	}
	saved = fwrite(bytes, size, 1, file) == 1;
	return fclose(file) == 0 && saved;
}

bool network_load(const char *path, struct network *network)
{
	return load(path, network, sizeof(*network));
}

bool network_save(const char *path, const struct network *network)
{
	return save(path, network, sizeof(*network));
}

bool policies_load(const char *path, struct policy policies[POLICY_NETWORKS])
{
	return load(path, policies, POLICY_NETWORKS * sizeof(*policies));
}

bool policies_save(const char *path, const struct policy policies[POLICY_NETWORKS])
{
	return save(path, policies, POLICY_NETWORKS * sizeof(*policies));
}

bool policy_load(const char *path, enum policy_rules which, struct policy *policy)
{
	static struct policy packed[POLICY_NETWORKS];
	static struct network network;

	if (policies_load(path, packed)) {
		*policy = packed[which];
		return true;
	}
	if (!network_load(path, &network)) {
		return false;
	}
	network_pack(&network, policy);
	return true;
}

/* ---- Rules ---------------------------------------------------------------------------------- */

static const char *const rule_sets[] = {"syvkabale", "syvkabale+kept", "klondike-1", "klondike-3",
	"klondike-1+known", "klondike-3+known"};

static bool is_rule_set(const char *name)
{
	for (size_t i = 0; i < sizeof rule_sets / sizeof *rule_sets; i++) {
		if (strcmp(rule_sets[i], name) == 0) {
			return true;
		}
	}
	return false;
}

enum cli_exit rule_set_find(const char *name, struct mk_rules *rules)
{
	const size_t preset = strcspn(name, "+");

	if (!is_rule_set(name)) {
		return cli_fail(CLI_USAGE,
			"'%.40s' is none of the six rule sets (syvkabale, syvkabale+kept, "
			"klondike-1, klondike-3, klondike-1+known, klondike-3+known)",
			name);
	}
	for (int i = 0; i < PRESETS; i++) {
		if (strncmp(klondike_presets[i].name, name, preset) == 0 &&
			klondike_presets[i].name[preset] == '\0') {
			*rules = klondike_presets[i].rules;
		}
	}
	if (strstr(name, "+kept")) {
		rules->value[OPTION_SHUFFLE_ORDER] = 1;
	}
	if (strstr(name, "+known")) {
		rules->value[OPTION_STOCK_KNOWN] = 1;
	}
	return CLI_OK;
}

enum policy_rules rule_set_policy(const struct mk_rules *rules)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 0, 0);
	klondike_deal((struct mk_world *)&world, rules, &rng);
	return policy_rules_of(&world.known.rules);
}
