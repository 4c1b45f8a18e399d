/* Checks that a game is complete. Names the first member that is missing or contradicts another. */
#include <makker/game.h>

#include <stdio.h>
#include <string.h>

/* A rule of completeness: the member, and what is wrong with it. */
struct demand {
	bool met;
	const char *slot, *what;
};

static const char missing[] = "missing";

static enum mk_status check_demands(
	const struct demand *demands, size_t count, struct mk_error *error)
{
	for (size_t i = 0; i < count; i++) {
		if (!demands[i].met) {
			return mk_fail(error, MK_IMPOSSIBLE, "game_incomplete", demands[i].slot,
				"%s", demands[i].what);
		}
	}
	return MK_OK;
}

#define CHECK_DEMANDS(demands, error) \
	check_demands((demands), sizeof(demands) / sizeof *(demands), (error))

static bool is_complete_phrase(const struct mk_phrase *phrase)
{
	for (int i = 0; i < MK_LANGUAGES; i++) {
		if (!phrase->in[i] || !*phrase->in[i]) {
			return false;
		}
	}
	return true;
}

/* Lower-case letters, digits, '-' and '_'. */
static bool is_name(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";

	return name && *name && name[strspn(name, letters)] == '\0';
}

static enum mk_status check_required(const struct mk_game *game, struct mk_error *error)
{
	const struct demand demands[] = {
		{is_name(game->name), "/name", "must be lower case letters, digits and '-'"},
		{is_complete_phrase(&game->title), "/title", "a language is missing"},
		{game->seats >= 1 && game->seats <= MK_MAX_SEATS, "/seats", "must be 1 to 4"},
		{game->view_size > 0, "/view_size", missing},
		{game->world_size > 0, "/world_size", missing},
		{game->snapshot_size > 0, "/snapshot_size", missing},
		{game->presets && game->preset_count > 0, "/presets", missing},
		{game->strategies && game->strategy_count > 0, "/strategies", missing},
		{game->notation != NULL, "/notation", missing},
		{game->deal != NULL, "/deal", missing},
		{game->apply != NULL, "/apply", missing},
		{game->init_view != NULL, "/init_view", missing},
		{game->view_moves != NULL, "/view_moves", missing},
		{game->outcome != NULL, "/outcome", missing},
		{game->option_count <= MK_MAX_OPTIONS, "/option_count", "too many options"},
		{game->options || game->option_count == 0, "/options", missing},
	};

	return CHECK_DEMANDS(demands, error);
}

static enum mk_status check_hidden(const struct mk_game *game, struct mk_error *error)
{
	bool open = mk_game_is_open(game);
	const struct demand demands[] = {
		{!open || game->world_size == game->view_size, "/view_of_seat",
			"missing although a world is larger than a view"},
		{open || game->sample_world, "/sample_world", missing},
		{open || game->seat_to_move, "/seat_to_move", missing},
		{game->seats == 1 || game->seat_to_move, "/seat_to_move", missing},
		{open || game->world_moves, "/world_moves", missing},
		{open || game->payoff, "/payoff", missing},
		{game->seats == 1 || game->payoff, "/payoff", missing},
		{open || game->apply_reported_move, "/apply_reported_move", missing},
	};

	return CHECK_DEMANDS(demands, error);
}

/* ---- Piles ---------------------------------------------------------------------------------- */

static const char *fault_of_kind(const struct mk_pile_kind *kind, int next)
{
	return !is_name(kind->name)                ? "the name of a kind of pile is invalid"
	       : !is_complete_phrase(&kind->title) ? "the title of a kind of pile lacks a language"
	       : kind->count == 0                  ? "a kind of pile has no pile"
	       : !is_complete_phrase(mk_pile_titles(kind))
		       ? "the titles of a kind of pile lack a language"
	       : kind->first != next              ? "positions of piles must follow each other"
	       : kind->single && kind->count != 1 ? "a single pile has the count 1"
	       : kind->optional && !kind->single  ? "only a single pile can be optional"
	       : kind->max == 0                   ? "a pile has a largest number of cards"
	       : kind->content == MK_PILE_CARDS && kind->max > MK_MAX_PILE_CARDS
		       ? "a listed pile has too many cards"
		       : NULL;
}

