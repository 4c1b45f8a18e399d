/*
 * makker play: a game in the terminal. The program deals and plays the other seats; the player
 * picks moves from a numbered list, and sees no more than at a table.
 */
#include "base/arena.h"
#include "cli/cli.h"
#include "cli/game_args.h"
#include "cli/review.h"
#include "cli/table_input.h"
#include "session/deal.h"
#include "session/session.h"
#include "session/verdict.h"

#include <inttypes.h>
#include <jansson.h>
#include <makker/selfplay.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OWN_SEAT = 0, DEFAULT_MS = 300, TEXT_SIZE = 64 * 1024, LINE_SIZE = 64 };
enum { SEARCH_ARENA_SIZE = 4 * 1024 * 1024 };

/* ---- Options -------------------------------------------------------------------------------- */

struct play_args {
	struct game_args args;
	struct mk_budget budget;
	const char *game;
	const char *deck; /* NULL: not given */
	struct deal deal; /* its seed, if there is one */
	bool has_seed;
	bool hint;
};

enum { KEY_HINT = 1, KEY_DECK };

static const struct argp_option options[] = {
	{"deck", KEY_DECK, "FILE|-|TEXT", 0, "the cards to be dealt, in the order of dealing", 0},
	{"hint", KEY_HINT, NULL, 0, "suggest a move at each turn, as ? does", 0},
	{"seed", 'S', "SEED", 0,
		"seed of the deal: a number, or the 32 digits that a practice table shows at its "
		"end (default: another one each time)",
		0},
	{0},
};

static const struct argp_child children[] = {
	{&game_args_argp, 0, NULL, 0}, {&budget_argp, 0, NULL, 0}, {0}};

/* A number, or the 32 hexadecimal digits that a practice table shows when its game is over. */
static void take_seed(struct play_args *args, const char *word, struct argp_state *state)
{
	json_t *digits = json_string(word);

	if (!deal_read_seed(digits, &args->deal)) {
		args->deal.seed = number_read(word, 0, INT64_MAX, state);
		args->deal.stream = 0;
	}
	args->has_seed = true;
	json_decref(digits);
}

