/* The words that the service writes for a session's states. */
#include "session/session.h"

enum session_sync session_sync_of(const struct mk_game *game, const struct mk_view *view)
{
	bool doubted = game->unconfirmed && game->unconfirmed(view) != 0;
	bool unsure = game->explanations && game->explanations(view) > 1;

	bool open = game->is_open && game->is_open(view);

	return doubted || unsure || open ? SESSION_LOOKING : SESSION_IN_SYNC;
}

enum session_sync session_sync_after_refusal(const struct mk_finding *finding)
{
	return finding->explanation == MK_CONTRADICTION || finding->wants_table ? SESSION_DESYNCED
										: SESSION_LOOKING;
}

bool session_is_over(const struct session *session)
{
	return session->outcome != MK_WAITING && session->outcome != MK_PLAYING;
}

bool session_asks_which(const struct session *session)
{
	const struct mk_game *game = session->game;
	const struct mk_finding *last = session->observed;

	return game->explanations && game->explanations(session->view) > 1 &&
	       (!game->asks_which || game->asks_which(session->view) ||
		       (last && last->explanation == MK_LOOK_AGAIN && last->crowded));
}

bool session_has_unconfirmed(const struct session *session)
{
	return session->game->unconfirmed && session->game->unconfirmed(session->view) != 0;
}

bool session_is_unconfirmed(const struct session *session, mk_card card)
{
	const struct mk_game *game = session->game;

	return game->unconfirmed && mk_is_card(card) &&
	       game->unconfirmed(session->view) & MK_CARD_BIT(card);
}

const char *session_sync_name(enum session_sync sync)
{
	static const char *const names[] = {
		[SESSION_IN_SYNC] = "in_sync",
		[SESSION_LOOKING] = "looking",
		[SESSION_DESYNCED] = "desynced",
	};

	return names[sync];
}

const struct mk_phrase session_given_up = MK_PHRASE("The game was given up.",
	"Spillet blev opgivet.", "Das Spiel wurde aufgegeben.", "Το παιχνίδι εγκαταλείφθηκε.");

const char *session_status_name(enum mk_outcome outcome)
{
	static const char *const names[] = {
		[MK_WAITING] = "waiting",
		[MK_PLAYING] = "playing",
		[MK_WON] = "won",
		[MK_LOST] = "lost",
		[MK_DRAWN] = "drawn",
		[MK_STOPPED] = "stopped",
	};

	return names[outcome];
}
