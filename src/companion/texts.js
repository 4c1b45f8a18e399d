// Every text of the page, the four languages beside each other. What is said of a game stands in its own file.

import { LANGUAGES } from './languages.js';

const CODES = Object.keys(LANGUAGES);

//                      English, Danish, German, Greek
export const TEXTS = {
	title: ['Makker', 'Makker', 'Makker', 'Makker'],
	tagline: ['Your partner at the card table', 'Din makker ved kortbordet', 'Dein Partner am Kartentisch', 'Ο συμπαίκτης σου στο τραπέζι'],
	language: ['Language', 'Sprog', 'Sprache', 'Γλώσσα'],
	as_browser: ['As in the browser', 'Som i browseren', 'Wie im Browser', 'Όπως στον περιηγητή'],
	new_table: ['New table', 'Nyt bord', 'Neuer Tisch', 'Νέο τραπέζι'],
	game: ['Game', 'Spil', 'Spiel', 'Παιχνίδι'],
	kind: ['How you play it', 'Hvordan I spiller', 'Wie ihr spielt', 'Πώς παίζετε'],
	rules: ['House rules', 'Husregler', 'Hausregeln', 'Κανόνες του σπιτιού'],
	yes: ['Yes', 'Ja', 'Ja', 'Ναι'],
	no: ['No', 'Nej', 'Nein', 'Όχι'],
	unlimited: ['without limit', 'ubegrænset', 'unbegrenzt', 'χωρίς όριο'],
	name: ['Name of the table', 'Bordets navn', 'Name des Tisches', 'Όνομα του τραπεζιού'],
	name_example: ['Kitchen table', 'Køkkenbordet', 'Küchentisch', 'Τραπέζι κουζίνας'],
	optional: ['optional', 'valgfrit', 'freiwillig', 'προαιρετικό'],
	start: ['Begin', 'Begynd', 'Beginnen', 'Ξεκίνα'],
	tables: ['Tables', 'Borde', 'Tische', 'Τραπέζια'],
	no_tables: ['No table yet.', 'Ingen borde endnu.', 'Noch kein Tisch.', 'Κανένα τραπέζι ακόμη.'],
	status_waiting: ['not begun', 'ikke begyndt', 'noch nicht begonnen', 'δεν ξεκίνησε'],
	status_playing: ['in play', 'i gang', 'läuft', 'σε εξέλιξη'],
	status_won: ['won', 'vundet', 'gewonnen', 'κερδισμένο'],
	status_lost: ['lost', 'tabt', 'verloren', 'χαμένο'],
	status_drawn: ['drawn', 'uafgjort', 'unentschieden', 'ισοπαλία'],
	status_stopped: ['stopped', 'stoppet', 'beendet', 'σταματημένο'],
	loading: ['One moment …', 'Et øjeblik …', 'Einen Moment …', 'Μια στιγμή …'],

	statistics: ['Statistics', 'Statistik', 'Statistik', 'Στατιστικά'],
	new_run: ['Games that play themselves', 'Spil, der spiller sig selv', 'Spiele, die sich selbst spielen', 'Παιχνίδια που παίζονται μόνα τους'],
	strategy: ['Strategy', 'Strategi', 'Strategie', 'Στρατηγική'],
	care: ['Thinking', 'Betænkningstid', 'Bedenkzeit', 'Χρόνος σκέψης'],
	care_quick: ['quick: it judges at once', 'hurtigt: den vurderer med det samme', 'schnell: sie urteilt sofort', 'γρήγορα: κρίνει αμέσως'],
	care_careful: ['careful: it looks ahead, which takes much longer', 'grundigt: den ser fremad, og det tager meget længere tid', 'gründlich: sie denkt voraus, das dauert viel länger', 'προσεκτικά: κοιτάζει μπροστά και παίρνει πολύ περισσότερο χρόνο'],
	games_wanted: ['How many games', 'Hvor mange spil', 'Wie viele Spiele', 'Πόσα παιχνίδια'],
	seed: ['Seed of the deals', 'Startværdi for blandingen', 'Startwert der Verteilungen', 'Αριθμός εκκίνησης για τα μοιράσματα'],
	cancel: ['Cancel', 'Afbryd', 'Abbrechen', 'Ακύρωση'],
	run_running: ['Playing', 'Spiller', 'Es wird gespielt', 'Παίζονται'],
	run_finished: ['All played', 'Alle er spillet', 'Alle gespielt', 'Παίχτηκαν όλα'],
	run_cancelled: ['Cancelled', 'Afbrudt', 'Abgebrochen', 'Ακυρώθηκε'],
	played_of: ['{0} of {1} games', '{0} af {1} spil', '{0} von {1} Spielen', '{0} από {1} παιχνίδια'],
	streak: ['Most wins in a row', 'Flest gevinster i træk', 'Meiste Siege in Folge', 'Περισσότερες συνεχόμενες νίκες'],
	decisions: ['Decisions a second', 'Beslutninger i sekundet', 'Entscheidungen pro Sekunde', 'Αποφάσεις το δευτερόλεπτο'],
	rate: ['Share of games won', 'Andel af vundne spil', 'Anteil gewonnener Spiele', 'Ποσοστό νικών'],
	rate_says: ['Now {0}, between {1} and {2}.', 'Nu {0}, mellem {1} og {2}.', 'Jetzt {0}, zwischen {1} und {2}.', 'Τώρα {0}, μεταξύ {1} και {2}.'],
	lengths: ['Length of the games', 'Spillenes længde', 'Länge der Spiele', 'Διάρκεια των παιχνιδιών'],
	lengths_say: ['From {0} to {3}; half of them up to {1}, 95 of 100 up to {2}.', 'Fra {0} til {3}; halvdelen op til {1}, 95 af 100 op til {2}.', 'Von {0} bis {3}; die Hälfte bis {1}, 95 von 100 bis {2}.', 'Από {0} έως {3}· τα μισά έως {1}, 95 στα 100 έως {2}.'],
	games_between: ['{0} games, between {1} and {2}', '{0} spil, mellem {1} og {2}', '{0} Spiele, zwischen {1} und {2}', '{0} παιχνίδια, μεταξύ {1} και {2}'],
	so_far: ['So far', 'Indtil nu', 'Bisher', 'Μέχρι τώρα'],
	as_advised: ['As advised', 'Som foreslået', 'Wie geraten', 'Όπως προτάθηκε'],
	unadvised: ['Otherwise', 'På egen hånd', 'Auf eigene Faust', 'Με δική σου κρίση'],
	automatic: ['By itself', 'Af sig selv', 'Von selbst', 'Αυτόματα'],
	won_of: ['{0} of {1} won', '{0} af {1} vundet', '{0} von {1} gewonnen', '{0} στα {1} κερδισμένα'],
	no_games: ['No game has been played to its end yet.', 'Intet spil er spillet til ende endnu.', 'Noch kein Spiel wurde zu Ende gespielt.', 'Κανένα παιχνίδι δεν έχει τελειώσει ακόμη.'],
	watch: ['Watch a game', 'Se et spil', 'Einem Spiel zusehen', 'Δες ένα παιχνίδι'],
	watch_at: ['Game {0}, move {1} of {2}', 'Spil {0}, træk {1} af {2}', 'Spiel {0}, Zug {1} von {2}', 'Παιχνίδι {0}, κίνηση {1} από {2}'],
	pace: ['Speed', 'Tempo', 'Tempo', 'Ταχύτητα'],
	pace_says: ['{0} moves a second', '{0} træk i sekundet', '{0} Züge pro Sekunde', '{0} κινήσεις το δευτερόλεπτο'],
	flat_out: ['As fast as it goes', 'Så hurtigt som muligt', 'So schnell es geht', 'Όσο πιο γρήγορα γίνεται'],
	pause: ['Pause', 'Pause', 'Pause', 'Παύση'],
	go_on: ['Go on', 'Fortsæt', 'Weiter', 'Συνέχεια'],
	one_move: ['One move', 'Ét træk', 'Ein Zug', 'Μία κίνηση'],
	next_game: ['Next game', 'Næste spil', 'Nächstes Spiel', 'Επόμενο παιχνίδι'],

	home: ['All tables', 'Alle borde', 'Alle Tische', 'Όλα τα τραπέζια'],
	share: ['Open on another phone', 'Åbn på en anden telefon', 'Auf einem anderen Handy öffnen', 'Άνοιγμα σε άλλο κινητό'],
	share_how: ['Point the other phone’s camera at this code.', 'Ret den anden telefons kamera mod koden.', 'Richte die Kamera des anderen Handys auf diesen Code.', 'Στρέψε την κάμερα του άλλου κινητού στον κωδικό.'],
	copy: ['Copy the address', 'Kopiér adressen', 'Adresse kopieren', 'Αντιγραφή διεύθυνσης'],
	copied: ['Copied', 'Kopieret', 'Kopiert', 'Αντιγράφηκε'],
	history: ['History', 'Forløb', 'Verlauf', 'Ιστορικό'],
	settings: ['Settings', 'Indstillinger', 'Einstellungen', 'Ρυθμίσεις'],
	close: ['Close', 'Luk', 'Schließen', 'Κλείσιμο'],
	suggestion: ['Suggestion', 'Forslag', 'Vorschlag', 'Πρόταση'],
	table: ['Table', 'Bord', 'Tisch', 'Τραπέζι'],
	did_it: ['I did this', 'Det gjorde jeg', 'Gemacht', 'Το έκανα'],
	undo: ['Undo', 'Fortryd', 'Rückgängig', 'Αναίρεση'],
	redo: ['Redo', 'Gentag', 'Wiederholen', 'Επανάληψη'],
	edit: ['Put right', 'Ret', 'Berichtigen', 'Διόρθωση'],
	edit_how: ['Tap the card or number that is wrong.', 'Tryk på det kort eller tal, der er forkert.', 'Tippe auf die Karte oder Zahl, die nicht stimmt.', 'Άγγιξε το φύλλο ή τον αριθμό που είναι λάθος.'],
	retell: ['Enter the whole table', 'Indtast hele bordet', 'Den ganzen Tisch eingeben', 'Βάλε ξανά όλα τα φύλλα'],
	done: ['Done', 'Færdig', 'Fertig', 'Τέλος'],
	other_moves: ['All moves', 'Alle træk', 'Alle Züge', 'Όλες οι κινήσεις'],
	chance: ['Chance of winning', 'Chance for at vinde', 'Gewinnchance', 'Πιθανότητα νίκης'],
	interval: ['{0}, between {1} and {2}', '{0}, mellem {1} og {2}', '{0}, zwischen {1} und {2}', '{0}, μεταξύ {1} και {2}'],
	no_value: ['not worked out', 'ikke regnet ud', 'nicht berechnet', 'δεν υπολογίστηκε'],
	back_to_best: ['Back to the suggestion', 'Tilbage til forslaget', 'Zurück zum Vorschlag', 'Πίσω στην πρόταση'],

	sync_thinking: ['Thinking', 'Tænker', 'Denkt nach', 'Σκέφτεται'],
	thinking: ['{0} tries', '{0} forsøg', '{0} Versuche', '{0} δοκιμές'],
	sync_in_sync: ['Up to date', 'Følger med', 'Auf dem Stand', 'Ενημερωμένο'],
	sync_looking: ['Looking again', 'Kigger igen', 'Sehe noch einmal hin', 'Κοιτάζω ξανά'],
	sync_desynced: ['Doesn’t fit', 'Passer ikke', 'Passt nicht', 'Δεν ταιριάζει'],
	sync_waiting: ['Not begun', 'Ikke begyndt', 'Nicht begonnen', 'Δεν ξεκίνησε'],
	link_connecting: ['Connecting', 'Forbinder', 'Verbinde', 'Σύνδεση'],
	link_lost: ['Connection lost, last seen {0} s ago', 'Forbindelsen er væk, sidst set for {0} s siden', 'Verbindung weg, zuletzt gesehen vor {0} s', 'Χάθηκε η σύνδεση, τελευταία φορά πριν από {0} δ.'],
	link_locked: ['This table wants a code: scan it again from a phone that is at the table.', 'Dette bord kræver en kode: scan den igen fra en telefon, der er med ved bordet.', 'Dieser Tisch verlangt einen Code: scanne ihn erneut von einem Handy, das schon mit am Tisch ist.', 'Αυτό το τραπέζι ζητά κωδικό: σάρωσέ τον ξανά από ένα κινητό που είναι ήδη στο τραπέζι.'],
	link_gone: ['This table is gone.', 'Dette bord findes ikke mere.', 'Diesen Tisch gibt es nicht mehr.', 'Αυτό το τραπέζι δεν υπάρχει πια.'],
	try_now: ['Try now', 'Prøv nu', 'Jetzt versuchen', 'Δοκίμασε τώρα'],
	won_for_certain: ['Won for certain', 'Helt sikkert vundet', 'Sicher gewonnen', 'Σίγουρη νίκη'],
	lost_for_certain: ['Can’t be won any more', 'Kan ikke vindes mere', 'Nicht mehr zu gewinnen', 'Δεν κερδίζεται πια'],

	what_lies: ['What lies {0}?', 'Hvad ligger {0}?', 'Was liegt {0}?', 'Τι υπάρχει {0};'],
	it_is: ['It is {0}', 'Det er {0}', 'Es ist {0}', 'Είναι {0}'],
	nothing_there: ['Nothing lies there', 'Der ligger intet', 'Da liegt nichts', 'Δεν υπάρχει τίποτα'],
	other_card: ['Another card …', 'Et andet kort …', 'Eine andere Karte …', 'Άλλο φύλλο …'],
	was_misread: ['It was {0}, not {1}', 'Det var {0}, ikke {1}', 'Es war {0}, nicht {1}', 'Ήταν {0}, όχι {1}'],
	was_unknown: ['It was not {0}', 'Det var ikke {0}', 'Es war nicht {0}', 'Δεν ήταν {0}'],
	pick_revealed: ['Which card was turned up?', 'Hvilket kort blev vendt?', 'Welche Karte wurde aufgedeckt?', 'Ποιο φύλλο άνοιξε;'],
	pick_at: ['Which card lies {0}?', 'Hvilket kort ligger {0}?', 'Welche Karte liegt {0}?', 'Ποιο φύλλο είναι {0};'],
	likely: ['Likely', 'Sandsynligt', 'Wahrscheinlich', 'Πιθανό'],
	less: ['One less', 'En mindre', 'Eins weniger', 'Ένα λιγότερο'],
	more: ['One more', 'En mere', 'Eins mehr', 'Ένα περισσότερο'],
	save: ['Save', 'Gem', 'Speichern', 'Αποθήκευση'],
	refused_move: ['That move can’t be made here.', 'Det træk kan ikke laves her.', 'Dieser Zug geht hier nicht.', 'Αυτή η κίνηση δεν γίνεται εδώ.'],
	refused_steps: ['There is nothing to undo or redo.', 'Der er intet at fortryde eller gentage.', 'Es gibt nichts rückgängig zu machen oder zu wiederholen.', 'Δεν υπάρχει κάτι για αναίρεση ή επανάληψη.'],
	refused_contradiction: ['That doesn’t fit with what has been seen so far.', 'Det passer ikke med det, der er set indtil nu.', 'Das passt nicht zu dem, was bisher gesehen wurde.', 'Αυτό δεν ταιριάζει με όσα έχουν φανεί ως τώρα.'],
	refused_card: ['That card already lies somewhere else.', 'Det kort ligger allerede et andet sted.', 'Diese Karte liegt schon woanders.', 'Αυτό το φύλλο βρίσκεται ήδη αλλού.'],
	refused_table: ['That is no whole table: 52 cards, each of them once, in runs.', 'Det er ikke et helt bord: 52 kort, hvert kort én gang, i rækkefølge.', 'Das ist kein vollständiger Tisch: 52 Karten, jede einmal, in Folgen.', 'Δεν βγαίνει ολόκληρο τραπέζι: 52 φύλλα, το καθένα μία φορά, στη σειρά.'],
	refused_busy: ['Too much at once. Try again in a moment.', 'Det blev for meget på én gang. Prøv igen om lidt.', 'Das war zu viel auf einmal. Versuch es gleich noch einmal.', 'Πάρα πολλά μαζί. Δοκίμασε ξανά σε λίγο.'],
	refused_token: ['This phone is not allowed to do that. Open the table by its code.', 'Den telefon her har ikke lov til det. Åbn bordet med dets kode.', 'Dieses Handy darf das nicht. Öffne den Tisch über seinen Code.', 'Αυτό το κινητό δεν έχει άδεια. Άνοιξε το τραπέζι με τον κωδικό του.'],
	refused_other: ['That didn’t work.', 'Det lykkedes ikke.', 'Das hat nicht geklappt.', 'Αυτό δεν πέτυχε.'],
	unreachable: ['The daemon does not answer.', 'Makker svarer ikke.', 'Makker antwortet nicht.', 'Το Makker δεν απαντά.'],

	theme: ['Colours', 'Farver', 'Farben', 'Χρώματα'],
	theme_auto: ['As the phone', 'Som telefonen', 'Wie das Handy', 'Όπως το κινητό'],
	theme_light: ['Light', 'Lyse', 'Hell', 'Φωτεινά'],
	theme_dark: ['Dark', 'Mørke', 'Dunkel', 'Σκούρα'],
	large: ['Large text', 'Stor skrift', 'Große Schrift', 'Μεγάλα γράμματα'],
	deck: ['Cards', 'Kort', 'Karten', 'Φύλλα'],
	deck_jumbo: ['Big numbers', 'Store tal', 'Große Zeichen', 'Μεγάλοι αριθμοί'],
	deck_pictures: ['Classic', 'Klassiske', 'Klassisch', 'Κλασικά'],
	four_colour: ['Four colours', 'Fire farver', 'Vier Farben', 'Τέσσερα χρώματα'],
	back: ['Backs', 'Bagsider', 'Rückseiten', 'Πλάτες'],
	speak: ['Say the suggestion aloud', 'Sig forslaget højt', 'Vorschlag vorlesen', 'Εκφώνηση της πρότασης'],
	vibrate: ['Vibrate when there is a new one', 'Vibrér, når der er et nyt', 'Bei einem neuen vibrieren', 'Δόνηση σε νέα πρόταση'],
	awake: ['Keep the screen on', 'Hold skærmen tændt', 'Bildschirm anlassen', 'Η οθόνη μένει αναμμένη'],
	not_here: ['not possible in this browser or without HTTPS', 'ikke muligt i denne browser eller uden HTTPS', 'in diesem Browser oder ohne HTTPS nicht möglich', 'δεν γίνεται σε αυτόν τον περιηγητή ή χωρίς HTTPS'],

	no_history: ['Nothing has happened yet.', 'Der er ikke sket noget endnu.', 'Noch ist nichts geschehen.', 'Δεν έγινε τίποτα ακόμη.'],
	curve: ['The chance of winning over the game', 'Vinderchancen gennem spillet', 'Die Gewinnchance im Verlauf', 'Η πιθανότητα νίκης στο παιχνίδι'],
	curve_says: ['From {0} at the start to {1} now.', 'Fra {0} i begyndelsen til {1} nu.', 'Von {0} am Anfang auf {1} jetzt.', 'Από {0} στην αρχή σε {1} τώρα.'],
	event_first: ['The table was shown', 'Bordet blev vist', 'Der Tisch wurde gezeigt', 'Φάνηκε το τραπέζι'],
	event_undo: ['Taken back', 'Taget tilbage', 'Zurückgenommen', 'Αναιρέθηκε'],
	event_correction: ['Put right', 'Rettet', 'Berichtigt', 'Διορθώθηκε'],
	event_change: ['Settings changed', 'Indstillinger ændret', 'Einstellungen geändert', 'Άλλαξαν ρυθμίσεις'],
	as_suggested: ['as suggested', 'som foreslået', 'wie vorgeschlagen', 'όπως προτάθηκε'],
	otherwise: ['better: {0}', 'bedre: {0}', 'besser: {0}', 'καλύτερα: {0}'],
	decisive: ['The decisive move', 'Det afgørende træk', 'Der entscheidende Zug', 'Η καθοριστική κίνηση'],
	decisive_says: ['Better would have been: “{0}” {1} instead of {2}.', 'Bedre havde været: »{0}« {1} i stedet for {2}.', 'Besser wäre gewesen: „{0}“ {1} statt {2}.', 'Καλύτερη θα ήταν: «{0}» {1} αντί για {2}.'],
	no_decisive: ['You always made a move as good as the best.', 'Du valgte hele tiden et træk så godt som det bedste.', 'Du hast immer einen Zug gemacht, der so gut war wie der beste.', 'Έκανες πάντα μια κίνηση ισάξια της καλύτερης.'],
	again: ['Another game', 'Et spil til', 'Noch ein Spiel', 'Άλλο ένα παιχνίδι'],
};

/** A row of four, with what stands in braces put in. */
export function inLanguage(row, language, ...values) {
	return row[CODES.indexOf(language)].replace(/\{(\d)\}/g, (_, place) => values[place]);
}

/** What speaks one language: say(key, ...values). */
export const speaker = (language) => (key, ...values) => inLanguage(TEXTS[key], language, ...values);

// Making one takes longer than using it, by far: only those are made that are spoken.
const percents = new Map();

function percentsOf(language) {
	if (!percents.has(language)) {
		percents.set(language, new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }));
	}
	return percents.get(language);
}

export const percent = (value, language) => percentsOf(language).format(value);
