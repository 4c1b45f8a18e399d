/* Talking with the daemon about one table, and comparing what it knows with what is so. */
#include "lab/camera_test_session.h"

#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 160 };

/* ---- Talking with the daemon ---------------------------------------------------------------- */

static enum mk_status send(struct sitting *sitting, const char *method, const char *path,
	const char *body, struct client_answer *answer)
{
	return client_send(sitting->client,
		&(struct client_request){.method = method,
			.path = path,
			.content_type = body ? "application/json" : NULL,
			.body = body,
			.length = body ? strlen(body) : 0},
		answer, sitting->error);
}

static const char fields[] = "fields=status,version,sync,observed,asks,suggestion,table,message";

static void keep(struct sitting *sitting, const json_t *session)
{
	json_decref(sitting->session);
	sitting->session = json_incref((json_t *)session);
}

/* A contradiction is answered with its problem: the session is asked for. */
static bool ask_for_session(struct sitting *sitting)
{
	struct client_answer answer;
	char path[PATH_ROOM];

	snprintf(path, sizeof path, "/v1/sessions/%s?%s", sitting->id, fields);
	if (send(sitting, "GET", path, NULL, &answer) != MK_OK) {
		return false;
	}
	keep(sitting, answer.json);
	return true;
}

/* Posts to the session; a refusal that is about the table is no failure. */
bool seat_post(struct sitting *sitting, const char *what, const char *body)
{
	struct client_answer answer;
	char path[PATH_ROOM];
	enum mk_status status;

	snprintf(path, sizeof path, "/v1/sessions/%s/%s?budget_ms=0&%s", sitting->id, what, fields);
	status = send(sitting, "POST", path, body, &answer);
	if (status == MK_OK) {
		keep(sitting, answer.json);
		return true;
	}
	return (status == MK_CONFLICT || status == MK_IMPOSSIBLE) && answer.status &&
	       ask_for_session(sitting);
}

bool seat_post_json(struct sitting *sitting, const char *what, const json_t *json)
{
	char *body = json_dumps(json, JSON_COMPACT);
	bool sent = body && seat_post(sitting, what, body);

	free(body);
	return sent;
}

const json_t *seat_question(const struct sitting *sitting)
{
	const json_t *asks = json_object_get(sitting->session, "asks");

	return json_object_get(asks, "question") ? asks : NULL;
}

bool seat_open(struct sitting *sitting)
{
	const struct chosen *chosen = sitting->chosen;
	char body[BODY_ROOM];
	struct mk_text text;
	struct client_answer answer;

	mk_text_fixed(&text, body, sizeof body);
	mk_json_open_object(&text, NULL);
	mk_json_string(&text, "game", chosen->game->name);
	mk_json_string(&text, "preset", chosen->preset->name);
	mk_json_string(&text, "strategy", chosen->strategy->name);
	mk_json_string(&text, "language", mk_language_code(chosen->language));
	mk_json_open_object(&text, "rules");
	mk_rules_write(&text, chosen->game, &chosen->rules);
	mk_json_close_object(&text);
	mk_json_close_object(&text);
	if (send(sitting, "POST", "/v1/sessions", body, &answer) != MK_OK) {
		return false;
	}
	snprintf(sitting->id, sizeof sitting->id, "%s", client_text(answer.json, "id"));
	keep(sitting, answer.json);
	return true;
}

void seat_close(struct sitting *sitting)
{
	struct client_answer answer;
	char path[PATH_ROOM];

	snprintf(path, sizeof path, "/v1/sessions/%s", sitting->id);
	(void)send(sitting, "DELETE", path, NULL, &answer);
}

/* ---- What the daemon knows ------------------------------------------------------------------ */

json_int_t seat_version(const struct sitting *sitting)
{
	return json_integer_value(json_object_get(sitting->session, "version"));
}

bool seat_in_sync(const struct sitting *sitting)
{
	return strcmp(client_text(sitting->session, "sync"), "in_sync") == 0;
}

