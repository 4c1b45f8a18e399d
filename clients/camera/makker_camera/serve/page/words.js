// The texts of the page. The advice comes from the daemon, in the session's language.

const WORDS = {
	en: {
		start: 'Start the camera', take: 'Take a picture', speak: 'Speak the advice', page: 'Table and advice',
		place: 'Deal, and place the phone above the table so that all cards are in the picture, or the whole mat.',
		starting: 'Starting the camera …', moving: 'Waiting until the table is still …', reading: 'Reading the cards …',
		no_camera: 'The camera could not be opened. Allow it in the browser’s settings, or take single pictures.',
		ended: 'The camera was closed. Start it again.',
		insecure: 'Browsers open the camera on HTTPS pages only. Take a picture after each move instead.',
		lost: 'No connection. Trying again …',
		wrong_key: 'This address is no longer valid. Scan the code in the terminal again.',
		replaced: 'Another phone has taken over.',
		too_dark: 'Too dark', no_mat: 'Move back: all four corners of the mat must be in the picture',
		no_layout: 'Without a mat: lay seven columns that do not touch, the stock above the first or the last, all of them in the picture',
		no_contrast: 'The cloth is too much like the cards: take one of another colour, or more light',
		other_game: 'Another game lies on the table: start makker-camera without --session, or with a new one',
		no_deal: 'No fresh deal: seven columns with one open card each, none on the foundations. Enter a game under way on the page with the table first',
		many_games: 'Too many new games in a short time: the next one begins in a few minutes',
		hand: 'A hand is over the table', other_mat: 'No card lies on its place: is this the mat of another game? Start makker-camera with --game',
		hard_to_read: 'These cards are hard to read: more light, or learn this deck', not_enrolled: 'This is not the deck that was learned',
		glare: 'Glare: {place}', covered: 'Covered: {place}', daemon_away: 'The program is not reachable. Trying again …',
		missing_cards: 'Not all 52 cards are seen: each must show its corner', uncounted: 'Cannot count the cards of {place}: lay them evenly, each with its corner visible',
		no_picture: 'This picture cannot be read', refused: 'The program refuses this: {text}',
		session_gone: 'This table no longer exists. Start makker-camera again, without --session',
		token_required: 'The program requires a token: start makker-camera with --token or MAKKER_TOKEN',
		token_invalid: 'The program does not know this token: start makker-camera with the right one (--token or MAKKER_TOKEN)',
		token_forbidden: 'This token does not permit that: start makker-camera with the table’s camera token or its owner’s',
		answer_there: 'Answer on the page of the table (its address is in the terminal)',
		column: 'column {n}', stock: 'the stock', draw_pile: 'the waste', foundation: 'the foundation of {suit}', cell: 'free cell {n}', seat: 'place {n}',
		suits: { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' }, ranks: { J: 'J', Q: 'Q', K: 'K' },
	},
	da: {
		start: 'Start kameraet', take: 'Tag et billede', speak: 'Læs rådet højt', page: 'Bord og råd',
		place: 'Læg kabalen op, og anbring telefonen over bordet, så alle kort eller hele underlaget er med i billedet.',
		starting: 'Kameraet starter …', moving: 'Venter, til der er ro på bordet …', reading: 'Læser kortene …',
		no_camera: 'Kameraet kunne ikke åbnes. Giv tilladelse i browserens indstillinger, eller tag enkelte billeder.',
		ended: 'Kameraet blev lukket. Start det igen.',
		insecure: 'Browsere åbner kun kameraet på HTTPS-sider. Tag i stedet et billede efter hvert træk.',
		lost: 'Ingen forbindelse. Prøver igen …',
		wrong_key: 'Adressen gælder ikke længere. Scan koden i terminalen igen.',
		replaced: 'En anden telefon har taget over.',
		too_dark: 'For mørkt', no_mat: 'Længere væk: alle fire hjørner af underlaget skal være med',
		no_layout: 'Uden underlag: læg syv kolonner, der ikke rører hinanden, med bunken over den første eller den sidste, og hav dem alle med i billedet',
		no_contrast: 'Dugen ligner kortene for meget: brug en anden farve eller mere lys',
		other_game: 'Der ligger et andet spil på bordet: start makker-camera uden --session eller med en ny',
		no_deal: 'Ikke lige lagt op: syv kolonner med ét åbent kort i hver og ingen kort på grundbunkerne. Er spillet i gang, så angiv det først på siden med bordet',
		many_games: 'For mange nye spil på kort tid: det næste begynder om nogle minutter',
		hand: 'Der er en hånd over bordet', other_mat: 'Intet kort ligger på sin plads: er det underlaget til et andet spil? Start makker-camera med --game',
		hard_to_read: 'Kortene er svære at læse: mere lys, eller lær spillet at kende', not_enrolled: 'Det er ikke de kort, der blev lært',
		glare: 'Genskin: {place}', covered: 'Dækket: {place}', daemon_away: 'Programmet svarer ikke. Prøver igen …',
		missing_cards: 'Ikke alle 52 kort ses: hvert skal vise sit hjørne', uncounted: 'Kan ikke tælle kortene i {place}: læg dem jævnt, hvert med synligt hjørne',
		no_picture: 'Billedet kan ikke læses', refused: 'Programmet afviser det. Grunden står i terminalen',
		session_gone: 'Bordet findes ikke længere. Start makker-camera igen uden --session',
		token_required: 'Programmet kræver et token: start makker-camera med --token eller MAKKER_TOKEN',
		token_invalid: 'Programmet kender ikke dette token: start makker-camera med det rigtige (--token eller MAKKER_TOKEN)',
		token_forbidden: 'Det giver dette token ikke lov til: start makker-camera med bordets kamera- eller ejertoken',
		answer_there: 'Svar på bordets side (adressen står i terminalen)',
		column: 'kolonne {n}', stock: 'bunken med bagsiden op', draw_pile: 'trækbunken', foundation: 'grundbunken for {suit}', cell: 'fri celle {n}', seat: 'plads {n}',
		suits: { C: 'klør', D: 'ruder', H: 'hjerter', S: 'spar' }, ranks: { J: 'B', Q: 'D', K: 'K' },
	},
	de: {
		start: 'Kamera starten', take: 'Foto aufnehmen', speak: 'Rat vorlesen', page: 'Tisch und Rat',
		place: 'Die Karten auslegen und das Handy so über den Tisch stellen, dass alle Karten oder die ganze Unterlage im Bild sind.',
		starting: 'Die Kamera startet …', moving: 'Warten, bis sich auf dem Tisch nichts mehr bewegt …', reading: 'Die Karten werden gelesen …',
		no_camera: 'Die Kamera lässt sich nicht öffnen. Bitte in den Browser-Einstellungen erlauben oder einzelne Fotos aufnehmen.',
		ended: 'Die Kamera wurde geschlossen. Bitte neu starten.',
		insecure: 'Browser öffnen die Kamera nur auf HTTPS-Seiten. Stattdessen nach jedem Zug ein Foto aufnehmen.',
		lost: 'Keine Verbindung. Neuer Versuch …',
		wrong_key: 'Diese Adresse gilt nicht mehr. Bitte den Code im Terminal noch einmal scannen.',
		replaced: 'Ein anderes Handy hat übernommen.',
		too_dark: 'Zu dunkel', no_mat: 'Weiter weg: Alle vier Ecken der Unterlage müssen im Bild sein',
		no_layout: 'Ohne Unterlage: sieben Spalten, die sich nicht berühren, der Stapel über der ersten oder der letzten, alles im Bild',
		no_contrast: 'Das Tuch ist den Karten zu ähnlich: eine andere Farbe oder mehr Licht',
		other_game: 'Auf dem Tisch liegt ein anderes Spiel: makker-camera ohne --session oder mit einer neuen starten',
		no_deal: 'Nicht frisch ausgelegt: sieben Spalten mit je einer offenen Karte, nichts auf den Ablagestapeln. Ein laufendes Spiel zuerst auf der Seite mit dem Tisch eingeben',
		many_games: 'Zu viele neue Spiele in kurzer Zeit: Das nächste beginnt in einigen Minuten',
		hand: 'Eine Hand ist über dem Tisch', other_mat: 'Keine Karte liegt auf ihrem Platz: Ist das die Unterlage eines anderen Spiels? makker-camera mit --game starten',
		hard_to_read: 'Diese Karten sind schwer zu lesen: mehr Licht, oder das Blatt einlernen', not_enrolled: 'Das ist nicht das eingelernte Blatt',
		glare: 'Spiegelung: {place}', covered: 'Verdeckt: {place}', daemon_away: 'Das Programm antwortet nicht. Neuer Versuch …',
		missing_cards: 'Nicht alle 52 Karten sind zu sehen: Jede muss ihre Ecke zeigen', uncounted: 'Nicht zählbar: {place}. Die Karten gleichmäßig legen, jede mit sichtbarer Ecke',
		no_picture: 'Dieses Bild ist nicht lesbar', refused: 'Das Programm lehnt das ab. Der Grund steht im Terminal',
		session_gone: 'Diesen Tisch gibt es nicht mehr. makker-camera ohne --session neu starten',
		token_required: 'Das Programm verlangt ein Token: makker-camera mit --token oder MAKKER_TOKEN starten',
		token_invalid: 'Das Programm kennt dieses Token nicht: makker-camera mit dem richtigen starten (--token oder MAKKER_TOKEN)',
		token_forbidden: 'Dieses Token reicht dafür nicht: makker-camera mit dem Kamera- oder dem Besitzer-Token des Tisches starten',
		answer_there: 'Bitte auf der Seite des Tisches antworten (die Adresse steht im Terminal)',
		column: 'Spalte {n}', stock: 'verdeckter Stapel', draw_pile: 'Ziehstapel', foundation: 'Ablagestapel für {suit}', cell: 'freie Zelle {n}', seat: 'Platz {n}',
		suits: { C: 'Kreuz', D: 'Karo', H: 'Herz', S: 'Pik' }, ranks: { J: 'B', Q: 'D', K: 'K' },
	},
	el: {
		start: 'Άνοιγμα κάμερας', take: 'Λήψη φωτογραφίας', speak: 'Εκφώνηση συμβουλής', page: 'Τραπέζι και συμβουλή',
		place: 'Μοιράστε τα φύλλα και τοποθετήστε το τηλέφωνο πάνω από το τραπέζι, ώστε να φαίνονται όλα τα φύλλα ή όλο το υπόστρωμα.',
		starting: 'Η κάμερα ανοίγει …', moving: 'Αναμονή μέχρι να ηρεμήσει το τραπέζι …', reading: 'Ανάγνωση των φύλλων …',
		no_camera: 'Η κάμερα δεν άνοιξε. Επιτρέψτε την στις ρυθμίσεις του προγράμματος περιήγησης ή τραβήξτε μεμονωμένες φωτογραφίες.',
		ended: 'Η κάμερα έκλεισε. Ανοίξτε την ξανά.',
		insecure: 'Η κάμερα ανοίγει μόνο σε σελίδες HTTPS. Τραβήξτε μια φωτογραφία μετά από κάθε κίνηση.',
		lost: 'Δεν υπάρχει σύνδεση. Νέα προσπάθεια …',
		wrong_key: 'Η διεύθυνση δεν ισχύει πια. Σαρώστε ξανά τον κωδικό στο τερματικό.',
		replaced: 'Ανέλαβε άλλο τηλέφωνο.',
		too_dark: 'Πολύ σκοτεινά', no_mat: 'Πιο μακριά: πρέπει να φαίνονται και οι τέσσερις γωνίες του υποστρώματος',
		no_layout: 'Χωρίς υπόστρωμα: επτά στήλες που δεν αγγίζονται, τα κλειστά φύλλα πάνω από την πρώτη ή την τελευταία, όλα μέσα στην εικόνα',
		no_contrast: 'Το τραπεζομάντιλο μοιάζει πολύ με τα φύλλα: άλλο χρώμα ή περισσότερο φως',
		other_game: 'Στο τραπέζι είναι άλλη παρτίδα: ξεκινήστε το makker-camera χωρίς --session ή με νέα',
		no_deal: 'Δεν είναι νέο μοίρασμα: επτά στήλες με ένα ανοιχτό φύλλο η καθεμία, κανένα στις βάσεις. Παρτίδα σε εξέλιξη: δηλώστε την πρώτα στη σελίδα με το τραπέζι',
		many_games: 'Πάρα πολλές νέες παρτίδες σε λίγη ώρα: η επόμενη αρχίζει σε λίγα λεπτά',
		hand: 'Ένα χέρι είναι πάνω από το τραπέζι', other_mat: 'Κανένα φύλλο δεν βρίσκεται στη θέση του: μήπως είναι το υπόστρωμα άλλου παιχνιδιού; Ξεκινήστε το makker-camera με --game',
		hard_to_read: 'Τα φύλλα διαβάζονται δύσκολα: περισσότερο φως ή εκμάθηση της τράπουλας', not_enrolled: 'Δεν είναι η τράπουλα που έχει μάθει',
		glare: 'Αντανάκλαση: {place}', covered: 'Καλυμμένο: {place}', daemon_away: 'Το πρόγραμμα δεν απαντά. Νέα προσπάθεια …',
		missing_cards: 'Δεν φαίνονται και τα 52 φύλλα: το καθένα πρέπει να δείχνει τη γωνία του', uncounted: 'Δεν μετριούνται τα φύλλα: {place}. Απλώστε τα ομοιόμορφα, καθένα με τη γωνία του ορατή',
		no_picture: 'Η φωτογραφία δεν διαβάζεται', refused: 'Το πρόγραμμα το αρνείται. Ο λόγος φαίνεται στο τερματικό',
		session_gone: 'Αυτό το τραπέζι δεν υπάρχει πια. Ξεκινήστε ξανά το makker-camera χωρίς --session',
		token_required: 'Το πρόγραμμα απαιτεί token: ξεκινήστε το makker-camera με --token ή MAKKER_TOKEN',
		token_invalid: 'Το πρόγραμμα δεν αναγνωρίζει αυτό το token: ξεκινήστε το makker-camera με το σωστό (--token ή MAKKER_TOKEN)',
		token_forbidden: 'Αυτό το token δεν το επιτρέπει: ξεκινήστε το makker-camera με το token της κάμερας ή του κατόχου του τραπεζιού',
		answer_there: 'Απαντήστε στη σελίδα του τραπεζιού (η διεύθυνση φαίνεται στο τερματικό)',
		column: 'στήλη {n}', stock: 'τα κλειστά φύλλα', draw_pile: 'στοίβα', foundation: 'βάση: {suit}', cell: 'ελεύθερο κελί {n}', seat: 'θέση {n}',
		suits: { C: 'σπαθιά', D: 'καρό', H: 'κούπες', S: 'μπαστούνια' }, ranks: { J: 'J', Q: 'Q', K: 'K' },
	},
};

/** The first of the browser's languages in which the page has texts. */
export const language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in WORDS) ?? 'en';
const words = WORDS[language];

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

export const say = (key, values = {}) => filled(words[key], values);

/** The name of a place of the layout: "column 3", "foundation H". */
function placeName(place) {
	const [kind, which] = place.split(' ');
	const seat = Number(which) + 1;
	return kind in words ? filled(words[kind], { n: kind === 'seat' ? seat : which, suit: words.suits[which] }) : place;
}

export const noteText = ({ code, place, text }) => (code in words ? filled(words[code], { place: placeName(place), text }) : text);

const SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' };

/** The short name of a card, such as "10♥", with the letters of the language; empty for a face-down card. */
export const cardSign = (card) => (/^[A2-90JQK][CDHS]$/.test(card)
	? `${{ 0: '10', ...words.ranks }[card[0]] ?? card[0]}${SIGNS[card[1]]}` : '');
