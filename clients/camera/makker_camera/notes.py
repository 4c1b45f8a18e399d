"""Messages for people: obstacles to the reading of a picture, and problems with the session."""


class Note(str):
    """A message in English. With `code` and `place` (a place of the layout, or "") a page can translate it."""

    code: str
    place: str

    def __new__(cls, code: str, text: str, place: str = "") -> "Note":
        note = super().__new__(cls, f"{text} {place}" if place else text)
        note.code, note.place = code, place
        return note


def os_error_text(error: OSError) -> str:
    """The file, if any, and the reason: "FILE: No such file or directory"."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


NO_PICTURE = Note("no_picture", "this is no picture that can be read")
READER_FAILED = Note("no_picture", "this picture cannot be read because of a defect of makker-camera, which is printed in its log: please report it")
TOO_DARK = Note("too_dark", "too dark")
NO_MAT = Note("no_mat", "the mat is not in the picture: all four markers must be visible")
NO_LAYOUT = Note("no_layout", "no mat, and no seven columns with the stock above the first or the last: lay them apart, and all of them in the picture")
NO_CONTRAST = Note("no_contrast", "the ground is too much like the cards: take a cloth or a mat of another colour, or more light")
HAND = Note("hand", "hand over the table")
OTHER_MAT = Note("other_mat", "no card lies on its place: is this the mat of another game? --game names the game")
HIDDEN = frozenset((HAND, OTHER_MAT))  # with one of these no snapshot is made
SESSION_GONE = Note("session_gone", "the session no longer exists: without --session a new one is created")
TOKEN_REQUIRED = Note("token_required", "the daemon requires a token: --token, or MAKKER_TOKEN")
TOKEN_INVALID = Note("token_invalid", "the daemon does not know this token: --token, or MAKKER_TOKEN, with the right one")
TOKEN_FORBIDDEN = Note("token_forbidden", "the token does not permit this: use the session's camera token or its owner's")
HARD_TO_READ = Note("hard_to_read", "these cards are hard to read: more light, or enrol this deck")
MANY_GAMES = Note("many_games", "too many new games in a short time: the next one begins in a few minutes")
NO_DEAL = Note("no_deal", "no fresh deal: seven columns with one open card each, none on the foundations; a game under way is entered on its page first")
MISSING_CARDS = Note("missing_cards", "not all 52 cards are seen: each must show its corner")
NOT_ENROLLED = Note("not_enrolled", "this deck is not enrolled")


def glare(place: str) -> Note:
    return Note("glare", "glare on", place)


def uncounted(place: str) -> Note:
    return Note("uncounted", "cards that cannot be counted: lay them evenly, each with its corner visible, in", place)


def covered(place: str) -> Note:
    return Note("covered", "something covers", place)
