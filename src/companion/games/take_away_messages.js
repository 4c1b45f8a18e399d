// Texts about take-away: English, Danish, German, Greek.

import { inLanguage } from '../texts.js';

export const MESSAGES = {
	preset_open: ['Free', 'Frit', 'Frei', 'Ελεύθερο'],
	preset_homework: ['The small game', 'Det lille spil', 'Das kleine Spiel', 'Το μικρό παιχνίδι'],
	choice_wins: ['wins', 'vinder', 'gewinnt', 'κερδίζει'],
	choice_loses: ['loses', 'taber', 'verliert', 'χάνει'],
	choice_user: ['You', 'Dig', 'Du', 'Εσύ'],
	choice_advisor: ['The other side', 'Modspilleren', 'Der Gegner', 'Ο αντίπαλος'],
	choice_computer: ['The computer', 'Computeren', 'Der Computer', 'Ο υπολογιστής'],
	choice_person: ['A person', 'Et menneske', 'Ein Mensch', 'Ένας άνθρωπος'],

	enter: ['No camera? Enter the groups here.', 'Intet kamera? Indtast grupperne her.', 'Keine Kamera? Gib die Gruppen hier ein.', 'Χωρίς κάμερα; Καταχώρισε εδώ τις ομάδες.'],
	group: ['Group {0}', 'Gruppe {0}', 'Gruppe {0}', 'Ομάδα {0}'],
	another_group: ['Another group', 'En gruppe til', 'Noch eine Gruppe', 'Άλλη μία ομάδα'],
	without_group: ['Remove group {0}', 'Fjern gruppe {0}', 'Gruppe {0} entfernen', 'Αφαίρεσε την ομάδα {0}'],
	cards_of: ['Cards of group {0}', 'Kort i gruppe {0}', 'Karten der Gruppe {0}', 'Φύλλα της ομάδας {0}'],
	one_less: ['One less', 'En mindre', 'Eine weniger', 'Ένα λιγότερο'],
	one_more: ['One more', 'En mere', 'Eine mehr', 'Ένα περισσότερο'],

	one_card: ['1 card', '1 kort', '1 Karte', '1 φύλλο'],
	cards: ['{0} cards', '{0} kort', '{0} Karten', '{0} φύλλα'],
	empty: ['empty', 'tom', 'leer', 'άδεια'],
	limit: ['at most {0} at once', 'højst {0} ad gangen', 'höchstens {0} auf einmal', 'έως {0} κάθε φορά'],
	goes: ['taking {0}', '{0} af dem tages', '{0} davon gehen', 'φεύγουν {0}'],
	how_many: ['How many from group {0}?', 'Hvor mange fra gruppe {0}?', 'Wie viele aus Gruppe {0}?', 'Πόσα από την ομάδα {0};'],
	tap_other: ['Tap the group from which the other player took.', 'Tryk på den gruppe, som modspilleren tog fra.', 'Tippe auf die Gruppe, aus der der Gegner genommen hat.', 'Άγγιξε την ομάδα από την οποία πήρε ο αντίπαλος.'],
	take_one: ['Take 1 card from group {1}.', 'Tag 1 kort fra gruppe {1}.', 'Nimm 1 Karte aus Gruppe {1}.', 'Πάρε 1 φύλλο από την ομάδα {1}.'],
	take: ['Take {0} cards from group {1}.', 'Tag {0} kort fra gruppe {1}.', 'Nimm {0} Karten aus Gruppe {1}.', 'Πάρε {0} φύλλα από την ομάδα {1}.'],
	short: ['{0} from group {1}', '{0} fra gruppe {1}', '{0} aus Gruppe {1}', '{0} από την ομάδα {1}'],

	main_computer: ['Done for you', 'Gjort for dig', 'Für dich gemacht', 'Το έκανα για σένα'],
	main_person: ['Record this move', 'Det blev taget', 'Das wurde genommen', 'Αυτά πήρε'],
	turn_you: ['Your turn', 'Din tur', 'Du bist dran', 'Σειρά σου'],
	turn_computer: ['The computer’s turn', 'Computerens tur', 'Computer am Zug', 'Παίζει ο υπολογιστής'],
	turn_person: ['The other player’s turn', 'Modspillerens tur', 'Der Gegner ist dran', 'Παίζει ο αντίπαλος'],
	you_win: ['You win if you make no mistake.', 'Du vinder, hvis du ikke laver fejl.', 'Du gewinnst, wenn du keinen Fehler machst.', 'Κερδίζεις, αν δεν κάνεις λάθος.'],
	you_lose: ['You lose unless the other side makes a mistake.', 'Du taber, medmindre modspilleren laver en fejl.', 'Du verlierst, wenn der Gegner keinen Fehler macht.', 'Χάνεις, εκτός αν ο αντίπαλος κάνει λάθος.'],
	wins: ['wins', 'vinder', 'gewinnt', 'κερδίζει'],
	loses: ['loses', 'taber', 'verliert', 'χάνει'],

	reason_leaves_zero: ['What is left cancels out', 'Resten ophæver hinanden', 'Der Rest hebt sich auf', 'Ό,τι μένει εξουδετερώνεται'],
	reason_leaves_odd_ones: ['An odd number of single moves is left', 'Et ulige antal enkelttræk er tilbage', 'Eine ungerade Zahl einzelner Züge bleibt', 'Μένει περιττός αριθμός μονών κινήσεων'],
	reason_hardest: ['Hardest to answer', 'Sværest at svare på', 'Am schwersten zu beantworten', 'Απαντιέται πιο δύσκολα'],
	reason_loses: ['Loses to the right answer', 'Taber mod det rigtige svar', 'Verliert gegen die richtige Antwort', 'Χάνει με τη σωστή απάντηση'],
	reason_only_move: ['The only move', 'Det eneste træk', 'Der einzige Zug', 'Η μόνη κίνηση'],
};

export const translatorOf = (language) => (key, ...values) =>
	(MESSAGES[key] ? inLanguage(MESSAGES[key], language, ...values) : '');
