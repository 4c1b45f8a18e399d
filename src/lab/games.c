/* Games that have a simulated camera or a format of recorded games. */
#include "games/doppelkopf/doppelkopf.h"
#include "games/doppelkopf/records/record.h"
#include "games/klondike/klondike.h"
#include "lab/lab.h"

static const struct {
	const struct mk_game *game;
	const struct mk_camera_sim *camera;
	const struct mk_game_records *records;
} rows[] = {
	{.game = &klondike_game, .camera = &klondike_rehearsal},
	{.game = &doppelkopf_game, .records = &doko_records},
};

enum { ROWS = sizeof rows / sizeof *rows };

const struct mk_camera_sim *lab_camera_of(const struct mk_game *game)
{
	for (int i = 0; i < ROWS; i++) {
		if (rows[i].game == game) {
			return rows[i].camera;
		}
	}
	return NULL;
}

const struct mk_game_records *lab_records_of(const struct mk_game *game)
{
	for (int i = 0; i < ROWS; i++) {
		if (rows[i].game == game) {
			return rows[i].records;
		}
	}
	return NULL;
}