/*
 * Kinds may be listed in any order; together their positions must be 0 to one less than their
 * number.
 */
static const struct mk_pile_kind *kind_from(const struct mk_pile_kind *kinds, int position)
{
	for (; kinds->name; kinds++) {
		if (kinds->first == position) {
			return kinds;
		}
	}
	return NULL;
}

static enum mk_status check_piles(const struct mk_game *game, struct mk_error *error)
{
	int positions = game->piles ? mk_pile_positions(game->piles) : 0;
	const struct mk_pile_kind *kind;
	const char *fault;

	for (int next = 0; next < positions; next += kind->count) {
		kind = kind_from(game->piles, next);
		fault = kind ? fault_of_kind(kind, next)
			     : "positions of piles must follow each other";
		if (fault) {
			return mk_fail(
				error, MK_IMPOSSIBLE, "game_incomplete", "/piles", "%s", fault);
		}
	}
	return positions <= MK_MAX_PILES ? MK_OK
					 : mk_fail(error, MK_IMPOSSIBLE, "game_incomplete",
						   "/piles", "there are too many piles");
}

static enum mk_status check_table(const struct mk_game *game, struct mk_error *error)
{
	const struct mk_notation *notation = game->notation;
	bool piles = game->piles != NULL, own = notation->read_snapshot != NULL;
	bool taken = game->set_table != NULL;
	const struct demand demands[] = {
		{!piles || game->pile, "/pile", missing},
		{piles || game->observe, "/observe", missing},
		{piles || own, "/notation/read_snapshot", missing},
		{piles || notation->write_place, "/notation/write_place", missing},
		{piles || notation->write_table, "/notation/write_table", missing},
		{piles || notation->draw, "/notation/draw", missing},
		{piles || notation->describe_conflict, "/notation/describe_conflict", missing},
		{piles || notation->conflict_reasons, "/notation/conflict_reasons", missing},
		{own || game->snapshot_size == sizeof(struct mk_piles), "/snapshot_size",
			"must be sizeof(struct mk_piles)"},
		{game->observe || game->snapshot_size == sizeof(struct mk_piles), "/observe",
			"missing although snapshots are not piles"},
		{game->apply_snapshot || (taken && !own), "/apply_snapshot", missing},
		{game->apply_finding || taken, "/apply_finding", missing},
		{!!notation->read_line == !!notation->write_line, "/notation/write_line",
			"read_line and write_line belong together"},
	};

	return CHECK_DEMANDS(demands, error);
}

/* ---- Words ---------------------------------------------------------------------------------- */

static enum mk_status check_notation(const struct mk_game *game, struct mk_error *error)
{
	const struct mk_notation *notation = game->notation;
	const struct demand demands[] = {
		{notation->write_move != NULL, "/notation/write_move", missing},
		{notation->describe_move != NULL, "/notation/describe_move", missing},
		{!notation->reasons || notation->describe_reason || notation->reason_phrases,
			"/notation/describe_reason", missing},
		{!!notation->write_finding == !!notation->read_finding, "/notation/read_finding",
			"write_finding and read_finding belong together"},
		{!notation->question || (notation->describe_question && notation->describe_answer &&
						notation->write_answer),
			"/notation/describe_question", "questions need all four slots"},
	};

	return CHECK_DEMANDS(demands, error);
}

/* ---- Slots that belong together ------------------------------------------------------------- */

static enum mk_status check_groups(const struct mk_game *game, struct mk_error *error)
{
	const struct mk_solver_api *solver = game->solver;
	const struct mk_search_game *search = game->search;
	const struct demand demands[] = {
		{!!game->deck_cards == !!game->deal_deck, "/deal_deck",
			"deck_cards and deal_deck belong together"},
		{!game->track_snapshot || game->tracker_size > 0, "/tracker_size", missing},
		{!game->track_move || game->track_snapshot, "/track_snapshot", missing},
		{!!game->explanations == !!game->choose, "/choose",
			"explanations and choose belong together"},
		{!game->explanations || game->notation->question, "/notation/question", missing},
		{!!game->unconfirmed == !!game->confirm && !!game->confirm == !!game->confirm_card,
			"/confirm", "unconfirmed, confirm and confirm_card belong together"},
		{!solver || (solver->create && solver->destroy && solver->solve && solver->line),
			"/solver", "a function is missing"},
		{!search || (search->plans && search->plan_moves && search->fallback_move &&
				    search->playout && search->digest),
			"/search", "a function is missing"},
		{!search || search->lowest < search->highest, "/search/highest",
			"the range of results is empty"},
	};

