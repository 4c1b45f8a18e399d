/* makker review: a review of one session in words, in the player's language. */
#include "cli/cli.h"
#include "cli/figures.h"
#include "cli/review.h"

#include <makker/review.h>
#include <makker/solve.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN = 8, MARK_WIDTH = 15, LINE_SIZE = 512, FIGURE_SIZE = 64 };

/* ---- Texts ---------------------------------------------------------------------------------- */

static const struct mk_phrase heads[] = {
	MK_PHRASE("version", "version", "Version", "έκδοση"),
	MK_PHRASE("before", "før", "vorher", "πριν"),
	MK_PHRASE("made", "spillet", "gespielt", "έπαιξες"),
	MK_PHRASE("after", "efter", "danach", "μετά"),
	MK_PHRASE("choice", "valg", "Wahl", "επιλογή"),
	MK_PHRASE("luck", "held", "Glück", "τύχη"),
};
static const struct mk_phrase number_head = MK_PHRASE("no.", "nr.", "Nr.", "αρ.");
static const struct mk_phrase mark_head = MK_PHRASE("mark", "dom", "Urteil", "κρίση");
static const struct mk_phrase move_head = MK_PHRASE("move", "træk", "Zug", "κίνηση");

static const struct mk_phrase marks[MK_MARK_COUNT] = {
	[MK_MARK_BEST] = MK_PHRASE("best", "bedst", "am besten", "άριστη"),
	[MK_MARK_GOOD] = MK_PHRASE("good", "godt", "gut", "καλή"),
	[MK_MARK_INACCURACY] = MK_PHRASE("inaccuracy", "upræcist", "ungenau", "ανακριβής"),
	[MK_MARK_MISTAKE] = MK_PHRASE("mistake", "fejl", "Fehler", "λάθος"),
	[MK_MARK_BLUNDER] = MK_PHRASE("blunder", "grov fejl", "schwerer Fehler", "σοβαρό λάθος"),
};

static const struct mk_phrase better_move =
	MK_PHRASE("better: ", "bedre: ", "besser: ", "καλύτερα: ");
static const struct mk_phrase announce_nothing =
	MK_PHRASE("Announce nothing.", "Meld ikke noget.", "Sag nichts an.", "Μη δηλώσεις τίποτα.");
static const struct mk_phrase then = MK_PHRASE(" Then ", " Derefter ", " Danach ", " Μετά ");
static const struct mk_phrase dearest_title = MK_PHRASE("The costliest moves:", "De dyreste træk:",
	"Die teuersten Züge:", "Οι ακριβότερες κινήσεις:");
static const struct mk_phrase kinds_title = MK_PHRASE(
	"By kinds of mistakes:", "Efter slags fejl:", "Nach Art der Fehler:", "Ανά είδος λάθους:");

/* {0}: how many decisions; {1} and {2}: the value; {3}: luck; {4}: choices, {5}: their error. */
static const struct mk_phrase sums_of_chances =
	MK_PHRASE("{0} decisions: from {1} to {2}. Luck {3}, your choices {4} (±{5}).",
		"{0} beslutninger: fra {1} til {2}. Held {3}, dine valg {4} (±{5}).",
		"{0} Entscheidungen: von {1} auf {2}. Glück {3}, deine Entscheidungen {4} (±{5}).",
		"{0} αποφάσεις: από {1} σε {2}. Τύχη {3}, οι επιλογές σου {4} (±{5}).");
static const struct mk_phrase sum_of_chance =
	MK_PHRASE("1 decision: from {1} to {2}. Luck {3}, your choice {4} (±{5}).",
		"1 beslutning: fra {1} til {2}. Held {3}, dit valg {4} (±{5}).",
		"1 Entscheidung: von {1} auf {2}. Glück {3}, deine Entscheidung {4} (±{5}).",
		"1 απόφαση: από {1} σε {2}. Τύχη {3}, η επιλογή σου {4} (±{5}).");
