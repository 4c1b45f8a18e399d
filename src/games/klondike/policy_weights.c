/* Takes the learned weights into the library (the compiler is started at the top of the tree). */
#include "games/klondike/policy.h"

__asm__(".section .rodata\n"
	".balign 16\n"
	".global policy_tables\n"
	"policy_tables:\n"
	".incbin \"src/games/klondike/policy.weights\"\n"
	".previous\n");

extern const struct policy policy_tables[POLICY_TABLES];

enum policy_rules policy_rules_of(const struct klondike_rules *rules)
{
	if (!rules->kept) {
		return POLICY_MIXED;
	}
	if (rules->draw == 3) {
		return POLICY_THREES;
	}
	return rules->shuffles == MK_UNLIMITED ? POLICY_UNLIMITED : POLICY_KEPT;
}

const struct policy *policy_for(const struct klondike_rules *rules)
{
	return &policy_tables[policy_rules_of(rules)];
}