	return CHECK_DEMANDS(demands, error);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static enum mk_status check_strategies(const struct mk_game *game, struct mk_error *error)
{
	for (size_t i = 0; i < game->strategy_count; i++) {
		const struct mk_strategy *strategy = &game->strategies[i];
		const struct demand demands[] = {
			{is_name(strategy->name), "/strategies", "the name of one is invalid"},
			{is_complete_phrase(&strategy->description), "/strategies",
				"a description lacks a language"},
			{strategy->evaluate != NULL, "/strategies", "evaluate is missing"},
			{strategy->choose_move != NULL, "/strategies", "choose_move is missing"},
			{mk_strategy_find(game, strategy->name) == strategy, "/strategies",
				"two have the same name"},
		};
		enum mk_status status = CHECK_DEMANDS(demands, error);

		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

static enum mk_status check_presets(const struct mk_game *game, struct mk_error *error)
{
	for (size_t i = 0; i < game->preset_count; i++) {
		const struct mk_preset *preset = &game->presets[i];
		const struct demand demands[] = {
			{is_name(preset->name), "/presets", "the name of one is invalid"},
			{is_complete_phrase(&preset->description), "/presets",
				"a description lacks a language"},
			{mk_preset_find(game, preset->name) == preset, "/presets",
				"two have the same name"},
			{!game->check_rules || game->check_rules(&preset->rules, NULL) == MK_OK,
				"/presets", "the rules of one exclude each other"},
		};
		enum mk_status status = CHECK_DEMANDS(demands, error);

		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

static bool has_unique_kind(const struct mk_mistakes *mistakes, size_t place)
{
	for (size_t i = 0; i < place; i++) {
		if (strcmp(mistakes->kinds[i].name, mistakes->kinds[place].name) == 0) {
			return false;
		}
	}
	return true;
}

static enum mk_status check_mistake_kinds(
	const struct mk_mistakes *mistakes, struct mk_error *error)
{
	enum mk_status status = MK_OK;

	for (size_t i = 0; i < mistakes->count && status == MK_OK; i++) {
		const struct mk_mistake_kind *kind = &mistakes->kinds[i];
		const struct demand demands[] = {
			{is_name(kind->name), "/mistakes/kinds", "the name of one is invalid"},
			{is_complete_phrase(&kind->text), "/mistakes/kinds",
				"a text lacks a language"},
			{has_unique_kind(mistakes, i), "/mistakes/kinds", "two have the same name"},
		};

		status = CHECK_DEMANDS(demands, error);
	}
	return status;
}

static enum mk_status check_mistakes(const struct mk_game *game, struct mk_error *error)
{
	const struct mk_mistakes *mistakes = game->mistakes;

	if (mistakes && mistakes->kinds) {
		const struct demand demands[] = {
			{mistakes->count >= 1 && mistakes->count <= MK_MAX_MISTAKE_KINDS,
				"/mistakes/count", "must be 1 to 16"},
			{mistakes->kind_of != NULL, "/mistakes/kind_of", missing},
		};
		enum mk_status status = CHECK_DEMANDS(demands, error);

		return status == MK_OK ? check_mistake_kinds(mistakes, error) : status;
	}
	return mistakes ? mk_fail(error, MK_IMPOSSIBLE, "game_incomplete", "/mistakes/kinds", "%s",
				  missing)
			: MK_OK;
}

static bool has_choice_phrases(const struct mk_option *option)
{
	for (int i = 0; option->choices[i]; i++) {
		if (!option->choice_phrases || !is_complete_phrase(&option->choice_phrases[i])) {
			return false;
		}
	}
	return true;
}

static enum mk_status check_options(const struct mk_game *game, struct mk_error *error)
{
	for (size_t i = 0; i < game->option_count; i++) {
		const struct mk_option *option = &game->options[i];
		const struct demand demands[] = {
			{is_name(option->name), "/options", "the name of one is invalid"},
			{is_complete_phrase(&option->description), "/options",
				"a description lacks a language"},
			{option->type != MK_OPTION_CHOICE || option->choices, "/options",
				"a choice has no choices"},
			{option->type != MK_OPTION_CHOICE || !option->choices ||
					has_choice_phrases(option),
				"/options", "a choice lacks its phrases"},
			{option->type != MK_OPTION_LIST || (option->list && option->list->member),
				"/options", "a list has no member"},
			{option->min <= option->max, "/options", "a range is empty"},
		};
		enum mk_status status = CHECK_DEMANDS(demands, error);

		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

/* ---- The rules in words --------------------------------------------------------------------- */

/*
 * True if the phrase is complete and plain: a character with a meaning in Markdown would change
 * what follows it.
 */
static bool is_plain_phrase(const struct mk_phrase *phrase)
{
	for (int i = 0; i < MK_LANGUAGES; i++) {
		if (!phrase->in[i] || !*phrase->in[i] || strpbrk(phrase->in[i], "*_`<>[]#\\\n")) {
			return false;
		}
	}
	return true;
}

static bool has_paragraph(const struct mk_rulebook_paragraph *paragraphs, unsigned count,
	const struct mk_rules *rules)
{
	for (unsigned i = 0; i < count; i++) {
		if (!paragraphs[i].applies || paragraphs[i].applies(rules)) {
			return true;
		}
	}
	return false;
}

/* A section that is empty under the rules of some preset is a gap in the rules. */
static bool is_section(
	const struct mk_game *game, const struct mk_rulebook_paragraph *paragraphs, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (!is_plain_phrase(&paragraphs[i].text)) {
			return false;
		}
	}
	for (size_t i = 0; i < game->preset_count; i++) {
		if (!paragraphs || !has_paragraph(paragraphs, count, &game->presets[i].rules)) {
			return false;
		}
	}
	return true;
}

static bool is_glossary(const struct mk_rulebook_term *terms, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (!is_plain_phrase(&terms[i].term) || !is_plain_phrase(&terms[i].meaning)) {
			return false;
		}
	}
	return terms && count > 0;
}

static enum mk_status check_rulebook(const struct mk_game *game, struct mk_error *error)
{
	static const char fault[] = "empty, or a text lacks a language or is not plain";
	const struct mk_rulebook *book = game->rulebook;
	const struct demand demands[] = {
		{!book || is_section(game, book->aim, book->aim_count), "/rulebook/aim", fault},
		{!book || is_section(game, book->deal, book->deal_count), "/rulebook/deal", fault},
		{!book || is_section(game, book->moves, book->move_count), "/rulebook/moves",
			fault},
		{!book || is_section(game, book->sources, book->source_count), "/rulebook/sources",
			fault},
		{!book || is_glossary(book->glossary, book->term_count), "/rulebook/glossary",
			fault},
	};

	return CHECK_DEMANDS(demands, error);
}

enum mk_status mk_game_check(const struct mk_game *game, struct mk_error *error)
{
	static enum mk_status (*const checks[])(const struct mk_game *, struct mk_error *) = {
		check_required, check_hidden, check_piles, check_table, check_notation,
		check_groups, check_strategies, check_presets, check_options, check_mistakes,
		check_rulebook};

	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
		enum mk_status status = checks[i](game, error);

		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

enum mk_status mk_games_check(struct mk_error *error)
{
	for (size_t i = 0; i < mk_game_count; i++) {
		struct mk_error cause;
		char where[sizeof cause.where];

		if (mk_game_check(mk_games[i], &cause) != MK_OK) {
			snprintf(
				where, sizeof where, "/%.30s%.60s", mk_games[i]->name, cause.where);
			return mk_fail(error, cause.status, cause.code, where, "game %s: %s: %s",
				mk_games[i]->name, cause.where, cause.detail);
		}
	}
	return MK_OK;
}
