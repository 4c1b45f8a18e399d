/* One list of what is open: conflicts, doubts, and slots that cannot be read. */
#include "api/asks_json.h"

#include "base/json.h"

#include <string.h>

enum { MOST_CARDS = 8 };

struct ask {
	uint8_t position, index;
	uint8_t count;
	mk_card cards[MOST_CARDS]; /* MK_NO_CARD: an empty place */
};

struct asks {
	int count;
	struct ask ask[MK_MAX_PLACES];
};

/* The question about that place, a new one where there is none yet; NULL when there are too many.
 */
static struct ask *ask_about(struct asks *asks, int position, int index)
{
	for (int i = 0; i < asks->count; i++) {
		if (asks->ask[i].position == position && asks->ask[i].index == index) {
			return &asks->ask[i];
		}
	}
	if (asks->count == MK_MAX_PLACES) {
		return NULL;
	}
	asks->ask[asks->count] =
		(struct ask){.position = (uint8_t)position, .index = (uint8_t)index};
	return &asks->ask[asks->count++];
}

static void offer(struct ask *ask, mk_card card)
{
	if (ask && ask->count < MOST_CARDS && !memchr(ask->cards, card, ask->count)) {
		ask->cards[ask->count++] = card;
	}
}

/* What is expected there is the likelier answer: single readings are wrong more often. */
static void ask_about_clash(struct asks *asks, const struct mk_clash *clash)
{
	struct ask *ask = ask_about(asks, clash->position, 0);

	for (unsigned i = 0; i < clash->expected_count; i++) {
		offer(ask, clash->expected[i]);
	}
	offer(ask, clash->seen);
}

static void collect(struct asks *asks, const struct mk_finding *finding)
{
	for (unsigned i = 0; i < finding->clash_count; i++) {
		ask_about_clash(asks, &finding->clashes[i]);
	}
	for (unsigned i = 0; i < finding->doubt_count; i++) {
		const struct mk_place *doubt = &finding->doubts[i];

		offer(ask_about(asks, doubt->position, doubt->index), doubt->card);
	}
	for (unsigned i = 0; i < finding->unreadable_count; i++) {
		(void)ask_about(asks, finding->unreadable[i], 0);
	}
}

static void write_ask(struct mk_text *out, const struct ask *ask)
{
	mk_json_open_object(out, NULL);
	mk_json_int(out, "position", ask->position);
	if (ask->index > 0) {
		mk_json_int(out, "index", ask->index);
	}
	mk_json_open_array(out, "cards");
	for (unsigned i = 0; i < ask->count; i++) {
		mk_json_word(out, NULL, mk_card_code(ask->cards[i]));
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
}

void asks_json(struct mk_text *out, const struct mk_game *game, const struct mk_finding *finding)
{
	bool open =
		finding->explanation == MK_LOOK_AGAIN || finding->explanation == MK_CONTRADICTION;
	struct asks asks = {.count = 0};

	if (open && game->watch) {
		collect(&asks, finding);
	}
	mk_json_open_array(out, "asks");
	for (int i = 0; i < asks.count; i++) {
		write_ask(out, &asks.ask[i]);
	}
	mk_json_close_array(out);
}
