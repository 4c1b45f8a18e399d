/* Kinds of mistakes that several games share: rows of their struct mk_mistakes. */
#ifndef GAMES_COMMON_MISTAKES_H
#define GAMES_COMMON_MISTAKES_H

#include <makker/game.h>

#define MISTAKE_OTHER \
	{ \
		"other", MK_PHRASE("Another move was better", "Et andet træk var bedre", \
				 "Ein anderer Zug war besser", "Άλλη κίνηση ήταν καλύτερη") \
	}

#define MISTAKE_FOUNDATION_TOO_EARLY \
	{ \
		"foundation_too_early", MK_PHRASE("You move cards to the foundations too early", \
						"Du lægger kort på grundbunkerne for tidligt", \
						"Du legst Karten zu früh auf die Ablagestapel", \
						"Ανεβάζεις φύλλα στις βάσεις πολύ νωρίς") \
	}

#define MISTAKE_FOUNDATION_TOO_LATE \
	{ \
		"foundation_too_late", MK_PHRASE("You move cards to the foundations too late", \
					       "Du lægger kort på grundbunkerne for sent", \
					       "Du legst Karten zu spät auf die Ablagestapel", \
					       "Ανεβάζεις φύλλα στις βάσεις πολύ αργά") \
	}

#endif
