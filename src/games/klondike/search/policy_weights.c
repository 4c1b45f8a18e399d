/* Takes the learned weights into the library (the compiler is started at the top of the tree). */
#include "games/klondike/search/policy.h"

__asm__(".section .rodata\n"
	".balign 16\n"
	".global policy_networks\n"
	"policy_networks:\n"
	".incbin \"src/games/klondike/search/policy.weights\"\n"
	".global policy_networks_end\n"
	"policy_networks_end:\n"
	".previous\n");

extern const struct policy policy_networks[POLICY_NETWORKS];

enum policy_rules policy_rules_of(const struct klondike_rules *rules)
{
	if (!rules->kept) {
		return POLICY_MIXED;
	}
	if (rules->stock_known) {
		return rules->draw == 3 ? POLICY_THREES_KNOWN : POLICY_ONES_KNOWN;
	}
	if (rules->draw == 3) {
		return POLICY_THREES;
	}
	return rules->shuffles == MK_UNLIMITED ? POLICY_UNLIMITED : POLICY_KEPT;
}

const struct policy *policy_for(const struct klondike_rules *rules)
{
	return &policy_networks[policy_rules_of(rules)];
}
