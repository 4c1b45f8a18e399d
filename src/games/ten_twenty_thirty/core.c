/* The effects of moves on the cards. */
#include "games/ten_twenty_thirty/core.h"

unsigned core_combos(const struct core *core, int column)
{
	unsigned combos = 0;

	for (int combo = T2B1; combo < COMBOS; combo++) {
		combos |= (unsigned)core_can_remove(core, column, (enum combo)combo) << combo;
	}
	return combos;
}

static void advance(struct core *core)
{
	for (int i = 0; i < COLUMNS; i++) {
		core->next = core->next == COLUMNS - 1 ? 0 : (uint8_t)(core->next + 1);
		if (!core_is_gone(core, core->next)) {
			return;
		}
	}
}

void core_deal(struct core *core, uint8_t card)
{
	int column = core->next;

	core->column[column][(core->start[column] + core->count[column]++) & RING_MASK] = card;
	core->opened |= (uint8_t)(1 << column);
	core->front = (core->front + 1) & RING_MASK;
	core->left--;
	advance(core);
}

void core_remove(struct core *core, int column, enum combo combo)
{
	static const uint8_t from_top[COMBOS] = {[T2B1] = 2, [T1B2] = 1, [B3] = 0};
	int place[3];

	combo_places(combo, core->count[column], place);
	for (int i = 0; i < 3; i++) {
		core->deck[(core->front + core->left++) & RING_MASK] =
			core_card(core, column, place[i]);
	}
	core->start[column] = (core->start[column] + from_top[combo]) & RING_MASK;
	core->count[column] -= 3;
	if (core->next == column && core_is_gone(core, column)) {
		advance(core);
	}
}

void core_undeal(struct core *core, int column)
{
	uint8_t card = core_bottom(core, column);

	core->count[column]--;
	core->front = (core->front + RING - 1) & RING_MASK;
	core->deck[core->front] = card;
	core->left++;
}

void core_unremove(struct core *core, int column, enum combo combo)
{
	static const uint8_t from_top[COMBOS] = {[T2B1] = 2, [T1B2] = 1, [B3] = 0};
	int place[3];

	core->left -= 3;
	core->start[column] = (core->start[column] + RING - from_top[combo]) & RING_MASK;
	core->count[column] += 3;
	combo_places(combo, core->count[column], place);
	for (int i = 0; i < 3; i++) {
		core->column[column][(core->start[column] + place[i]) & RING_MASK] =
			core_upcoming(core, core->left + i);
	}
}

static bool is_same_column(const struct core *a, const struct core *b, int column)
{
	for (int i = 0; i < a->count[column]; i++) {
		if (card_value(core_card(a, column, i)) != card_value(core_card(b, column, i))) {
			return false;
		}
	}
	return true;
}

bool core_is_same(const struct core *a, const struct core *b)
{
	if (a->left != b->left || memcmp(a->count, b->count, sizeof a->count) != 0) {
		return false;
	}
	for (int i = 0; i < a->left; i++) {
		if (card_value(core_upcoming(a, i)) != card_value(core_upcoming(b, i))) {
			return false;
		}
	}
	for (int column = 0; column < COLUMNS; column++) {
		if (!is_same_column(a, b, column)) {
			return false;
		}
	}
	return true;
}

/* Four bits for each card, so that 16 cards take one multiplication. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
	return hash ^ hash >> 29;
}

uint64_t core_hash(const struct core *core)
{
	uint64_t hash = core->next, word = 0;
	int count = 0;

	for (int i = 0; i < core->left; i++) {
		word = word << 4 | (uint64_t)card_value(core_upcoming(core, i));
		if (++count % 16 == 0) {
			hash = mix(hash, word);
		}
	}
	for (int column = 0; column < COLUMNS; column++) {
		word = word << 4 | 15;
		if (++count % 16 == 0) {
			hash = mix(hash, word);
		}
		for (int i = 0; i < core->count[column]; i++) {
			word = word << 4 | (uint64_t)card_value(core_card(core, column, i));
			if (++count % 16 == 0) {
				hash = mix(hash, word);
			}
		}
	}
	return mix(mix(hash, word), (uint64_t)core->left);
}

void core_init(struct core *core, const uint8_t deck[MK_DECK])
{
	memset(core, 0, sizeof *core);
	memcpy(core->deck, deck, MK_DECK);
	core->left = MK_DECK;
}
