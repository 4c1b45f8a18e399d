/* The 52 cards in words, row by row: a card's words in all languages stand beside each other. */
#include <makker/phrase.h>

struct card_words {
	struct mk_phrase alone, object;
};

/* That of MK_NO_CARD has no texts: "" in every language. */
static const struct card_words cards[MK_LAST_CARD + 1] = {
	[MK_CARD(1, 0)] = {MK_PHRASE("ace of clubs", "klør es", "Kreuz-Ass", "άσος σπαθί"),
		MK_PHRASE("the ace of clubs", "klør es", "das Kreuz-Ass", "τον άσο σπαθί")},
	[MK_CARD(1, 1)] = {MK_PHRASE("ace of diamonds", "ruder es", "Karo-Ass", "άσος καρό"),
		MK_PHRASE("the ace of diamonds", "ruder es", "das Karo-Ass", "τον άσο καρό")},
	[MK_CARD(1, 2)] = {MK_PHRASE("ace of hearts", "hjerter es", "Herz-Ass", "άσος κούπα"),
		MK_PHRASE("the ace of hearts", "hjerter es", "das Herz-Ass", "τον άσο κούπα")},
	[MK_CARD(1, 3)] = {MK_PHRASE("ace of spades", "spar es", "Pik-Ass", "άσος μπαστούνι"),
		MK_PHRASE("the ace of spades", "spar es", "das Pik-Ass", "τον άσο μπαστούνι")},
	[MK_CARD(2, 0)] = {MK_PHRASE("two of clubs", "klør to", "Kreuz-Zwei", "δύο σπαθί"),
		MK_PHRASE("the two of clubs", "klør to", "die Kreuz-Zwei", "το δύο σπαθί")},
	[MK_CARD(2, 1)] = {MK_PHRASE("two of diamonds", "ruder to", "Karo-Zwei", "δύο καρό"),
		MK_PHRASE("the two of diamonds", "ruder to", "die Karo-Zwei", "το δύο καρό")},
	[MK_CARD(2, 2)] = {MK_PHRASE("two of hearts", "hjerter to", "Herz-Zwei", "δύο κούπα"),
		MK_PHRASE("the two of hearts", "hjerter to", "die Herz-Zwei", "το δύο κούπα")},
	[MK_CARD(2, 3)] = {MK_PHRASE("two of spades", "spar to", "Pik-Zwei", "δύο μπαστούνι"),
		MK_PHRASE("the two of spades", "spar to", "die Pik-Zwei", "το δύο μπαστούνι")},
	[MK_CARD(3, 0)] = {MK_PHRASE("three of clubs", "klør tre", "Kreuz-Drei", "τρία σπαθί"),
		MK_PHRASE("the three of clubs", "klør tre", "die Kreuz-Drei", "το τρία σπαθί")},
	[MK_CARD(3, 1)] = {MK_PHRASE("three of diamonds", "ruder tre", "Karo-Drei", "τρία καρό"),
		MK_PHRASE("the three of diamonds", "ruder tre", "die Karo-Drei", "το τρία καρό")},
	[MK_CARD(3, 2)] = {MK_PHRASE("three of hearts", "hjerter tre", "Herz-Drei", "τρία κούπα"),
		MK_PHRASE("the three of hearts", "hjerter tre", "die Herz-Drei", "το τρία κούπα")},
	[MK_CARD(3, 3)] = {MK_PHRASE("three of spades", "spar tre", "Pik-Drei", "τρία μπαστούνι"),
		MK_PHRASE("the three of spades", "spar tre", "die Pik-Drei", "το τρία μπαστούνι")},
	[MK_CARD(4, 0)] = {MK_PHRASE("four of clubs", "klør fire", "Kreuz-Vier", "τέσσερα σπαθί"),
		MK_PHRASE("the four of clubs", "klør fire", "die Kreuz-Vier", "το τέσσερα σπαθί")},
	[MK_CARD(4, 1)] = {MK_PHRASE("four of diamonds", "ruder fire", "Karo-Vier", "τέσσερα καρό"),
		MK_PHRASE(
			"the four of diamonds", "ruder fire", "die Karo-Vier", "το τέσσερα καρό")},
	[MK_CARD(4, 2)] =
		{MK_PHRASE("four of hearts", "hjerter fire", "Herz-Vier", "τέσσερα κούπα"),
			MK_PHRASE("the four of hearts", "hjerter fire", "die Herz-Vier",
				"το τέσσερα κούπα")},
	[MK_CARD(4, 3)] =
		{MK_PHRASE("four of spades", "spar fire", "Pik-Vier", "τέσσερα μπαστούνι"),
			MK_PHRASE("the four of spades", "spar fire", "die Pik-Vier",
				"το τέσσερα μπαστούνι")},
	[MK_CARD(5, 0)] = {MK_PHRASE("five of clubs", "klør fem", "Kreuz-Fünf", "πέντε σπαθί"),
		MK_PHRASE("the five of clubs", "klør fem", "die Kreuz-Fünf", "το πέντε σπαθί")},
	[MK_CARD(5, 1)] = {MK_PHRASE("five of diamonds", "ruder fem", "Karo-Fünf", "πέντε καρό"),
		MK_PHRASE("the five of diamonds", "ruder fem", "die Karo-Fünf", "το πέντε καρό")},
	[MK_CARD(5, 2)] = {MK_PHRASE("five of hearts", "hjerter fem", "Herz-Fünf", "πέντε κούπα"),
		MK_PHRASE("the five of hearts", "hjerter fem", "die Herz-Fünf", "το πέντε κούπα")},
	[MK_CARD(5, 3)] = {MK_PHRASE("five of spades", "spar fem", "Pik-Fünf", "πέντε μπαστούνι"),
		MK_PHRASE("the five of spades", "spar fem", "die Pik-Fünf", "το πέντε μπαστούνι")},
	[MK_CARD(6, 0)] = {MK_PHRASE("six of clubs", "klør seks", "Kreuz-Sechs", "έξι σπαθί"),
		MK_PHRASE("the six of clubs", "klør seks", "die Kreuz-Sechs", "το έξι σπαθί")},
	[MK_CARD(6, 1)] = {MK_PHRASE("six of diamonds", "ruder seks", "Karo-Sechs", "έξι καρό"),
		MK_PHRASE("the six of diamonds", "ruder seks", "die Karo-Sechs", "το έξι καρό")},
	[MK_CARD(6, 2)] = {MK_PHRASE("six of hearts", "hjerter seks", "Herz-Sechs", "έξι κούπα"),
		MK_PHRASE("the six of hearts", "hjerter seks", "die Herz-Sechs", "το έξι κούπα")},
	[MK_CARD(6, 3)] = {MK_PHRASE("six of spades", "spar seks", "Pik-Sechs", "έξι μπαστούνι"),
		MK_PHRASE("the six of spades", "spar seks", "die Pik-Sechs", "το έξι μπαστούνι")},
	[MK_CARD(7, 0)] = {MK_PHRASE("seven of clubs", "klør syv", "Kreuz-Sieben", "επτά σπαθί"),
		MK_PHRASE("the seven of clubs", "klør syv", "die Kreuz-Sieben", "το επτά σπαθί")},
	[MK_CARD(7, 1)] = {MK_PHRASE("seven of diamonds", "ruder syv", "Karo-Sieben", "επτά καρό"),
		MK_PHRASE("the seven of diamonds", "ruder syv", "die Karo-Sieben", "το επτά καρό")},
	[MK_CARD(7, 2)] = {MK_PHRASE("seven of hearts", "hjerter syv", "Herz-Sieben", "επτά κούπα"),
		MK_PHRASE(
			"the seven of hearts", "hjerter syv", "die Herz-Sieben", "το επτά κούπα")},
	[MK_CARD(7, 3)] = {MK_PHRASE("seven of spades", "spar syv", "Pik-Sieben", "επτά μπαστούνι"),
		MK_PHRASE(
			"the seven of spades", "spar syv", "die Pik-Sieben", "το επτά μπαστούνι")},
	[MK_CARD(8, 0)] = {MK_PHRASE("eight of clubs", "klør otte", "Kreuz-Acht", "οκτώ σπαθί"),
		MK_PHRASE("the eight of clubs", "klør otte", "die Kreuz-Acht", "το οκτώ σπαθί")},
	[MK_CARD(8, 1)] = {MK_PHRASE("eight of diamonds", "ruder otte", "Karo-Acht", "οκτώ καρό"),
		MK_PHRASE("the eight of diamonds", "ruder otte", "die Karo-Acht", "το οκτώ καρό")},
	[MK_CARD(8, 2)] = {MK_PHRASE("eight of hearts", "hjerter otte", "Herz-Acht", "οκτώ κούπα"),
		MK_PHRASE("the eight of hearts", "hjerter otte", "die Herz-Acht", "το οκτώ κούπα")},
	[MK_CARD(8, 3)] = {MK_PHRASE("eight of spades", "spar otte", "Pik-Acht", "οκτώ μπαστούνι"),
		MK_PHRASE("the eight of spades", "spar otte", "die Pik-Acht", "το οκτώ μπαστούνι")},
	[MK_CARD(9, 0)] = {MK_PHRASE("nine of clubs", "klør ni", "Kreuz-Neun", "εννιά σπαθί"),
		MK_PHRASE("the nine of clubs", "klør ni", "die Kreuz-Neun", "το εννιά σπαθί")},
	[MK_CARD(9, 1)] = {MK_PHRASE("nine of diamonds", "ruder ni", "Karo-Neun", "εννιά καρό"),
		MK_PHRASE("the nine of diamonds", "ruder ni", "die Karo-Neun", "το εννιά καρό")},
	[MK_CARD(9, 2)] = {MK_PHRASE("nine of hearts", "hjerter ni", "Herz-Neun", "εννιά κούπα"),
		MK_PHRASE("the nine of hearts", "hjerter ni", "die Herz-Neun", "το εννιά κούπα")},
	[MK_CARD(9, 3)] = {MK_PHRASE("nine of spades", "spar ni", "Pik-Neun", "εννιά μπαστούνι"),
		MK_PHRASE("the nine of spades", "spar ni", "die Pik-Neun", "το εννιά μπαστούνι")},
	[MK_CARD(10, 0)] = {MK_PHRASE("ten of clubs", "klør ti", "Kreuz-Zehn", "δέκα σπαθί"),
		MK_PHRASE("the ten of clubs", "klør ti", "die Kreuz-Zehn", "το δέκα σπαθί")},
	[MK_CARD(10, 1)] = {MK_PHRASE("ten of diamonds", "ruder ti", "Karo-Zehn", "δέκα καρό"),
		MK_PHRASE("the ten of diamonds", "ruder ti", "die Karo-Zehn", "το δέκα καρό")},
	[MK_CARD(10, 2)] = {MK_PHRASE("ten of hearts", "hjerter ti", "Herz-Zehn", "δέκα κούπα"),
		MK_PHRASE("the ten of hearts", "hjerter ti", "die Herz-Zehn", "το δέκα κούπα")},
	[MK_CARD(10, 3)] = {MK_PHRASE("ten of spades", "spar ti", "Pik-Zehn", "δέκα μπαστούνι"),
		MK_PHRASE("the ten of spades", "spar ti", "die Pik-Zehn", "το δέκα μπαστούνι")},
	[MK_CARD(11, 0)] = {MK_PHRASE("jack of clubs", "klør knægt", "Kreuz-Bube", "βαλές σπαθί"),
		MK_PHRASE("the jack of clubs", "klør knægt", "den Kreuz-Buben", "τον βαλέ σπαθί")},
	[MK_CARD(11, 1)] = {MK_PHRASE("jack of diamonds", "ruder knægt", "Karo-Bube", "βαλές καρό"),
		MK_PHRASE(
			"the jack of diamonds", "ruder knægt", "den Karo-Buben", "τον βαλέ καρό")},
	[MK_CARD(11, 2)] =
		{MK_PHRASE("jack of hearts", "hjerter knægt", "Herz-Bube", "βαλές κούπα"),
			MK_PHRASE("the jack of hearts", "hjerter knægt", "den Herz-Buben",
				"τον βαλέ κούπα")},
	[MK_CARD(11, 3)] =
		{MK_PHRASE("jack of spades", "spar knægt", "Pik-Bube", "βαλές μπαστούνι"),
			MK_PHRASE("the jack of spades", "spar knægt", "den Pik-Buben",
				"τον βαλέ μπαστούνι")},
	[MK_CARD(12, 0)] = {MK_PHRASE("queen of clubs", "klør dame", "Kreuz-Dame", "ντάμα σπαθί"),
		MK_PHRASE("the queen of clubs", "klør dame", "die Kreuz-Dame", "την ντάμα σπαθί")},
	[MK_CARD(12, 1)] = {MK_PHRASE("queen of diamonds", "ruder dame", "Karo-Dame", "ντάμα καρό"),
		MK_PHRASE(
			"the queen of diamonds", "ruder dame", "die Karo-Dame", "την ντάμα καρό")},
	[MK_CARD(12, 2)] =
		{MK_PHRASE("queen of hearts", "hjerter dame", "Herz-Dame", "ντάμα κούπα"),
			MK_PHRASE("the queen of hearts", "hjerter dame", "die Herz-Dame",
				"την ντάμα κούπα")},
	[MK_CARD(12, 3)] =
		{MK_PHRASE("queen of spades", "spar dame", "Pik-Dame", "ντάμα μπαστούνι"),
			MK_PHRASE("the queen of spades", "spar dame", "die Pik-Dame",
				"την ντάμα μπαστούνι")},
	[MK_CARD(13, 0)] = {MK_PHRASE("king of clubs", "klør konge", "Kreuz-König", "ρήγας σπαθί"),
		MK_PHRASE("the king of clubs", "klør konge", "den Kreuz-König", "τον ρήγα σπαθί")},
	[MK_CARD(13, 1)] =
		{MK_PHRASE("king of diamonds", "ruder konge", "Karo-König", "ρήγας καρό"),
			MK_PHRASE("the king of diamonds", "ruder konge", "den Karo-König",
				"τον ρήγα καρό")},
	[MK_CARD(13, 2)] =
		{MK_PHRASE("king of hearts", "hjerter konge", "Herz-König", "ρήγας κούπα"),
			MK_PHRASE("the king of hearts", "hjerter konge", "den Herz-König",
				"τον ρήγα κούπα")},
	[MK_CARD(13, 3)] =
		{MK_PHRASE("king of spades", "spar konge", "Pik-König", "ρήγας μπαστούνι"),
			MK_PHRASE("the king of spades", "spar konge", "den Pik-König",
				"τον ρήγα μπαστούνι")},
};

static const struct card_words *find(mk_card card)
{
	return &cards[mk_is_card(card) ? card : MK_NO_CARD];
}

const char *mk_card_name(enum mk_language language, mk_card card)
{
	return mk_phrase_in(&find(card)->alone, language);
}

const char *mk_card_name_accusative(enum mk_language language, mk_card card)
{
	return mk_phrase_in(&find(card)->object, language);
}

/* As on cards that are sold there; figures are the same everywhere. */
static const struct mk_phrase rank_signs[] = {
	[MK_ACE] = MK_PHRASE("A", "E", "A", "A"),
	[MK_JACK] = MK_PHRASE("J", "Kn", "B", "J"),
	[MK_QUEEN] = MK_PHRASE("Q", "D", "D", "Q"),
	[MK_KING] = MK_PHRASE("K", "K", "K", "K"),
};

const char *mk_rank_sign(enum mk_language language, int rank)
{
	static const char *const figures[MK_JACK] = {
		"", "", "2", "3", "4", "5", "6", "7", "8", "9", "10"};

	return rank > MK_ACE && rank < MK_JACK ? figures[rank]
					       : mk_phrase_in(&rank_signs[rank], language);
}