bool seat_over(const struct sitting *sitting)
{
	const char *status = client_text(sitting->session, "status");

	return strcmp(status, "won") == 0 || strcmp(status, "lost") == 0;
}

size_t seat_differences(struct sitting *sitting, const struct mk_world *world,
	struct mk_ground_truth *truths, size_t room)
{
	const struct mk_game *game = sitting->chosen->game;
	const json_t *table = json_object_get(sitting->session, "table");
	struct mk_error error;

	if (game->notation->read_table(table, &sitting->chosen->rules, sitting->known, &error) !=
		MK_OK) {
		truths[0] = (struct mk_ground_truth){.hidden = true};
		return 1;
	}
	return game->camera_sim->find_errors(world, sitting->known, truths, room);
}

bool seat_wrong(struct sitting *sitting)
{
	struct mk_ground_truth truth;

	return seat_differences(sitting, sitting->world, &truth, 1) > 0;
}

void seat_find_suggestion(struct sitting *sitting)
{
	const struct mk_game *game = sitting->chosen->game;
	const json_t *json = json_object_get(sitting->session, "suggestion");
	mk_card revealed;
	struct mk_error error;

	sitting->suggested =
		json_is_object(json) && game->notation->read_move(json, sitting->known,
						&sitting->suggestion, &revealed, &error) == MK_OK;
}

mk_card seat_really(const struct sitting *sitting, const struct mk_place *place)
{
	const struct mk_game *game = sitting->chosen->game;

	return game->card_at(game->view_of_seat(sitting->world, 0, sitting->known), place->position,
		place->index);
}

/* ---- Telling it ----------------------------------------------------------------------------- */

bool seat_correct(struct sitting *sitting, const struct mk_ground_truth *truth)
{
	char body[BODY_ROOM];
	struct mk_text text;

	mk_text_fixed(&text, body, sizeof body);
	mk_json_open_object(&text, NULL);
	if (truth->count.name[0]) {
		mk_json_int(&text, "position", truth->count.position);
		mk_json_int(&text, truth->count.name, truth->count.value);
	} else {
		mk_json_int(&text, "position", truth->place.position);
		mk_json_int(&text, "index", truth->place.index);
		mk_json_string(&text, "card", mk_card_code(truth->place.card));
	}
	mk_json_close_object(&text);
	return seat_post(sitting, "corrections", body);
}

bool seat_tell_table(struct sitting *sitting)
{
	const struct mk_game *game = sitting->chosen->game;
	struct mk_view *table = calloc(1, game->view_size);
	char body[BODY_ROOM];
	struct mk_text text;

	if (!table) {
		return false;
	}
	memcpy(table, game->view_of_seat(sitting->world, 0, sitting->known), game->view_size);
	game->camera_sim->forget_hidden(table);
	mk_text_fixed(&text, body, sizeof body);
	mk_json_open_object(&text, NULL);
	mk_json_open_object(&text, "table");
	game->notation->write_table(&text, table);
	mk_json_close_object(&text);
	mk_json_close_object(&text);
	free(table);
	return seat_post(sitting, "corrections", body);
}

/* Tells one move, with the card that it laid bare. */
bool seat_tell(struct sitting *sitting, const struct done *done)
{
	json_int_t before = seat_version(sitting);
	char body[BODY_ROOM];
	struct mk_text text;

	for (int bare = 0; bare < 2 && seat_version(sitting) == before; bare++) {
		mk_text_fixed(&text, body, sizeof body);
		mk_json_open_object(&text, NULL);
		mk_json_int(&text, "type", done->move.kind);
		mk_json_int(&text, "from", done->move.from);
		mk_json_int(&text, "to", done->move.to);
		mk_json_int(&text, "cut", done->move.cut);
		if (bare == 0 && done->front != MK_NO_CARD) {
			mk_json_string(&text, "revealed", mk_card_code(done->front));
		}
		mk_json_close_object(&text);
		if (!seat_post(sitting, "moves", body)) {
			return false;
		}
	}
	return true;
}