static const struct mk_phrase sums_of_points = MK_PHRASE(
	"{0} decisions: from {1} to {2} points. Luck {3}, your choices {4} points (±{5}).",
	"{0} beslutninger: fra {1} til {2} point. Held {3}, dine valg {4} point (±{5}).",
	"{0} Entscheidungen: von {1} auf {2} Punkte. Glück {3}, deine Entscheidungen {4} Punkte (±{5}).",
	"{0} αποφάσεις: από {1} σε {2} πόντους. Τύχη {3}, οι επιλογές σου {4} πόντοι (±{5}).");
static const struct mk_phrase sum_of_points = MK_PHRASE(
	"1 decision: from {1} to {2} points. Luck {3}, your choice {4} points (±{5}).",
	"1 beslutning: fra {1} til {2} point. Held {3}, dit valg {4} point (±{5}).",
	"1 Entscheidung: von {1} auf {2} Punkte. Glück {3}, deine Entscheidung {4} Punkte (±{5}).",
	"1 απόφαση: από {1} σε {2} πόντους. Τύχη {3}, η επιλογή σου {4} πόντοι (±{5}).");
static const struct mk_phrase no_values = MK_PHRASE("None of the decisions could be assessed.",
	"Ingen af beslutningerne kunne vurderes.", "Keine der Entscheidungen ließ sich bewerten.",
	"Καμία από τις αποφάσεις δεν μπόρεσε να αξιολογηθεί.");

/* Of a game that was given up at once, or in which each table had one move. */
static const struct mk_phrase no_decisions =
	MK_PHRASE("There was nothing to decide.", "Der var intet at beslutte.",
		"Es gab nichts zu entscheiden.", "Δεν υπήρχε τίποτε να αποφασιστεί.");

/* Whether the deal could have been won. */
static const struct mk_phrase verdicts[] = {
	[MK_WINNABLE] = MK_PHRASE("These cards could have been won.", "Kabalen kunne være gået op.",
		"Diese Karten waren zu gewinnen.", "Αυτή η μοιρασιά μπορούσε να κερδηθεί."),
	[MK_UNWINNABLE] = MK_PHRASE("These cards could not have been won.",
		"Kabalen kunne ikke gå op.", "Diese Karten waren nicht zu gewinnen.",
		"Αυτή η μοιρασιά δεν μπορούσε να κερδηθεί."),
	[MK_UNDECIDED] =
		MK_PHRASE("It could not be worked out whether these cards could have been won.",
			"Det blev ikke afgjort, om kabalen kunne gå op.",
			"Ob diese Karten zu gewinnen waren, ließ sich nicht klären.",
			"Δεν διαπιστώθηκε αν αυτή η μοιρασιά μπορούσε να κερδηθεί."),
};

/* ---- Values --------------------------------------------------------------------------------- */

bool review_has_points(const json_t *review)
{
	return strcmp(client_text(review, "unit"), "points") == 0;
}

struct printer {
	enum mk_language language;
	bool has_points;
};

static struct printer printer_of(const json_t *review, enum mk_language language)
{
	return (struct printer){language, review_has_points(review)};
}

/* In the table, chances are percentages without the sign; "–" for an unknown value. */
static void put_value(struct mk_text *line, const struct printer *printer, const json_t *object,
	const char *name, unsigned form)
{
	const json_t *value = json_object_get(object, name);
	double scale = printer->has_points ? 1 : 100;
	char figure[FIGURE_SIZE] = "–";
	struct mk_text text;

	if (json_is_number(value)) {
		mk_text_fixed(&text, figure, sizeof figure);
		figure_write(&text, printer->language, scale * json_number_value(value), 1, form);
	}
	figure_put_right(line, figure, COLUMN);
	mk_text_char(line, ' ');
}

/* ---- Decisions ------------------------------------------------------------------------------ */

