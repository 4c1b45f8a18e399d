/* Errors with a sentence for players. */
#include <makker/status.h>
#include <stdio.h>
#include <string.h>

enum { MAX_REPEATED = MK_QUOTED_SIZE - sizeof "..." };

void mk_error_write(struct mk_text *out, enum mk_language language, const struct mk_error *error)
{
	const struct mk_message *said = &error->message;

	if (said->phrase) {
		mk_phrase_write(out, language, said->phrase, said->args, said->count);
	} else {
		mk_text_put(out, error->detail);
	}
}

enum mk_status(mk_fail_localized)(struct mk_error *error, enum mk_status status, const char *code,
	const char *where, const struct mk_phrase *phrase, const struct mk_phrase_arg *words,
	size_t count)
{
	struct mk_text english;

	if (!error) {
		return status;
	}
	mk_fail(error, status, code, where, "%s", "");
	mk_text_fixed(&english, error->detail, sizeof error->detail);
	mk_phrase_write(&english, MK_ENGLISH, phrase, words, count);
	error->message = (struct mk_message){.phrase = phrase, .count = count};
	for (size_t i = 0; i < count && i < MK_MAX_PHRASE_ARGS; i++) {
		error->message.args[i] = words[i];
	}
	return status;
}

struct mk_phrase_arg mk_phrase_quote(const char *word, size_t length)
{
	struct mk_phrase_arg arg = {.kind = MK_ARG_QUOTED};
	size_t count = 0;

	for (; count < length && count < MAX_REPEATED; count++) {
		arg.quoted[count] = word[count] >= ' ' && word[count] <= '~' ? word[count] : '?';
	}
	if (count < length) {
		memcpy(arg.quoted + count, "...", sizeof "...");
	}
	return arg;
}

static const struct mk_phrase nothing_spelt = MK_PHRASE(
	"this is no card", "det er ikke et kort", "das ist keine Karte", "αυτό δεν είναι φύλλο");
static const struct mk_phrase no_card = MK_PHRASE("'{0}' is no card", "»{0}« er ikke et kort",
	"„{0}“ ist keine Karte", "το «{0}» δεν είναι φύλλο");

enum mk_status(mk_fail_bad_card)(
	struct mk_error *error, const char *where, const char *word, size_t length)
{
	struct mk_phrase_arg spelt = mk_phrase_quote(word, length);

	return mk_fail_localized(error, MK_MALFORMED, "invalid_card", where,
		length ? &no_card : &nothing_spelt, &spelt, 1);
}

static const struct mk_phrase unknown = MK_PHRASE("Unknown here: '{0}'.", "Ukendt her: »{0}«.",
	"Hier unbekannt: „{0}“.", "Άγνωστο εδώ: «{0}».");

enum mk_status(mk_fail_unknown)(
	struct mk_error *error, const char *code, const char *where, const char *name)
{
	struct mk_phrase_arg quoted = mk_phrase_quote(name, strlen(name));

	return mk_fail_localized(error, MK_IMPOSSIBLE, code, where, &unknown, &quoted, 1);
}

enum mk_status mk_fail_at(struct mk_error *error, const struct mk_error *cause, const char *where)
{
	enum mk_status status = cause->status;

	if (error) {
		char place[sizeof error->where];

		snprintf(place, sizeof place, "%s", where);
		*error = *cause;
		memcpy(error->where, place, sizeof place);
	}
	return status;
}
