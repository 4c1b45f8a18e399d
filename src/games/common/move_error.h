/* Errors of reported moves that the card games share, as sentences for players. */
#ifndef GAMES_COMMON_MOVE_ERROR_H
#define GAMES_COMMON_MOVE_ERROR_H

#include <makker/card.h>
#include <makker/status.h>

/* "duplicate_card": the table has this card at `where` and elsewhere. */
enum mk_status move_error_duplicate_card(struct mk_error *error, const char *where, mk_card card);

/* "illegal_move", without a more specific reason. */
enum mk_status move_error_illegal(struct mk_error *error, const char *where);

/* "no_card_revealed" and "revealed_card_missing", at /revealed. */
enum mk_status move_error_unexpected_card(struct mk_error *error);
enum mk_status move_error_missing_card(struct mk_error *error);

/* "wrong_order", at /revealed: `next` is expected in place of `revealed`. */
enum mk_status move_error_wrong_order(struct mk_error *error, mk_card revealed, mk_card next);

/* "card_elsewhere", at /revealed; MK_NO_CARD: no card of the game. */
enum mk_status move_error_card_elsewhere(struct mk_error *error, mk_card revealed);

/* "snapshot_contradiction", MK_CONFLICT: no moves explain what is seen at `where`. */
enum mk_status move_error_contradiction(struct mk_error *error, const char *where);

#endif
