/* The commands of makker-lab, each in the file of its name (unpack-policy in that of pack-policy).
 */
#ifndef LAB_LAB_H
#define LAB_LAB_H

#include "cli/cli.h"
#include "games/common/camera_sim.h"

#include <makker/game.h>

enum cli_exit benchmark_command(int argc, char **argv);
enum cli_exit bound_command(int argc, char **argv);
enum cli_exit bound_tens_command(int argc, char **argv);
enum cli_exit camera_test_command(int argc, char **argv);
enum cli_exit compare_policies_command(int argc, char **argv);
enum cli_exit headroom_command(int argc, char **argv);
enum cli_exit pack_policy_command(int argc, char **argv);
enum cli_exit review_test_command(int argc, char **argv);
enum cli_exit review_drift_command(int argc, char **argv);
enum cli_exit tournament_command(int argc, char **argv);
enum cli_exit train_command(int argc, char **argv);
enum cli_exit train_doppelkopf_command(int argc, char **argv);
enum cli_exit unpack_policy_command(int argc, char **argv);
enum cli_exit verify_records_command(int argc, char **argv);

/* The simulated camera of a game, and its format of recorded games; NULL if it has none. */
const struct mk_camera_sim *lab_camera_of(const struct mk_game *game);
const struct mk_game_records *lab_records_of(const struct mk_game *game);

/*
 * Returns the positional arguments of a command without options, ended by NULL; argp prints
 * `args_doc` and `doc` for --help. Fewer than `min` or more than `max` arguments are a usage error
 * that ends the program.
 */
char **lab_positionals(
	int argc, char **argv, const char *args_doc, const char *doc, int min, int max);

#endif
