/* How sure a counted share is. */
#include <makker/selfplay.h>
#include <math.h>

struct mk_proportion mk_proportion_of(uint64_t hits, uint64_t trials)
{
	static const double z = 1.959963984540054; /* the normal distribution's 97.5 % point */
	struct mk_proportion share = {.value = 0, .low = 0, .high = 1};
	double n = (double)trials;
	double p, middle, spread;

	if (trials == 0) {
		return share;
	}
	p = (double)hits / n;
	middle = (p + z * z / (2 * n)) / (1 + z * z / n);
	spread = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
	share.value = p;
	share.low = hits == 0 ? 0 : middle - spread;
	share.high = hits == trials ? 1 : middle + spread;
	return share;
}
