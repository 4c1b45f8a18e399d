/* Reviews in a journal: the last one of each session, until the session is removed. */
#include "store/port.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVERY_JOURNAL(sentence) EVERY_JOURNAL_OF(reviews, sentence)

struct loaded {
	bool answered;
	enum mk_status status;
	char *review; /* a copy, or NULL */
};

static enum mk_status save(struct port *port, const char *id, const char *review)
{
	struct reply reply = {0};

	port->journal->methods->save_review(port->journal, id, review, note_reply, &reply);
	cr_assert_not(reply.answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(reply.answered);
	return reply.status;
}

static void note_loaded(void *context, enum mk_status status, const char *review)
{
	struct loaded *loaded = context;

	*loaded = (struct loaded){.answered = true, .status = status};
	if (review) {
		loaded->review = strdup(review);
	}
}

static struct loaded load_review(struct port *port, const char *id)
{
	struct loaded loaded = {0};

	port->journal->methods->load_review(port->journal, id, note_loaded, &loaded);
	cr_assert_not(loaded.answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(loaded.answered);
	return loaded;
}

static void assert_has(struct port *port, const char *id, const char *review)
{
	struct loaded loaded = load_review(port, id);

	cr_assert_eq(loaded.status, MK_OK);
	cr_assert_str_eq(loaded.review, review);
	free(loaded.review);
}

static void assert_has_none(struct port *port, const char *id)
{
	struct loaded loaded = load_review(port, id);

	cr_assert_eq(loaded.status, MK_NOT_FOUND);
	cr_assert_null(loaded.review);
}

/* The journal in memory ends with its process, so it keeps no reviews. */
static bool keeps_reviews(const struct port *port)
{
	const struct journal_methods *methods = port->journal->methods;

	cr_assert_eq(methods->save_review != NULL, methods->load_review != NULL);
	cr_assert_eq(methods->save_review == NULL, strncmp(port->url, "memory:", 7) == 0);
	return methods->save_review;
}

EVERY_JOURNAL(the_last_one_of_a_session_is_kept_until_the_session_is_removed)
{
	struct journal_session first = row(1, 0), second = row(2, 0);

	if (!keeps_reviews(port)) {
		return;
	}
	port_fill(port, 1, 2);
	port_fill(port, 2, 1);
	assert_has_none(port, first.id);
	cr_assert_eq(save(port, first.id, "0a"), MK_OK);
	cr_assert_eq(save(port, second.id, "0b"), MK_OK);
	cr_assert_eq(save(port, first.id, "0c"), MK_OK);
	assert_has(port, first.id, "0c");
	assert_has(port, second.id, "0b");
	cr_assert_eq(append(port, 1, 3), MK_OK, "a review holds no lock");
	port_stop(port);
	cr_assert(port_reopen(port), "%s", port->error.detail);
	assert_has(port, first.id, "0c");
	cr_assert_eq(drop(port, 1), MK_OK);
	assert_has_none(port, first.id);
	assert_has(port, second.id, "0b");
	port_fill(port, 1, 1);
	assert_has_none(port, first.id);
}

EVERY_JOURNAL(of_a_session_that_does_not_exist_none_is_kept)
{
	struct journal_session session = row(1, 0);

	if (!keeps_reviews(port)) {
		return;
	}
	cr_assert_eq(save(port, session.id, "0a"), MK_NOT_FOUND);
	assert_has_none(port, session.id);
	port_fill(port, 1, 1);
	assert_has_none(port, session.id);
}

EVERY_JOURNAL(the_longest_one_comes_back_as_it_was_and_a_longer_one_does_not)
{
	struct journal_session session = row(1, 0);
	char *review = malloc(JOURNAL_MAX_REVIEW + 2);

	if (!keeps_reviews(port)) {
		free(review);
		return;
	}
	for (size_t i = 0; i < JOURNAL_MAX_REVIEW; i++) {
		review[i] = "0123456789abcdef"[i * i % 16];
	}
	review[JOURNAL_MAX_REVIEW] = '\0';
	port_fill(port, 1, 1);
	cr_assert_eq(save(port, session.id, review), MK_OK);
	assert_has(port, session.id, review);
	strcat(review, "0");
	cr_assert_eq(save(port, session.id, review), MK_OK);
	assert_has_none(port, session.id);
	free(review);
}
