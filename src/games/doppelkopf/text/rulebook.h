/* The rules of Doppelkopf in words, and the glossary of its players' terms. */
#ifndef GAMES_DOPPELKOPF_TEXT_RULEBOOK_H
#define GAMES_DOPPELKOPF_TEXT_RULEBOOK_H

#include <makker/game.h>

enum { DOKO_TERMS = 18 };

extern const struct mk_rulebook_term doko_glossary[DOKO_TERMS];
extern const struct mk_rulebook doko_rulebook;

#endif
