/* Initialization of random number sequences. */
#include <makker/random.h>

/* splitmix64 (Steele, Lea and Flood, 2014): spreads a seed over the whole state. */
static uint64_t spread_seed(uint64_t *seed)
{
	uint64_t z = (*seed += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

void mk_rng_init(struct mk_rng *rng, uint64_t seed, uint64_t stream)
{
	uint64_t mixed = stream;
	uint64_t start = seed ^ spread_seed(&mixed);

	for (int i = 0; i < 4; i++) {
		rng->state[i] = spread_seed(&start);
	}
}
