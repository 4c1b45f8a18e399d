/* A game for tests of thinking: behind which door is it? */
#ifndef TESTS_ENGINE_DOORS_H
#define TESTS_ENGINE_DOORS_H

#include <makker/search.h>

enum { DOORS = 6 };

/*
 * One move opens a door. Before each but the first two stands a curtain that is pulled aside first,
 * which shows nothing. The prize is likelier behind doors with lower numbers. `known`
 * is the door in a view that has it.
 */
struct mk_view {
	int opened;     /* a bit for each door */
	int pulled;     /* a bit for each curtain */
	int known;      /* the door, from 1; 0: not */
	int sure;       /* enum mk_certainty: what is proven at a glance */
	int impossible; /* no world fits */
};

struct mk_world {
	struct mk_view view;
	int behind; /* the door, from 1 */
};

extern const struct mk_game doors;

/* The number of playouts, where the test counts. */
extern atomic_uint doors_played;

/* The thought is cancelled when so many were played; 0: never. */
extern unsigned doors_cancel_after;
extern atomic_bool doors_cancel;

/* Longer plans open two doors: the tag has the second one 4 bits higher. */
extern bool doors_lengthen;

struct mk_move door_move(int door);
struct mk_move curtain_move(int door);

#endif