void review_print_head(enum mk_language language)
{
	char buffer[LINE_SIZE];
	struct mk_text line;

	mk_text_fixed(&line, buffer, sizeof buffer);
	figure_put_right(&line, mk_phrase_in(&number_head, language), 4);
	mk_text_char(&line, ' ');
	for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
		figure_put_right(&line, mk_phrase_in(&heads[i], language), COLUMN);
		mk_text_char(&line, ' ');
	}
	mk_text_char(&line, ' ');
	fputs(buffer, stdout);
	print_cell(stdout, mk_phrase_in(&mark_head, language), MARK_WIDTH, "  ");
	puts(mk_phrase_in(&move_head, language));
}

static const char *mark_in(const char *name, enum mk_language language)
{
	for (int mark = 0; mark < MK_MARK_COUNT; mark++) {
		if (strcmp(name, mk_review_mark_name((enum mk_review_mark)mark)) == 0) {
			return mk_phrase_in(&marks[mark], language);
		}
	}
	return name;
}

static void print_decision(const struct printer *printer, const json_t *decision)
{
	static const char *const values[] = {"before", "made", "after"};
	static const char *const changes[] = {"choice", "luck"};
	char buffer[LINE_SIZE];
	struct mk_text line;

	mk_text_fixed(&line, buffer, sizeof buffer);
	mk_text_format(&line, "%4lld %8lld ",
		(long long)json_integer_value(json_object_get(decision, "number")),
		(long long)json_integer_value(json_object_get(decision, "version")));
	for (size_t i = 0; i < 3; i++) {
		put_value(&line, printer, decision, values[i],
			printer->has_points ? FIGURE_SIGNED : FIGURE_PLAIN);
	}
	for (size_t i = 0; i < 2; i++) {
		put_value(&line, printer, decision, changes[i], FIGURE_SIGNED);
	}
	mk_text_char(&line, ' ');
	fputs(buffer, stdout);
	print_cell(stdout, mark_in(client_text(decision, "mark"), printer->language), MARK_WIDTH,
		"  ");
	print_text_line(stdout, client_text(json_object_get(decision, "move"), "instruction"));
}

void review_print_decisions(const json_t *page, enum mk_language language)
{
	const json_t *decisions = json_object_get(page, "decisions");
	struct printer printer = printer_of(page, language);

	for (size_t i = 0; i < json_array_size(decisions); i++) {
		print_decision(&printer, json_array_get(decisions, i));
	}
	fflush(stdout);
}

/* ---- Summary -------------------------------------------------------------------------------- */

/* The moves of the better line in short notation. Silence may be better than an announcement. */
static void print_better(const json_t *better, enum mk_language language)
{
	const json_t *line = json_object_get(better, "line");

	printf("%13s%s", "", mk_phrase_in(&better_move, language));
	if (!json_is_object(better)) {
		puts(mk_phrase_in(&announce_nothing, language));
		return;
	}
	print_text(stdout, client_text(better, "instruction"));
	for (size_t i = 1; i < json_array_size(line); i++) {
		fputs(i == 1 ? mk_phrase_in(&then, language) : ", ", stdout);
		print_text(stdout, json_string_value(json_array_get(line, i)));
	}
	putchar('\n');
}

static double cost_of(const json_t *kind)
{
	return json_number_value(json_object_get(kind, "choice"));
}

static int compare_kinds(const void *one, const void *other)
{
	double difference = cost_of(*(json_t *const *)one) - cost_of(*(json_t *const *)other);

	return difference < 0 ? -1 : difference > 0;
}

