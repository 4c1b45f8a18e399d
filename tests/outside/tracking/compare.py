"""Compares the daemon's table with the true one."""

from .rules import DRAW_PILE, FOUNDATION, SUITS


def differences(table, truth, shown):
    """The errors in the daemon's table (in the API's form) as (position, what, believed, true). `shown` are the waste cards that
    a picture has shown since the last shuffle: not to know one of these is 'forgotten', which is no falsehood; not to know
    another is right."""
    true = truth.to_json()
    found = []
    for position, (believed, actual) in enumerate(zip(table["columns"], true["columns"])):
        if believed["unseen"] != actual["unseen"]:
            found.append((position, "unseen", believed["unseen"], actual["unseen"]))
        if believed["cards"] != actual["cards"]:
            found.append((position, "cards", believed["cards"], actual["cards"]))
    for suit, name in enumerate(SUITS):
        if table["foundations"][name] != true["foundations"][name]:
            found.append((FOUNDATION + suit, "cards", table["foundations"][name], true["foundations"][name]))
    pile, actual = table["draw_pile"], true["draw_pile"]
    for count in ("left", "removed", "shuffles"):
        if pile[count] != actual[count]:
            found.append((DRAW_PILE, count, pile[count], actual[count]))
    wrong = len(pile["cards"]) != len(actual["cards"]) or any(
        card and card != other for card, other in zip(pile["cards"], actual["cards"]))
    if wrong:
        found.append((DRAW_PILE, "cards", pile["cards"], actual["cards"]))
    elif any(not card and other in shown for card, other in zip(pile["cards"], actual["cards"])):
        found.append((DRAW_PILE, "forgotten", pile["cards"], actual["cards"]))
    return found


def falsehoods(found):
    return [one for one in found if one[1] != "forgotten"]


def kind_of(found):
    """The kind of an error, in a word."""
    counts = {what for _, what, _, _ in found}
    if "shuffles" in counts:
        return "shuffles"
    if counts & {"left", "removed"}:
        return "draw pile's counts"
    if "unseen" in counts:
        return "unseen cards"
    if any(position == DRAW_PILE for position, _, _, _ in found):
        return "card in the draw pile"
    if any(position >= FOUNDATION or len(believed) != len(true) for position, _, believed, true in found):
        return "move"
    return "card in a column"


def corrections(found):
    """The corrections by which a player fixes the table, one for each difference."""
    result = []
    for position, what, believed, true in found:
        if what in ("unseen", "left", "shuffles"):
            result.append({"position": position, what: true})
        elif what == "cards" and FOUNDATION <= position < DRAW_PILE:
            result.append({"position": position, "card": "XX" if true[0] == "X" else true})
        elif what in ("cards", "forgotten") and len(believed) == len(true):
            index = next(index for index, card in enumerate(true) if believed[index] != card)
            result.append({"position": position, "index": index + 1, "card": true[index]})
        elif what == "cards":
            result.append({"position": position, "card": true[-1] if true else "XX"})
    return result


def show(found):
    return "; ".join(f"{position} {what}: {believed} is {true}" for position, what, believed, true in found)
