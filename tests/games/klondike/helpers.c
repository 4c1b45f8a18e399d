#include "games/klondike/helpers.h"

#include "games/klondike/text/notation.h"

#include <criterion/criterion.h>
#include <string.h>

struct klondike_snapshot seen_line(const char *line)
{
	struct klondike_snapshot seen;
	struct mk_error error = {0};

	cr_assert_eq(klondike_read_line(line, strlen(line), as_snapshot(&seen), &error), MK_OK,
		"%s: %s", line, error.detail);
	return seen;
}

json_t *parsed(const char *json)
{
	char buffer[4096];
	json_t *value;

	cr_assert_lt(strlen(json), sizeof buffer);
	strcpy(buffer, json);
	for (char *at = buffer; *at; at++) {
		*at = *at == '\'' ? '"' : *at;
	}
	value = json_loads(buffer, JSON_DECODE_ANY, NULL);
	cr_assert_not_null(value, "%s", json);
	return value;
}

struct klondike_snapshot seen_json(const char *json)
{
	struct klondike_snapshot seen;
	struct mk_error error = {0};
	json_t *value = parsed(json);

	cr_assert_eq(klondike_read_snapshot(value, as_snapshot(&seen), &error), MK_OK, "%s: %s",
		json, error.detail);
	json_decref(value);
	return seen;
}

const struct mk_rules *rules_of(const char *preset)
{
	for (int i = 0; i < PRESETS; i++) {
		if (preset && strcmp(klondike_presets[i].name, preset) == 0) {
			return &klondike_presets[i].rules;
		}
	}
	cr_assert_null(preset);
	return &klondike_presets[0].rules;
}

struct klondike_view begun(const char *preset)
{
	struct klondike_rules rules;
	struct klondike_view view;

	klondike_rules_unpack(rules_of(preset), &rules);
	klondike_begin(&view, &rules);
	return view;
}

struct klondike_view table(const char *preset, const char *json)
{
	struct klondike_view view;
	struct mk_error error = {0};
	json_t *value = parsed(json);

	cr_assert_eq(klondike_read_table(value, rules_of(preset), as_view(&view), &error), MK_OK,
		"%s: %s", error.where, error.detail);
	json_decref(value);
	return view;
}

mk_card card(const char *code)
{
	mk_card read = mk_card_read(code, strlen(code));

	cr_assert_neq(read, MK_NO_CARD, "%s", code);
	return read;
}