/* The cost of each kind of mistake in this game, in descending order, without zero costs. */
static void print_kinds(const struct printer *printer, const json_t *kinds)
{
	const json_t *shown[MK_MAX_MISTAKE_KINDS] = {NULL};
	size_t count = 0;

	for (size_t i = 0; i < json_array_size(kinds) && count < MK_MAX_MISTAKE_KINDS; i++) {
		const json_t *kind = json_array_get(kinds, i);

		if (json_integer_value(json_object_get(kind, "losses")) > 0) {
			shown[count++] = kind;
		}
	}
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): it is pointers that are sorted. */
	qsort(shown, count, sizeof shown[0], compare_kinds);
	if (count > 0) {
		printf("\n%s\n", mk_phrase_in(&kinds_title, printer->language));
	}
	for (size_t i = 0; i < count; i++) {
		long long losses = json_integer_value(json_object_get(shown[i], "losses"));
		char buffer[LINE_SIZE];
		struct mk_text line;

		mk_text_fixed(&line, buffer, sizeof buffer);
		put_value(&line, printer, shown[i], "choice", FIGURE_SIGNED);
		printf("%s %lldx  ", buffer, losses);
		print_text_line(stdout, client_text(shown[i], "text"));
	}
}

void review_print_verdict(const char *verdict, enum mk_language language)
{
	for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
		if (strcmp(verdict, mk_verdict_name((enum mk_verdict)i)) == 0) {
			puts(mk_phrase_in(&verdicts[i], language));
		}
	}
}

static const struct mk_phrase *sums_phrase(const struct printer *printer, json_int_t decisions)
{
	if (printer->has_points) {
		return decisions == 1 ? &sum_of_points : &sums_of_points;
	}
	return decisions == 1 ? &sum_of_chance : &sums_of_chances;
}

static void print_sums(const struct printer *printer, const json_t *sums)
{
	static const struct {
		const char *name;
		double factor;
		unsigned form;
	} values[] = {{"start", 1, FIGURE_PLAIN}, {"end", 1, FIGURE_PLAIN},
		{"luck", 1, FIGURE_SIGNED}, {"choice", 1, FIGURE_SIGNED},
		{"choice_error", 1.96, FIGURE_PLAIN}};
	enum { VALUES = sizeof values / sizeof values[0] };
	json_int_t decisions = json_integer_value(json_object_get(sums, "decisions"));
	struct mk_phrase_arg arguments[1 + VALUES] = {{.kind = MK_ARG_NUMBER, .number = decisions}};
	char figures[VALUES][FIGURE_SIZE], buffer[LINE_SIZE];
	struct mk_text text;

	for (size_t i = 0; i < VALUES; i++) {
		double value = json_number_value(json_object_get(sums, values[i].name));

		mk_text_fixed(&text, figures[i], sizeof figures[i]);
		figure_write(&text, printer->language, values[i].factor * value, 1,
			values[i].form | (printer->has_points ? 0 : FIGURE_PERCENT));
		arguments[1 + i] = (struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = figures[i]};
	}
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_phrase_write(
		&text, printer->language, sums_phrase(printer, decisions), arguments, 1 + VALUES);
	puts(buffer);
}

void review_print_summary(const json_t *review, enum mk_language language)
{
	const json_t *sums = json_object_get(review, "sums");
	const json_t *dearest = json_object_get(review, "dearest");
	struct printer printer = printer_of(review, language);
	const json_t *count = json_object_get(review, "count");
	bool has_decisions = !json_is_integer(count) || json_integer_value(count) > 0;

	if (has_decisions) {
		putchar('\n');
	}
	if (json_integer_value(json_object_get(sums, "decisions")) > 0) {
		print_sums(&printer, sums);
	} else {
		puts(mk_phrase_in(has_decisions ? &no_values : &no_decisions, language));
	}
	review_print_verdict(client_text(review, "verdict"), language);
	if (json_array_size(dearest) > 0) {
		printf("\n%s\n", mk_phrase_in(&dearest_title, language));
	}
	for (size_t i = 0; i < json_array_size(dearest); i++) {
		const json_t *decision = json_array_get(dearest, i);

		print_decision(&printer, decision);
		print_better(json_object_get(decision, "better"), language);
	}
	print_kinds(&printer, json_object_get(sums, "kinds"));
}
