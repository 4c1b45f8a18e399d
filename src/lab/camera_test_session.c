/* Requests about the session of a camera test, and the comparison of its table. */
#include "lab/camera_test.h"

#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 160 };

/* ---- Requests ------------------------------------------------------------------------------- */

static enum mk_status send_request(struct camera_test *test, const char *method, const char *path,
	const char *body, struct client_answer *answer)
{
	return client_send(test->client,
		&(struct client_request){.method = method,
			.path = path,
			.content_type = body ? "application/json" : NULL,
			.body = body,
			.length = body ? strlen(body) : 0},
		answer, test->error);
}

static const char fields[] = "fields=status,version,sync,observed,asks,suggestion,table,message";

static void set_session(struct camera_test *test, const json_t *session)
{
	json_decref(test->session);
	test->session = json_incref((json_t *)session);
}

/* The response to a contradiction is a problem document, without the session. */
static bool fetch_session(struct camera_test *test)
{
	struct client_answer answer;
	char path[PATH_SIZE];

	snprintf(path, sizeof path, "/v1/sessions/%s?%s", test->id, fields);
	if (send_request(test, "GET", path, NULL, &answer) != MK_OK) {
		return false;
	}
	set_session(test, answer.json);
	return true;
}

bool camera_test_post(struct camera_test *test, const char *what, const char *body)
{
	struct client_answer answer;
	char path[PATH_SIZE];
	enum mk_status status;

	snprintf(path, sizeof path, "/v1/sessions/%s/%s?budget_ms=0&%s", test->id, what, fields);
	status = send_request(test, "POST", path, body, &answer);
	if (status == MK_OK) {
		set_session(test, answer.json);
		return true;
	}
	return (status == MK_CONFLICT || status == MK_IMPOSSIBLE) && answer.status &&
	       fetch_session(test);
}

bool camera_test_post_json(struct camera_test *test, const char *what, const json_t *json)
{
	char *body = json_dumps(json, JSON_COMPACT);
	bool sent = body && camera_test_post(test, what, body);

	free(body);
	return sent;
}

const json_t *camera_test_question(const struct camera_test *test)
{
	const json_t *asks = json_object_get(test->session, "asks");

	return json_object_get(asks, "question") ? asks : NULL;
}

bool camera_test_open(struct camera_test *test)
{
	const struct game_selection *selection = test->selection;
	char body[BODY_SIZE];
	struct mk_text text;
	struct client_answer answer;

	mk_text_fixed(&text, body, sizeof body);
	mk_json_open_object(&text, NULL);
	mk_json_string(&text, "game", selection->game->name);
	mk_json_string(&text, "preset", selection->preset->name);
	mk_json_string(&text, "strategy", selection->strategy->name);
	mk_json_string(&text, "language", mk_language_code(selection->language));
	mk_json_open_object(&text, "rules");
	mk_rules_write(&text, selection->game, &selection->rules);
	mk_json_close_object(&text);
	mk_json_close_object(&text);
	if (send_request(test, "POST", "/v1/sessions", body, &answer) != MK_OK) {
		return false;
	}
	snprintf(test->id, sizeof test->id, "%s", client_text(answer.json, "id"));
	set_session(test, answer.json);
	return true;
}

void camera_test_close(struct camera_test *test)
{
	struct client_answer answer;
	char path[PATH_SIZE];

	snprintf(path, sizeof path, "/v1/sessions/%s", test->id);
	(void)send_request(test, "DELETE", path, NULL, &answer);
}

/* ---- The table of the daemon ---------------------------------------------------------------- */

json_int_t camera_test_version(const struct camera_test *test)
{
	return json_integer_value(json_object_get(test->session, "version"));
}

bool camera_test_in_sync(const struct camera_test *test)
{
	return strcmp(client_text(test->session, "sync"), "in_sync") == 0;
}

