/* Tables of JSON codes. */
#include "games/doppelkopf/text/codes.h"

#include <string.h>

const char *const doko_reservation_codes[DOKO_RESERVATIONS] = {
	[DOKO_HEALTHY] = "none",
	[DOKO_MARRIAGE_FOREIGN] = "marriage",
	[DOKO_MARRIAGE_COLOUR] = "marriage_colour",
	[DOKO_MARRIAGE_CLUBS] = "marriage_clubs",
	[DOKO_MARRIAGE_SPADES] = "marriage_spades",
	[DOKO_MARRIAGE_HEARTS] = "marriage_hearts",
	[DOKO_MARRIAGE_TRUMPS] = "marriage_trumps",
	[DOKO_RESERVE_POVERTY] = "poverty",
	[DOKO_RESERVE_THROW] = "throw",
	[DOKO_RESERVE_SOLO] = "solo_clubs",
	[DOKO_RESERVE_SOLO + 1] = "solo_spades",
	[DOKO_RESERVE_SOLO + 2] = "solo_hearts",
	[DOKO_RESERVE_SOLO + 3] = "solo_diamonds",
	[DOKO_RESERVE_SOLO + 4] = "solo_queens",
	[DOKO_RESERVE_SOLO + 5] = "solo_jacks",
	[DOKO_RESERVE_SOLO + 6] = "solo_meatless",
	[DOKO_RESERVE_SOLO + 7] = "solo_kings",
	[DOKO_RESERVE_SOLO + 8] = "solo_queens_jacks",
	[DOKO_RESERVE_SOLO + 9] = "solo_kings_jacks",
	[DOKO_RESERVE_SOLO + 10] = "solo_kings_queens",
	[DOKO_RESERVE_SOLO + 11] = "solo_koehler",
	[DOKO_RESERVE_SOME] = "some",
};

const char *const doko_type_codes[DOKO_TYPES + 1] = {
	[DOKO_NORMAL] = "normal",
	[DOKO_MARRIAGE] = "marriage",
	[DOKO_POVERTY] = "poverty",
	[DOKO_CLUBS_SOLO] = "solo_clubs",
	[DOKO_SPADES_SOLO] = "solo_spades",
	[DOKO_HEARTS_SOLO] = "solo_hearts",
	[DOKO_DIAMONDS_SOLO] = "solo_diamonds",
	[DOKO_QUEENS_SOLO] = "solo_queens",
	[DOKO_JACKS_SOLO] = "solo_jacks",
	[DOKO_TRUMPLESS_SOLO] = "solo_meatless",
	[DOKO_KINGS_SOLO] = "solo_kings",
	[DOKO_QUEENS_JACKS_SOLO] = "solo_queens_jacks",
	[DOKO_KINGS_JACKS_SOLO] = "solo_kings_jacks",
	[DOKO_KINGS_QUEENS_SOLO] = "solo_kings_queens",
	[DOKO_KOEHLER_SOLO] = "solo_koehler",
	[DOKO_THROWN] = "thrown",
};

const char *const doko_phase_codes[] = {
	[DOKO_WAITING] = "waiting",
	[DOKO_RESERVING] = "reservations",
	[DOKO_SHIFTING] = "poverty_shift",
	[DOKO_ASKING] = "poverty_offer",
	[DOKO_RETURNING] = "poverty_return",
	[DOKO_PLAYING] = "playing",
	[DOKO_OVER] = "over",
};

const char *const doko_kind_codes[DOKO_MOVE_KINDS] = {
	[0] = "",
	[DOKO_PLAY] = "play",
	[DOKO_ANNOUNCE] = "announce",
	[DOKO_RESERVE] = "reserve",
	[DOKO_PASS_CARD] = "shift",
	[DOKO_TAKE] = "take",
	[DOKO_REFUSE] = "refuse",
	[DOKO_RETURN] = "return",
	[DOKO_SWINE] = "swines",
	[DOKO_DEAL] = "deal",
};

const char *const doko_special_codes[] = {"won", "below_90", "below_60", "below_30", "no_trick",
	"re_said", "contra_said", "no_90_said", "no_60_said", "no_30_said", "black_said",
	"reached_120", "reached_90", "reached_60", "reached_30", "against_the_old", "doppelkopf",
	"fox_caught", "fox_last_trick", "charlie", "charlie_caught", "dulle_caught", "heart_trick"};

const char *const doko_colour_codes[DOKO_SUIT_CLASSES] = {
	"clubs", "spades", "hearts", "diamonds", "trump"};

const char *doko_level_code(int level, int party)
{
	static const char *const codes[] = {"", "", "no_90", "no_60", "no_30", "black"};

	if (level == DOKO_ANNOUNCED) {
		return party == DOKO_RE ? "re" : "contra";
	}
	return codes[level];
}

int doko_code_find(const char *const *codes, int count, const char *word)
{
	for (int i = 0; word && i < count; i++) {
		if (codes[i] && strcmp(codes[i], word) == 0) {
			return i;
		}
	}
	return -1;
}
