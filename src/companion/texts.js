// The page's texts in four languages. The texts of a game are in games/*_messages.js.

import { LANGUAGES } from './languages.js';

const CODES = Object.keys(LANGUAGES);

//                      English, Danish, German, Greek
export const TEXTS = {
	title: ['Makker', 'Makker', 'Makker', 'Makker'],
	tagline: ['Your partner at the card table', 'Din makker ved kortbordet', 'Dein Partner am Kartentisch', 'Ο συμπαίκτης σου στο τραπέζι'],
	language: ['Language', 'Sprog', 'Sprache', 'Γλώσσα'],
	as_browser: ['Same as the browser', 'Som i browseren', 'Wie im Browser', 'Όπως στον περιηγητή'],
	new_table: ['New game', 'Nyt spil', 'Neues Spiel', 'Νέο παιχνίδι'],
	watching: ['Watching', 'Du ser med', 'Du siehst zu', 'Παρακολουθείς'],
	only_watching: ['This phone is only watching.', 'Denne telefon ser kun med.', 'Dieses Handy sieht nur zu.', 'Αυτό το κινητό μόνο παρακολουθεί.'],
	game: ['Game', 'Spil', 'Spiel', 'Παιχνίδι'],
	kind: ['Variant', 'Variant', 'Variante', 'Παραλλαγή'],
	rules: ['House rules', 'Husregler', 'Hausregeln', 'Δικοί μας κανόνες'],
	yes: ['Yes', 'Ja', 'Ja', 'Ναι'],
	no: ['No', 'Nej', 'Nein', 'Όχι'],
	unlimited: ['unlimited', 'ubegrænset', 'unbegrenzt', 'χωρίς όριο'],
	name: ['Name of the table', 'Bordets navn', 'Name des Tisches', 'Όνομα του τραπεζιού'],
	name_example: ['Kitchen table', 'Køkkenbordet', 'Küchentisch', 'Τραπέζι κουζίνας'],
	optional: ['optional', 'valgfrit', 'freiwillig', 'προαιρετικό'],
	start: ['Start', 'Begynd', 'Beginnen', 'Ξεκίνα'],
	tables: ['Tables', 'Borde', 'Tische', 'Τραπέζια'],
	no_tables: ['No table yet.', 'Ingen borde endnu.', 'Noch kein Tisch.', 'Κανένα τραπέζι ακόμη.'],
	status_waiting: ['not started', 'ikke begyndt', 'noch nicht begonnen', 'δεν ξεκίνησε'],
	status_playing: ['in play', 'i gang', 'läuft', 'σε εξέλιξη'],
	status_won: ['won', 'vundet', 'gewonnen', 'κερδισμένο'],
	status_lost: ['lost', 'tabt', 'verloren', 'χαμένο'],
	status_drawn: ['drawn', 'uafgjort', 'unentschieden', 'ισοπαλία'],
	status_stopped: ['stopped', 'stoppet', 'beendet', 'σταματημένο'],
	loading: ['One moment …', 'Et øjeblik …', 'Einen Moment …', 'Μια στιγμή …'],

	statistics: ['Statistics', 'Statistik', 'Statistik', 'Στατιστικά'],
	new_run: ['Simulations', 'Simulerede spil', 'Simulierte Spiele', 'Προσομοιώσεις'],
	strategy: ['Strategy', 'Strategi', 'Strategie', 'Στρατηγική'],
	care: ['Thinking time', 'Betænkningstid', 'Bedenkzeit', 'Χρόνος σκέψης'],
	care_quick: ['fast: no search', 'hurtigt: uden søgning', 'schnell: ohne Suche', 'γρήγορα: χωρίς αναζήτηση'],
	care_careful: ['careful: searches ahead, takes much longer', 'grundigt: søger fremad, tager meget længere tid', 'gründlich: sucht voraus, dauert viel länger', 'προσεκτικά: κοιτάζει μπροστά, παίρνει πολύ περισσότερο χρόνο'],
	games_wanted: ['Number of games', 'Antal spil', 'Anzahl der Spiele', 'Αριθμός παιχνιδιών'],
	seed: ['Seed of the deals', 'Startværdi for blandingen', 'Startwert der Verteilungen', 'Αριθμός εκκίνησης για τα μοιράσματα'],
	cancel: ['Cancel', 'Afbryd', 'Abbrechen', 'Ακύρωση'],
	run_running: ['Playing', 'Spiller', 'Läuft', 'Παίζονται'],
	run_finished: ['All played', 'Alle er spillet', 'Alle gespielt', 'Παίχτηκαν όλα'],
	run_cancelled: ['Cancelled', 'Afbrudt', 'Abgebrochen', 'Ακυρώθηκε'],
	played_of: ['{0} of {1} games', '{0} af {1} spil', '{0} von {1} Spielen', '{0} από {1} παιχνίδια'],
	streak: ['Longest winning streak', 'Flest gevinster i træk', 'Meiste Siege in Folge', 'Περισσότερες συνεχόμενες νίκες'],
	decisions: ['Decisions a second', 'Beslutninger i sekundet', 'Entscheidungen pro Sekunde', 'Αποφάσεις το δευτερόλεπτο'],
	rate: ['Share of games won', 'Andel af vundne spil', 'Anteil gewonnener Spiele', 'Ποσοστό νικών'],
	rate_says: ['Now {0}, between {1} and {2}.', 'Nu {0}, mellem {1} og {2}.', 'Jetzt {0}, zwischen {1} und {2}.', 'Τώρα {0}, μεταξύ {1} και {2}.'],
	lengths: ['Length of the games', 'Spillenes længde', 'Länge der Spiele', 'Διάρκεια των παιχνιδιών'],
	lengths_say: ['From {0} to {3}; half of them up to {1}, 95 of 100 up to {2}.', 'Fra {0} til {3}; halvdelen op til {1}, 95 af 100 op til {2}.', 'Von {0} bis {3}; die Hälfte bis {1}, 95 von 100 bis {2}.', 'Από {0} έως {3}· τα μισά έως {1}, 95 στα 100 έως {2}.'],
	games_between: ['{0} games, between {1} and {2}', '{0} spil, mellem {1} og {2}', '{0} Spiele, zwischen {1} und {2}', '{0} παιχνίδια, μεταξύ {1} και {2}'],
	so_far: ['So far', 'Indtil nu', 'Bisher', 'Μέχρι τώρα'],
	as_advised: ['As advised', 'Som foreslået', 'Wie geraten', 'Όπως προτάθηκε'],
	unadvised: ['Not as advised', 'På egen hånd', 'Auf eigene Faust', 'Με δική σου κρίση'],
	automatic: ['Simulated', 'Simuleret', 'Simuliert', 'Προσομοίωση'],
	won_of: ['{0} of {1} won', '{0} af {1} vundet', '{0} von {1} gewonnen', '{0} στα {1} κερδισμένα'],
	no_games: ['No finished games yet.', 'Intet spil er spillet til ende endnu.', 'Noch kein Spiel wurde zu Ende gespielt.', 'Κανένα παιχνίδι δεν έχει τελειώσει ακόμη.'],
	watch: ['Watch a game', 'Se et spil', 'Einem Spiel zusehen', 'Δες ένα παιχνίδι'],
	watch_at: ['Game {0}, move {1} of {2}', 'Spil {0}, træk {1} af {2}', 'Spiel {0}, Zug {1} von {2}', 'Παιχνίδι {0}, κίνηση {1} από {2}'],
	pace: ['Speed', 'Tempo', 'Tempo', 'Ταχύτητα'],
	pace_says: ['{0} moves a second', '{0} træk i sekundet', '{0} Züge pro Sekunde', '{0} κινήσεις το δευτερόλεπτο'],
	max_speed: ['Maximum speed', 'Så hurtigt som muligt', 'So schnell wie möglich', 'Όσο πιο γρήγορα γίνεται'],
	pause: ['Pause', 'Pause', 'Pause', 'Παύση'],
	continue: ['Continue', 'Fortsæt', 'Weiter', 'Συνέχεια'],
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
	recorded: ['Noted: {0}', 'Noteret: {0}', 'Notiert: {0}', 'Σημειώθηκε: {0}'],
	undo: ['Undo', 'Fortryd', 'Rückgängig', 'Αναίρεση'],
	redo: ['Redo', 'Gentag', 'Wiederholen', 'Επανάληψη'],
	edit: ['Correct', 'Ret', 'Korrigieren', 'Διόρθωση'],
	edit_all: ['To change this card, enter the whole table.', 'Indtast hele bordet for at ændre dette kort.', 'Um diese Karte zu ändern, gib den ganzen Tisch ein.', 'Για να αλλάξεις αυτό το φύλλο, καταχώρισε όλο το τραπέζι.'],
	edit_how: ['Tap the card or number that is wrong.', 'Tryk på det kort eller tal, der er forkert.', 'Tippe auf die Karte oder Zahl, die nicht stimmt.', 'Άγγιξε το φύλλο ή τον αριθμό που είναι λάθος.'],
	enter_table: ['Enter the whole table', 'Indtast hele bordet', 'Den ganzen Tisch eingeben', 'Καταχώρισε όλο το τραπέζι'],
	done: ['Done', 'Færdig', 'Fertig', 'Τέλος'],
	other_moves: ['All moves', 'Alle træk', 'Alle Züge', 'Όλες οι κινήσεις'],
	chance: ['Chance of winning', 'Chance for at vinde', 'Gewinnchance', 'Πιθανότητα νίκης'],
	interval: ['{0}, between {1} and {2}', '{0}, mellem {1} og {2}', '{0}, zwischen {1} und {2}', '{0}, μεταξύ {1} και {2}'],
	no_value: ['not calculated', 'ikke beregnet', 'nicht berechnet', 'δεν υπολογίστηκε'],
	back_to_best: ['Back to the suggestion', 'Tilbage til forslaget', 'Zurück zum Vorschlag', 'Πίσω στην πρόταση'],

	sync_thinking: ['Thinking', 'Tænker', 'Denkt nach', 'Σκέφτεται'],
	thinking: ['{0} playouts', '{0} forsøg', '{0} Versuche', '{0} δοκιμές'],
	sync_in_sync: ['Up to date', 'Følger med', 'Aktuell', 'Ενημερωμένο'],
	sync_looking: ['Unclear, looking again', 'Utydeligt, kigger igen', 'Unklar, ich schaue noch einmal', 'Ασαφές, κοιτάζω ξανά'],
	sync_checking: ['Checking the cards', 'Tjekker kortene', 'Prüfe die Karten', 'Ελέγχω τα φύλλα'],
	sync_open: ['Following; the stock’s count is open', 'Følger med; bunkens antal er åbent', 'Ich bin dabei; die Zahl im Stapel ist offen', 'Παρακολουθώ· το πλήθος της στοίβας μένει ανοιχτό'],
	sync_asking: ['A question', 'Et spørgsmål', 'Eine Frage', 'Μια ερώτηση'],
	sync_desynced: ['Conflict', 'Passer ikke', 'Passt nicht', 'Δεν ταιριάζει'],
	sync_waiting: ['Not started', 'Ikke begyndt', 'Nicht begonnen', 'Δεν ξεκίνησε'],
	link_connecting: ['Connecting', 'Forbinder', 'Verbinde', 'Σύνδεση'],
	link_lost: ['Connection lost, last seen {0} s ago', 'Forbindelsen er væk, sidst set for {0} s siden', 'Keine Verbindung, zuletzt gesehen vor {0} s', 'Χάθηκε η σύνδεση, τελευταία φορά πριν από {0} δ.'],
	link_long_lost: ['Connection lost, last seen {0} min ago', 'Forbindelsen er væk, sidst set for {0} min. siden', 'Keine Verbindung, zuletzt gesehen vor {0} min', 'Χάθηκε η σύνδεση, τελευταία φορά πριν από {0} λ.'],
	link_locked: ['This table needs a code: scan it again from a phone that is at the table.', 'Dette bord kræver en kode: scan den igen fra en telefon, der er med ved bordet.', 'Dieser Tisch verlangt einen Code: scanne ihn erneut von einem Handy, das schon mit am Tisch ist.', 'Αυτό το τραπέζι ζητά κωδικό: σάρωσέ τον ξανά από ένα κινητό που είναι ήδη στο τραπέζι.'],
	link_gone: ['This table no longer exists.', 'Dette bord findes ikke mere.', 'Diesen Tisch gibt es nicht mehr.', 'Αυτό το τραπέζι δεν υπάρχει πια.'],
	try_now: ['Try now', 'Prøv nu', 'Jetzt versuchen', 'Δοκίμασε τώρα'],
	won_for_certain: ['Certain win', 'Helt sikkert vundet', 'Sicher gewonnen', 'Σίγουρη νίκη'],
	lost_for_certain: ['Can no longer be won', 'Kan ikke vindes mere', 'Nicht mehr zu gewinnen', 'Δεν κερδίζεται πια'],

	which_card: ['Which card is {0}?', 'Hvilket kort ligger {0}?', 'Welche Karte liegt {0}?', 'Ποιο φύλλο είναι {0};'],
	it_is: ['It is {0}', 'Det er {0}', 'Es ist {0}', 'Είναι {0}'],
	empty_place: ['Empty', 'Tom', 'Leer', 'Άδεια'],
	other_card: ['Another card …', 'Andet kort …', 'Andere Karte …', 'Άλλο φύλλο …'],
	pick_card: ['Pick the card …', 'Vælg kortet …', 'Karte wählen …', 'Διάλεξε το φύλλο …'],
	was_misread: ['It was {0}, not {1}', 'Det var {0}, ikke {1}', 'Es war {0}, nicht {1}', 'Ήταν {0}, όχι {1}'],
	was_unknown: ['It was not {0}', 'Det var ikke {0}', 'Es war nicht {0}', 'Δεν ήταν {0}'],
	pick_revealed: ['Which card was turned over?', 'Hvilket kort blev vendt?', 'Welche Karte wurde aufgedeckt?', 'Ποιο φύλλο άνοιξε;'],
	pick_at: ['Which card is {0}?', 'Hvilket kort ligger {0}?', 'Welche Karte liegt {0}?', 'Ποιο φύλλο είναι {0};'],
	pad_revealed: ['Done? Tap the new card.', 'Gjort? Tryk på det nye kort.', 'Gemacht? Tippe auf die neue Karte.', 'Έγινε; Άγγιξε το νέο φύλλο.'],
	lies: ['{0} is {1}.', '{0} ligger {1}.', '{0} liegt {1}.', '{0}: {1}.'],
	places: ['Places', 'Pladser', 'Plätze', 'Θέσεις'],
	previous: ['Previous', 'Forrige', 'Zurück', 'Προηγούμενο'],
	likely: ['Likely', 'Sandsynligt', 'Wahrscheinlich', 'Πιθανό'],
	less: ['One less', 'En mindre', 'Eins weniger', 'Ένα λιγότερο'],
	more: ['One more', 'En mere', 'Eins mehr', 'Ένα περισσότερο'],
	save: ['Save', 'Gem', 'Speichern', 'Αποθήκευση'],
	refused_move: ['That move is not possible here.', 'Det træk kan ikke laves her.', 'Dieser Zug geht hier nicht.', 'Αυτή η κίνηση δεν γίνεται εδώ.'],
	refused_steps: ['There is nothing to undo or redo.', 'Der er intet at fortryde eller gentage.', 'Es gibt nichts rückgängig zu machen oder zu wiederholen.', 'Δεν υπάρχει κάτι για αναίρεση ή επανάληψη.'],
	refused_contradiction: ['That contradicts the cards seen so far.', 'Det passer ikke med det, der er set indtil nu.', 'Das passt nicht zu dem, was bisher gesehen wurde.', 'Αυτό δεν ταιριάζει με όσα έχουν φανεί ως τώρα.'],
	refused_card: ['That card is already somewhere else.', 'Det kort ligger allerede et andet sted.', 'Diese Karte liegt schon woanders.', 'Αυτό το φύλλο βρίσκεται ήδη αλλού.'],
	refused_table: ['The table is incomplete: enter 52 different cards; columns must be runs.', 'Bordet er ikke fuldstændigt: 52 forskellige kort, og kolonnerne skal være i rækkefølge.', 'Der Tisch ist unvollständig: 52 verschiedene Karten, die Spalten in Folgen.', 'Το τραπέζι δεν είναι πλήρες: 52 διαφορετικά φύλλα, οι στήλες στη σειρά.'],
	refused_busy: ['Too many requests at once. Try again in a moment.', 'Det blev for meget på én gang. Prøv igen om lidt.', 'Das war zu viel auf einmal. Versuch es gleich noch einmal.', 'Πάρα πολλά μαζί. Δοκίμασε ξανά σε λίγο.'],
	refused_token: ['This phone is not allowed to do that. Open the table by its code.', 'Denne telefon har ikke lov til det. Åbn bordet med dets kode.', 'Dieses Handy darf das nicht. Öffne den Tisch über seinen Code.', 'Αυτό το κινητό δεν έχει άδεια. Άνοιξε το τραπέζι με τον κωδικό του.'],
	refused_changed: ['The table has just changed. Look again.', 'Bordet er lige blevet ændret. Se igen.', 'Der Tisch hat sich gerade geändert. Sieh noch einmal hin.', 'Το τραπέζι μόλις άλλαξε. Κοίταξε ξανά.'],
	refused_other: ['That didn’t work.', 'Det lykkedes ikke.', 'Das hat nicht geklappt.', 'Αυτό δεν πέτυχε.'],
	unreachable: ['Makker does not respond.', 'Makker svarer ikke.', 'Makker antwortet nicht.', 'Το Makker δεν απαντά.'],

	theme: ['Colours', 'Farver', 'Farben', 'Χρώματα'],
	theme_auto: ['Same as the phone', 'Som telefonen', 'Wie das Handy', 'Όπως το κινητό'],
	theme_light: ['Light', 'Lyse', 'Hell', 'Φωτεινά'],
	theme_dark: ['Dark', 'Mørke', 'Dunkel', 'Σκούρα'],
	large: ['Large text', 'Stor skrift', 'Große Schrift', 'Μεγάλα γράμματα'],
	deck: ['Cards', 'Kort', 'Karten', 'Φύλλα'],
	deck_jumbo: ['Big numbers', 'Store tal', 'Große Zeichen', 'Μεγάλοι αριθμοί'],
	deck_pictures: ['Classic', 'Klassiske', 'Klassisch', 'Κλασικά'],
	four_colour: ['Four colours', 'Fire farver', 'Vier Farben', 'Τέσσερα χρώματα'],
	back: ['Backs', 'Bagsider', 'Rückseiten', 'Πλάτες'],
	speak: ['Read the suggestion aloud', 'Læs forslaget højt', 'Vorschlag vorlesen', 'Ανάγνωση της πρότασης'],
	vibrate: ['Vibrate on a new suggestion', 'Vibrér ved nyt forslag', 'Bei neuem Vorschlag vibrieren', 'Δόνηση σε νέα πρόταση'],
	awake: ['Keep the screen on', 'Hold skærmen tændt', 'Bildschirm eingeschaltet lassen', 'Η οθόνη μένει αναμμένη'],
	not_here: ['not possible in this browser or without HTTPS', 'ikke muligt i denne browser eller uden HTTPS', 'in diesem Browser oder ohne HTTPS nicht möglich', 'δεν γίνεται σε αυτόν τον περιηγητή ή χωρίς HTTPS'],

	no_history: ['Nothing has happened yet.', 'Der er ikke sket noget endnu.', 'Noch ist nichts geschehen.', 'Δεν έγινε τίποτα ακόμη.'],
	curve: ['Chance of winning over the game', 'Vinderchancen gennem spillet', 'Die Gewinnchance im Verlauf', 'Η πιθανότητα νίκης στο παιχνίδι'],
	curve_says: ['From {0} at the start to {1} now.', 'Fra {0} i begyndelsen til {1} nu.', 'Von {0} am Anfang auf {1} jetzt.', 'Από {0} στην αρχή σε {1} τώρα.'],
	event_first: ['Table shown', 'Bordet blev vist', 'Der Tisch wurde gezeigt', 'Φάνηκε το τραπέζι'],
	event_undo: ['Undone', 'Taget tilbage', 'Zurückgenommen', 'Αναιρέθηκε'],
	event_correction: ['Corrected', 'Rettet', 'Korrigiert', 'Διορθώθηκε'],
	event_change: ['Settings changed', 'Indstillinger ændret', 'Einstellungen geändert', 'Άλλαξαν ρυθμίσεις'],
	as_suggested: ['as suggested', 'som foreslået', 'wie vorgeschlagen', 'όπως προτάθηκε'],
	otherwise: ['better: {0}', 'bedre: {0}', 'besser: {0}', 'καλύτερα: {0}'],
	decisive: ['The decisive move', 'Det afgørende træk', 'Der entscheidende Zug', 'Η καθοριστική κίνηση'],
	decisive_says: ['Better: “{0}” {1} instead of {2}.', 'Bedre havde været: »{0}« {1} i stedet for {2}.', 'Besser wäre gewesen: „{0}“ {1} statt {2}.', 'Καλύτερη θα ήταν: «{0}» {1} αντί για {2}.'],
	no_decisive: ['Every move was as good as the best one.', 'Du valgte hele tiden et træk så godt som det bedste.', 'Du hast immer einen Zug gemacht, der so gut war wie der beste.', 'Έκανες πάντα μια κίνηση ισάξια της καλύτερης.'],
	again: ['Another game', 'Et spil til', 'Noch ein Spiel', 'Άλλο ένα παιχνίδι'],
};

/** Adds the rows of a view that is loaded by itself. */
export const addTexts = (rows) => Object.assign(TEXTS, rows);

/** The row's text in a language, with `values` in place of {0}, {1}, … */
export function inLanguage(row, language, ...values) {
	return row[CODES.indexOf(language)].replace(/\{(\d)\}/g, (_, place) => values[place]);
}

/** Returns t(key, ...values), which gives a text in this language. */
export const translator = (language) => (key, ...values) => inLanguage(TEXTS[key], language, ...values);

// Creating a formatter is far slower than using it: one per used language.
const percents = new Map();

function percentsOf(language) {
	if (!percents.has(language)) {
		percents.set(language, new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }));
	}
	return percents.get(language);
}

export const percent = (value, language) => percentsOf(language).format(value);