static error_t parse_play_option(int key, char *word, struct argp_state *state)
{
	struct play_args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->args;
		state->child_inputs[1] = &args->budget;
		return 0;
	case KEY_DECK:
		args->deck = word;
		return 0;
	case KEY_HINT:
		args->hint = true;
		return 0;
	case 'S':
		take_seed(args, word, state);
		return 0;
	case ARGP_KEY_ARG:
		positional_take(&args->game, word, "game", state);
		return 0;
	case ARGP_KEY_END:
		if (args->game && args->args.game) {
			argp_error(state, "either GAME or --game");
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp play_argp = {
	.options = options,
	.parser = parse_play_option,
	.args_doc = "[GAME]",
	.doc = "Play a game in the terminal: the program deals and plays the other seats.\v"
	       "GAME is one of `makker games' (default: klondike). Each turn lists the moves with "
	       "numbers; ? suggests one, u takes the last move back, r begins again with the same cards, "
	       "g gives the game up, q ends the program. After the end a lost game says whether it could "
	       "have been won, and on a terminal u and r are possible still. On a terminal with UTF-8 a card is its rank in the letters of the language and the sign "
	       "of its suit; elsewhere, and in a pipe, it is QD for the queen of diamonds in every language, as a deck has it. The strategy makes the suggestions and plays the other seats; a strategy with search gets 300 ms "
	       "if no budget is given. A deck is every card of the game, as a list of JSON or with spaces "
	       "or commas between the cards: AS KH 10D 2C. Klondike deals it column by column from the "
	       "table up, then the stock; FreeCell row by row; 10-20-30 in the order of dealing; Doppelkopf "
	       "hand by hand. With - the deck is the first line of the standard input, and the moves follow.",
	.children = children,
};

/* ---- Texts ---------------------------------------------------------------------------------- */

/* Fits into a line of 80 columns. */
static const struct mk_phrase prompt =
	MK_PHRASE("Your move ({0}; ? hint, u undo, r restart, g give up, q quit): ",
		"Dit træk ({0}; ? tip, u fortryd, r forfra, g giv op, q slut): ",
		"Dein Zug ({0}; ? Tipp, u zurück, r von vorn, g aufgeben, q beenden): ",
		"Η κίνησή σου ({0}· ? υπόδειξη, u αναίρεση, r ξανά, g εγκατάλειψη, q τέλος): ");
static const struct mk_phrase unknown_answer =
	MK_PHRASE("Type a number from 1 to {0}, or ?, u, r, g or q.\n",
		"Skriv et tal fra 1 til {0}, eller ?, u, r, g eller q.\n",
		"Gib eine Zahl von 1 bis {0} ein, oder ?, u, r, g oder q.\n",
		"Γράψε έναν αριθμό από 1 έως {0}, ή ?, u, r, g ή q.\n");
static const struct mk_phrase unknown_answer_of_one =
	MK_PHRASE("Type 1, or ?, u, r, g or q.\n", "Skriv 1, eller ?, u, r, g eller q.\n",
		"Gib 1 ein, oder ?, u, r, g oder q.\n", "Γράψε 1, ή ?, u, r, g ή q.\n");
static const struct mk_phrase end_prompt =
	MK_PHRASE("The game is over (u undo, r the same cards again, q quit): ",
		"Spillet er slut (u fortryd, r de samme kort igen, q slut): ",
		"Das Spiel ist zu Ende (u zurück, r dieselben Karten noch einmal, q beenden): ",
		"Το παιχνίδι τελείωσε (u αναίρεση, r τα ίδια φύλλα ξανά, q τέλος): ");
static const struct mk_phrase unknown_end_answer = MK_PHRASE("Type u, r or q.\n",
	"Skriv u, r eller q.\n", "Gib u, r oder q ein.\n", "Γράψε u, r ή q.\n");
static const struct mk_phrase had_help = MK_PHRASE("Moves taken back: {0}. Suggestions: {1}.",
	"Træk, der blev taget tilbage: {0}. Forslag: {1}.",
	"Zurückgenommene Züge: {0}. Vorschläge: {1}.",
	"Κινήσεις που αναιρέθηκαν: {0}. Προτάσεις: {1}.");
static const struct mk_phrase given_deck =
	MK_PHRASE(", a given deck", ", angivne kort", ", vorgegebene Karten", ", δοσμένα φύλλα");
static const struct mk_phrase nothing_to_undo =
	MK_PHRASE("There is no move to take back.\n", "Der er ikke noget træk at fortryde.\n",
		"Es gibt keinen Zug zurückzunehmen.\n", "Δεν υπάρχει κίνηση για αναίρεση.\n");
static const struct mk_phrase at_the_beginning =
	MK_PHRASE("You are at the beginning already.\n", "Du er allerede ved begyndelsen.\n",
		"Du stehst schon am Anfang.\n", "Βρίσκεσαι ήδη στην αρχή.\n");
static const struct mk_phrase no_suggestion =
	MK_PHRASE("There is no suggestion here.\n", "Her er der ikke noget forslag.\n",
		"Hier gibt es keinen Vorschlag.\n", "Εδώ δεν υπάρχει πρόταση.\n");

/* ---- A game --------------------------------------------------------------------------------- */

struct play {
	struct game_selection selection;
	const struct deal *deal;
	struct mk_budget budget;
	struct mk_search_context *search;
	struct mk_world *world;
	struct mk_view *buffer;   /* of mk_game_view_of_seat() */
	struct mk_view *before;   /* the player's view before another seat's move */
	struct mk_view *after;    /* and after it */
	unsigned char *decisions; /* the worlds before the player's moves, for undo */
	size_t decision_count;
	struct mk_card_style style;
	bool hint;                  /* a move is suggested at each turn */
	bool is_given_up;           /* the game that has just ended */
	unsigned undone, suggested; /* how often */
	struct mk_error error;      /* of TURN_FAILED */
};

static const struct mk_view *view_of(const struct play *play, int seat)
{
	return mk_game_view_of_seat(play->selection.game, play->world, seat, play->buffer);
}

static void print_with(
	const struct play *play, const struct mk_phrase *phrase, struct mk_phrase_arg argument)
{
	char buffer[256];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_phrase_write(&text, play->selection.language, phrase, &argument, 1);
	fputs(buffer, stdout);
}

static void print_sentence(const struct play *play, const struct mk_phrase *phrase)
{
	print_with(play, phrase, (struct mk_phrase_arg){.kind = MK_ARG_NUMBER});
}

static void print_prompt(const struct play *play, size_t count)
{
	char range[32];

	snprintf(range, sizeof range, count > 1 ? "1-%zu" : "%zu", count);
	print_with(play, &prompt, (struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = range});
}

static void print_unknown_answer(const struct play *play, size_t count)
{
	print_with(play, count > 1 ? &unknown_answer : &unknown_answer_of_one,
		(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = (long long)count});
}

/* Draws the table and an empty line. */
static void draw_table(struct mk_text *text, const struct play *play)
{
	mk_text_char(text, '\n');
	mk_table_draw(text, play->selection.game, play->selection.language, view_of(play, OWN_SEAT),
		play->style);
	mk_text_char(text, '\n');
}

/* Wraps at words in a terminal; for a program it prints one line. */
static void print_line(const char *line, size_t indent)
{
	if (isatty(STDOUT_FILENO)) {
		print_wrapped(line, strlen(line), indent, cli_text_width(STDOUT_FILENO));
	} else {
		puts(line);
	}
}

enum { INDENT_MOVE = 5, INDENT_WHY = 6 };

static void print_table(const struct play *play, const struct mk_move *moves, size_t count)
{
	static char buffer[TEXT_SIZE];
	const struct mk_view *view = view_of(play, OWN_SEAT);
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	draw_table(&text, play);
	fputs(buffer, stdout);
	for (size_t i = 0; i < count; i++) {
		mk_text_fixed(&text, buffer, sizeof buffer);
		mk_text_format(&text, "%3d. ", (int)i + 1);
		play->selection.game->notation->describe_move(
			&text, play->selection.language, view, moves[i]);
		print_line(buffer, INDENT_MOVE);
	}
}

/* The choice of the strategy, with its value; false if it has none. */
static bool choose(struct play *play, int seat, struct mk_ranked_move *chosen)
{
	static struct mk_advice advice;
	struct mk_search_request request = {.strategy = play->selection.strategy,
		.view = view_of(play, seat),
		.budget = play->budget};

	mk_search_run(play->search, &request, &advice);
	if (advice.suggestion >= 0) {
		*chosen = advice.moves[advice.suggestion];
	}
	return advice.suggestion >= 0;
}

static void print_suggestion(struct play *play, const struct mk_move *moves, size_t count)
{
	const struct mk_game *game = play->selection.game;
	const struct mk_view *view = view_of(play, OWN_SEAT);
	enum mk_language language = play->selection.language;
	char buffer[WHY_SIZE];
	struct mk_ranked_move chosen;
	struct mk_text text;
	size_t number = 0;

	if (!choose(play, OWN_SEAT, &chosen)) {
		print_sentence(play, &no_suggestion);
		return;
	}
	while (number < count && memcmp(&moves[number], &chosen.move, sizeof chosen.move) != 0) {
		number++;
	}
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_format(&text, "*%2d. ", (int)number + 1);
	value_write(&text, language, game, chosen.value);
	game->notation->describe_move(&text, language, view, chosen.move);
	print_line(buffer, isnan(chosen.value) ? INDENT_MOVE : INDENT_MOVE + VALUE_WIDTH);
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_format(&text, "%*s", INDENT_WHY, "");
	why_write(&text, language, game, view, &chosen);
	if (text.length > INDENT_WHY) {
		print_line(buffer, INDENT_WHY);
	}
	play->suggested++;
}

/* ---- Undo ----------------------------------------------------------------------------------- */

static bool keep_decision(struct play *play)
{
	size_t size = play->selection.game->world_size;
	unsigned char *grown = realloc(play->decisions, (play->decision_count + 1) * size);

	if (grown) {
		play->decisions = grown;
		memcpy(grown + play->decision_count * size, play->world, size);
		play->decision_count++;
	}
	return grown != NULL;
}

static bool undo_decision(struct play *play)
{
	size_t size = play->selection.game->world_size;

	if (play->decision_count == 0) {
		return false;
	}
	play->decision_count--;
	play->undone++;
	memcpy(play->world, play->decisions + play->decision_count * size, size);
	return true;
}

/* All moves are taken back: the same cards are played again. */
static bool undo_all(struct play *play)
{
	bool undone = false;

	while (undo_decision(play)) {
		undone = true;
	}
	return undone;
}

/* ---- Turns ---------------------------------------------------------------------------------- */

enum turn { TURN_MADE, TURN_AGAIN, TURN_GIVEN_UP, TURN_QUIT, TURN_FAILED };

static enum turn make_own_move(struct play *play, const struct mk_move *move)
{
	if (!keep_decision(play)) {
		mk_fail(&play->error, MK_BUSY, "busy", "", "out of memory");
		return TURN_FAILED;
	}
	play->selection.game->apply(play->world, *move);
	return TURN_MADE;
}

/* The input of the player; TURN_AGAIN: the table is unchanged, ask again. */
static enum turn answer_line(
	struct play *play, const char *line, const struct mk_move *moves, size_t count)
{
	char *end;
	unsigned long number = strtoul(line, &end, 10);

	if (line[0] >= '1' && line[0] <= '9' && *end == '\0' && number <= count) {
		return make_own_move(play, &moves[number - 1]);
	}
	if (strcmp(line, "q") == 0) {
		return TURN_QUIT;
	}
	if (strcmp(line, "g") == 0) {
		return TURN_GIVEN_UP;
	}
	if (strcmp(line, "?") == 0) {
		print_suggestion(play, moves, count);
		return TURN_AGAIN;
	}
	if (strcmp(line, "u") == 0 || strcmp(line, "r") == 0) {
		if (line[0] == 'u' ? undo_decision(play) : undo_all(play)) {
			return TURN_MADE;
		}
		print_sentence(play, line[0] == 'u' ? &nothing_to_undo : &at_the_beginning);
		return TURN_AGAIN;
	}
	print_unknown_answer(play, count);
	return TURN_AGAIN;
}

/* Removes surrounding white space and capitals, so that "Q" and " 1" are valid, too. */
static void tidy_line(char *line)
{
	const char *first = line + strspn(line, " \t\r\n");
	size_t length = strlen(first);

	while (length > 0 && strchr(" \t\r\n", first[length - 1])) {
		length--;
	}
	memmove(line, first, length);
	line[length] = '\0';
	for (; *line; line++) {
		*line = (char)(*line >= 'A' && *line <= 'Z' ? *line - 'A' + 'a' : *line);
	}
}

/*
 * Reads a line without its end; false at the end of input. Of an overlong line the rest is skipped.
 * A terminal echoes the line end; for a pipe the line of the prompt is ended here.
 */
static bool read_line(char line[LINE_SIZE])
{
	bool read = fgets(line, LINE_SIZE, stdin) != NULL;

	if (!read || !isatty(STDIN_FILENO)) {
		putchar('\n');
	}
	if (!read) {
		return false;
	}
	if (!strchr(line, '\n')) {
		for (int byte = getchar(); byte != '\n' && byte != EOF;) {
			byte = getchar();
		}
	}
	tidy_line(line);
	return true;
}

/* The moves in the order of the list that the player reads. */
static size_t list_moves(const struct play *play, struct mk_move moves[MK_MAX_MOVES])
{
	const struct mk_game *game = play->selection.game;
	const struct mk_view *view = view_of(play, OWN_SEAT);
	size_t count = game->view_moves(view, moves);

	for (size_t i = 1; game->notation->lists_before && i < count; i++) {
		struct mk_move move = moves[i];
		size_t at = i;

		for (; at > 0 && game->notation->lists_before(view, &move, &moves[at - 1]); at--) {
			moves[at] = moves[at - 1];
		}
		moves[at] = move;
	}
	return count;
}

static enum turn own_turn(struct play *play)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = list_moves(play, moves);
	enum turn turn = TURN_AGAIN;

	print_table(play, moves, count);
	if (play->hint) {
		print_suggestion(play, moves, count);
	}
	while (turn == TURN_AGAIN) {
		char line[LINE_SIZE];

		print_prompt(play, count);
		fflush(stdout);
		turn = read_line(line) ? answer_line(play, line, moves, count) : TURN_QUIT;
	}
	return turn;
}

static void print_other_move(const struct play *play, struct mk_move move)
{
	char buffer[1024];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	play->selection.game->notation->describe_move(
		&text, play->selection.language, play->before, move);
	mk_text_char(&text, '\n');
	fputs(buffer, stdout);
}

/* Prints the move as visible from the player's seat: the cards of a poverty are face down. */
static enum turn other_turn(struct play *play, int seat)
{
	const struct mk_game *game = play->selection.game;
	struct mk_ranked_move chosen;
	struct mk_finding finding;

	if (!choose(play, seat, &chosen)) {
		return TURN_QUIT;
	}
	memcpy(play->before, view_of(play, OWN_SEAT), game->view_size);
	memcpy(play->after, play->before, game->view_size);
	if (deal_reply(game, play->world, play->after, chosen.move, &finding, &play->error) !=
		MK_OK) {
		return TURN_FAILED;
	}
	print_other_move(play, finding.moves[0].move);
	return TURN_MADE;
}

static void print_help_had(struct mk_text *text, const struct play *play)
{
	const struct mk_phrase_arg counts[] = {{.kind = MK_ARG_NUMBER, .number = play->undone},
		{.kind = MK_ARG_NUMBER, .number = play->suggested}};

	if (play->undone + play->suggested > 0) {
		mk_phrase_write(text, play->selection.language, &had_help, counts, 2);
		mk_text_char(text, '\n');
	}
}

/* Uses all cards; the exact solver takes 0.5 s at most. */
static void print_verdict(const struct play *play)
{
	const struct game_selection *selection = &play->selection;
	struct verdict verdict = {0};
	atomic_bool cancel = false;

	if (!verdict_is_possible(selection->game)) {
		return;
	}
	while (!verdict_continue(
		&verdict, play->deal, selection->game, &selection->rules, &cancel)) {
	}
	review_print_verdict(mk_verdict_name(verdict.verdict), selection->language);
}

static void print_end(const struct play *play)
{
	static char buffer[TEXT_SIZE];
	enum mk_outcome outcome = play->selection.game->outcome(view_of(play, OWN_SEAT));
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	draw_table(&text, play);
	print_help_had(&text, play);
	if (play->is_given_up) {
		mk_phrase_write(&text, play->selection.language, &session_given_up, NULL, 0);
	} else {
		mk_describe_message(&text, play->selection.game, play->selection.language,
			view_of(play, OWN_SEAT), NULL, NULL);
	}
	mk_text_char(&text, '\n');
	fputs(buffer, stdout);
	if (play->is_given_up || outcome == MK_LOST) {
		print_verdict(play);
	}
}

/* "u" takes back that the game was given up, or else its last move; "r" all. */
static enum turn take_back(struct play *play, const char *line)
{
	bool again = strcmp(line, "r") == 0;

	if (strcmp(line, "q") == 0) {
		return TURN_QUIT;
	}
	if (strcmp(line, "u") != 0 && !again) {
		print_sentence(play, &unknown_end_answer);
		return TURN_AGAIN;
	}
	if (play->is_given_up && !again) {
		return TURN_MADE;
	}
	if (again ? undo_all(play) || play->is_given_up : undo_decision(play)) {
		return TURN_MADE;
	}
	print_sentence(play, again ? &at_the_beginning : &nothing_to_undo);
	return TURN_AGAIN;
}

/* A person may continue after the end; a script with a pipe is finished. */
static enum turn ask_after_end(struct play *play)
{
	enum turn turn = isatty(STDIN_FILENO) ? TURN_AGAIN : TURN_QUIT;

	while (turn == TURN_AGAIN) {
		char line[LINE_SIZE];

		print_sentence(play, &end_prompt);
		fflush(stdout);
		if (!read_line(line)) {
			return TURN_QUIT;
		}
		turn = take_back(play, line);
	}
	return turn;
}

/* Within a match: the result of the deal that is over. */
static void print_deal_result(const struct play *play)
{
	static char buffer[TEXT_SIZE];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	draw_table(&text, play);
	play->selection.game->notation->describe_deal_result(
		&text, play->selection.language, view_of(play, OWN_SEAT));
	mk_text_char(&text, '\n');
	fputs(buffer, stdout);
}

/* The next deal of a match; false: the game is over. */
static bool deal_on(struct play *play)
{
	const struct mk_game *game = play->selection.game;
	struct mk_move move;

	if (!game->next_deal || !game->next_deal(play->world, &move)) {
		return false;
	}
	print_deal_result(play);
	game->apply(play->world, move);
	return true;
}

/*
 * A single player plays on while there is a move. The game's own seat_to_move is for simulated
 * players, which give up.
 */
static int seat_to_move(const struct play *play)
{
	const struct mk_game *game = play->selection.game;
	struct mk_move moves[MK_MAX_MOVES];

	if (game->seats > 1) {
		return mk_game_seat_to_move(game, play->world);
	}
	return game->outcome(view_of(play, OWN_SEAT)) == MK_PLAYING &&
			       game->view_moves(view_of(play, OWN_SEAT), moves) > 0
		       ? OWN_SEAT
		       : MK_NO_SEAT;
}

static enum turn take_turn(struct play *play, int seat)
{
	return seat == OWN_SEAT ? own_turn(play) : other_turn(play, seat);
}

/* TURN_MADE: the game is over. */
static enum turn play_on(struct play *play)
{
	enum turn turn = TURN_MADE;

	while (turn == TURN_MADE) {
		int seat = seat_to_move(play);

		if (seat != MK_NO_SEAT) {
			turn = take_turn(play, seat);
		} else if (!deal_on(play)) {
			break;
		}
	}
	return turn;
}

static enum cli_exit play_to_the_end(struct play *play)
{
	enum turn turn;

	do {
		turn = play_on(play);
		play->is_given_up = turn == TURN_GIVEN_UP;
		if (turn == TURN_MADE || turn == TURN_GIVEN_UP) {
			print_end(play);
			turn = ask_after_end(play);
		}
	} while (turn == TURN_MADE);
	return turn == TURN_FAILED ? cli_fail_at(CLI_FAILED, NULL, &play->error) : CLI_OK;
}

/* ---- A given deck --------------------------------------------------------------------------- */

/*
 * True for several words that are not a file, even if one is not a card; the error then names that
 * card.
 */
static bool is_deck_text(const char *word)
{
	return strpbrk(word, " ,[\n") && access(word, F_OK) != 0 &&
	       strlen(word) <= MAX_SOURCE_LENGTH;
}

static enum mk_status read_deck_source(
	const char *word, struct source *source, struct mk_error *error)
{
	enum mk_status status = MK_OK;

	if (is_deck_text(word)) {
		snprintf(source->bytes, sizeof source->bytes, "%s", word);
	} else if (strcmp(word, "-") != 0) {
		status = source_read(word, source, error);
	} else if (!fgets(source->bytes, sizeof source->bytes, stdin)) {
		source->bytes[0] = '\0';
	}
	source->length = strlen(source->bytes);
	if (status == MK_IO && *error->where == '\0') {
		return mk_fail(error, MK_IO, "unreadable", "--deck",
			"'%.80s' is neither a file nor a deck such as AS,KH,10D,2C and so on",
			word);
	}
	return status;
}

/* The cards between spaces and commas, as a list of JSON. */
static json_t *cards_of_text(const char *text)
{
	static const char between[] = " ,\t\r\n";
	json_t *cards = json_array();

	for (text += strspn(text, between); *text; text += strspn(text, between)) {
		size_t length = strcspn(text, between);

		json_array_append_new(cards, json_stringn_nocheck(text, length));
		text += length;
	}
	return cards;
}

static enum mk_status read_deck(const char *word, const struct game_selection *selection,
	struct deal *deal, struct mk_error *error)
{
	static struct source source;
	json_error_t problem;
	enum mk_status status = read_deck_source(word, &source, error);
	json_t *cards;

	if (status != MK_OK) {
		return status;
	}
	cards = source_is_json(&source)
			? json_loadb(source.bytes, source.length, JSON_REJECT_DUPLICATES, &problem)
			: cards_of_text(source.bytes);
	if (!cards) {
		return mk_fail(error, MK_MALFORMED, "invalid_json", "--deck", "%s", problem.text);
	}
	status = deal_read_deck(cards, "--deck", selection->game, &selection->rules, deal, error);
	json_decref(cards);
	return status;
}

/* ---- The command ---------------------------------------------------------------------------- */

/* The options by which the same cards are dealt again. */
static void print_title(
	const struct play *play, const struct deal *deal, const struct game_args *args)
{
	printf("%s %s", play->selection.game->name, play->selection.preset->name);
	for (size_t i = 0; args->rules[i]; i++) {
		fputs(", --rules ", stdout);
		print_text(stdout, args->rules[i]);
	}
	if (deal->stream == 0) {
		printf(", --seed %" PRIu64, deal->seed);
	} else {
		printf(", --seed %016" PRIx64 "%016" PRIx64, deal->seed, deal->stream);
	}
	puts(deal->deck_count > 0 ? mk_phrase_in(&given_deck, play->selection.language) : "");
}

static enum cli_exit play_game(struct play *play, const struct deal *deal,
	const struct game_args *args, struct mk_arena *arena)
{
	const struct mk_game *game = play->selection.game;
	enum cli_exit code;

	play->search = mk_search_context_init(arena, game, NULL);
	play->world = calloc(1, game->world_size);
	play->buffer = calloc(1, game->view_size);
	play->before = calloc(1, game->view_size);
	play->after = calloc(1, game->view_size);
	if (play->search && play->world && play->buffer && play->before && play->after) {
		deal_world(deal, game, &play->selection.rules, play->world);
		print_title(play, deal, args);
		play->deal = deal;
		code = play_to_the_end(play);
	} else {
		code = cli_fail(CLI_FAILED, "out of memory");
	}
	mk_search_context_deinit(play->search);
	free(play->decisions);
	free(play->after);
	free(play->before);
	free(play->buffer);
	free(play->world);
	return code;
}

static uint64_t random_seed(void)
{
	uint32_t seed;

	if (getentropy(&seed, sizeof seed) != 0) {
		abort();
	}
	return seed;
}

enum cli_exit play_command(int argc, char **argv)
{
	struct play_args args = {.budget.ms = DEFAULT_MS};
	struct play play = {0};
	struct deal deal;
	struct mk_error error;
	struct mk_arena *arena;
	enum cli_exit code;

	command_parse(&play_argp, argc, argv, &args);
	args.args.game = args.game ? args.game : args.args.game;
	if (game_args_resolve(&args.args, &play.selection, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	if (play.selection.game->check_opponents &&
		play.selection.game->check_opponents(&play.selection.rules, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	deal = args.deal;
	if (args.deck && read_deck(args.deck, &play.selection, &deal, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	if (!args.has_seed) {
		deal.seed = random_seed();
	}
	play.style = cli_card_style(STDOUT_FILENO);
	play.hint = args.hint;
	play.budget = args.budget;
	arena = mk_arena_create(SEARCH_ARENA_SIZE);
	if (!arena) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	code = play_game(&play, &deal, &args.args, arena);
	mk_arena_destroy(arena);
	return code;
}