/* Nothing is asked, and no other picture is expected: play goes on (`Sync` in openapi.yaml). */
bool camera_test_is_left_open(const struct camera_test *test)
{
	const json_t *observed = json_object_get(test->session, "observed");
	const char *explanation = client_text(observed, "explanation");

	return strcmp(client_text(test->session, "sync"), "looking") == 0 &&
	       !camera_test_question(test) &&
	       json_array_size(json_object_get(observed, "unconfirmed")) == 0 && *explanation &&
	       strcmp(explanation, "look_again") != 0 && strcmp(explanation, "contradiction") != 0;
}

bool camera_test_is_over(const struct camera_test *test)
{
	const char *status = client_text(test->session, "status");

	return strcmp(status, "won") == 0 || strcmp(status, "lost") == 0;
}

size_t camera_test_differences(struct camera_test *test, const struct mk_world *world,
	struct mk_ground_truth *truths, size_t capacity)
{
	const struct mk_game *game = test->selection->game;
	const json_t *table = json_object_get(test->session, "table");
	struct mk_error error;

	if (mk_view_read_table(game, table, &test->selection->rules, test->known, &error) !=
		MK_OK) {
		truths[0] = (struct mk_ground_truth){.hidden = true};
		return 1;
	}
	return lab_camera_of(game)->find_errors(world, test->known, truths, capacity);
}

bool camera_test_is_wrong(struct camera_test *test)
{
	struct mk_ground_truth truth;

	return camera_test_differences(test, test->world, &truth, 1) > 0;
}

void camera_test_find_suggestion(struct camera_test *test)
{
	const struct mk_game *game = test->selection->game;
	const json_t *json = json_object_get(test->session, "suggestion");
	mk_card revealed;
	struct mk_error error;

	test->suggested =
		json_is_object(json) && mk_move_read(game, json, test->known, &test->suggestion,
						&revealed, &error) == MK_OK;
}

mk_card camera_test_true_card(const struct camera_test *test, const struct mk_place *place)
{
	const struct mk_game *game = test->selection->game;

	return mk_game_card_at(game, mk_game_view_of_seat(game, test->world, 0, test->known),
		place->position, place->index);
}

/* ---- Corrections ---------------------------------------------------------------------------- */

bool camera_test_correct(struct camera_test *test, const struct mk_ground_truth *truth)
{
	char body[BODY_SIZE];
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
	return camera_test_post(test, "corrections", body);
}

bool camera_test_post_table(struct camera_test *test)
{
	const struct mk_game *game = test->selection->game;
	struct mk_view *table = calloc(1, game->view_size);
	char body[BODY_SIZE];
	struct mk_text text;

	if (!table) {
		return false;
	}
	memcpy(table, mk_game_view_of_seat(game, test->world, 0, test->known), game->view_size);
	lab_camera_of(game)->forget_hidden(table);
	mk_text_fixed(&text, body, sizeof body);
	mk_json_open_object(&text, NULL);
	mk_json_open_object(&text, "table");
	mk_table_write_fields(&text, game, table);
	mk_json_close_object(&text);
	mk_json_close_object(&text);
	free(table);
	return camera_test_post(test, "corrections", body);
}

/* First with the card that it revealed, then without, if that is rejected. */
bool camera_test_post_move(struct camera_test *test, const struct done *done)
{
	json_int_t before = camera_test_version(test);
	char body[BODY_SIZE];
	struct mk_text text;

	for (int attempt = 0; attempt < 2 && camera_test_version(test) == before; attempt++) {
		mk_text_fixed(&text, body, sizeof body);
		mk_json_open_object(&text, NULL);
		mk_json_int(&text, "type", done->move.kind);
		mk_json_int(&text, "from", done->move.from);
		mk_json_int(&text, "to", done->move.to);
		mk_json_int(&text, "cut", done->move.cut);
		if (attempt == 0 && done->front != MK_NO_CARD) {
			mk_json_string(&text, "revealed", mk_card_code(done->front));
		}
		mk_json_close_object(&text);
		if (!camera_test_post(test, "moves", body)) {
			return false;
		}
	}
	return true;
}
