"""Refusals: why a request is refused, as a code for programs and a sentence for people."""

from typing import ClassVar


def _(text: str) -> str:
    """Marks a text for the catalogues; it is translated where it is shown."""
    return text


class Refused(Exception):
    """A request was refused and nothing has changed; `text` is translated first and then filled with `values`."""

    code: ClassVar[str] = "refused"
    text: ClassVar[str] = _("That cannot be done.")

    def __init__(self, **values: object) -> None:
        """Keeps the values of the sentence."""
        self.values = values
        super().__init__(self.text % values)


class Stale(Refused):
    """The question that was answered is no longer current."""

    code = "stale"
    text = _("Someone else was faster; the board has been updated.")


class NoSuchTable(Refused):
    """There is no table with this id."""

    code = "no_such_table"
    text = _("There is no such table.")


class NoSuchSeat(Refused):
    """The table has no seat with this number."""

    code = "no_such_seat"
    text = _("There is no such seat at this table.")


class NoSuchBot(Refused):
    """The ladder has no bot by this name."""

    code = "no_such_bot"
    text = _("There is no bot called %(bot)s.")


class OtherComponents(Refused):
    """The table was made with a component set that this server does not have."""

    code = "other_components"
    text = _("This table is played with the cards and tiles of set %(theirs)s, which this server does not have.")


class OtherRules(Refused):
    """The table was made with a version of the rules that this server does not play."""

    code = "other_rules"
    text = _("This table is played by version %(rules)s of the rules; this server plays version %(ours)s.")


class OtherGame(Refused):
    """The table is of a game that this server does not have: the package that brought it is not registered."""

    code = "other_game"
    text = _("This server does not have the game %(game)s.")


class TableClosed(Refused):
    """The table was closed."""

    code = "table_closed"
    text = _("This table is closed.")


class NotBegun(Refused):
    """The game has not begun."""

    code = "not_begun"
    text = _("The game has not begun: a seat is still open.")


class HasBegun(Refused):
    """The game has begun already."""

    code = "has_begun"
    text = _("The game has begun already.")


class GameOver(Refused):
    """The game is over; nothing in it can change."""

    code = "game_over"
    text = _("The game is over.")


class NotYourSeat(Refused):
    """Another guest holds the seat, or the guest holds none."""

    code = "not_your_seat"
    text = _("This is not your seat.")


class NotYourTurn(Refused):
    """Another seat has to decide."""

    code = "not_your_turn"
    text = _("It is not your turn.")


class Illegal(Refused):
    """The rules do not allow the decision now."""

    code = "illegal"
    text = _("The rules do not allow “%(decision)s” now.")


class SeatTaken(Refused):
    """The seat is not open."""

    code = "seat_taken"
    text = _("This seat is already taken.")


class AlreadySeated(Refused):
    """The guest has a seat at this table."""

    code = "already_seated"
    text = _("You have a seat at this table already.")


class WrongLink(Refused):
    """The token does not belong to the seat."""

    code = "wrong_link"
    text = _("This link does not open the seat: ask for a new one.")


class NotMaker(Refused):
    """Only the maker of the table may do this."""

    code = "not_maker"
    text = _("Only the player who made the table can do that.")


class OthersPlay(Refused):
    """Other people are still playing."""

    code = "others_play"
    text = _("Other people are still playing here: you can leave or resign, but not close the table.")


class NotAbsent(Refused):
    """The player still has time."""

    code = "not_absent"
    text = _("A bot can be called once the player who has to answer has been inactive for %(minutes)s minutes.")


class NotAway(Refused):
    """No bot plays for the guest."""

    code = "not_away"
    text = _("No bot is playing for you.")


class CannotUndo(Refused):
    """The seat has no decision to undo."""

    code = "cannot_undo"
    text = _("There is nothing that you can undo: others have decided since, or something new was turned up.")


class CannotTakeBack(Refused):
    """The seat has no turn to take back, or a takeback is pending."""

    code = "cannot_take_back"
    text = _("There is no turn of yours to take back now.")


class NothingAsked(Refused):
    """No takeback is waiting for the guest's answer."""

    code = "nothing_asked"
    text = _("Nobody is waiting for your answer.")


class BadName(Refused):
    """The name cannot be used."""

    code = "bad_name"
    text = _("A name has 1 to %(longest)s characters that can be printed.")


class NoWatching(Refused):
    """The maker of the table does not allow watchers."""

    code = "no_watching"
    text = _("Only the players can see this table.")


class NoHints(Refused):
    """The players agreed on a game without hints."""

    code = "no_hints"
    text = _("Hints are switched off at this table.")


class NoHintNow(Refused):
    """No worker could answer."""

    code = "no_hint_now"
    text = _("No hint is available right now; please try again.")


class NoRecordYet(Refused):
    """The record holds the seed, so it is not available before the game is over."""

    code = "no_record_yet"
    text = _("The record is available once the game is over.")


class BadPlan(Refused):
    """The table that a program asked for cannot be made."""

    code = "bad_plan"
    text = _("This table cannot be created: %(why)s.")


class TooMany(Refused):
    """The client is over its limit; `seconds` says when to try again."""

    code = "too_many"
    text = _("That was a lot at once. Please wait a moment and try again.")


class Busy(TooMany):
    """All clients together ask for more than the server can handle."""

    code = "busy"
    text = _("Too much is going on here just now. Please wait a moment and try again.")


class TooManyTables(Refused):
    """The guest has reached the limit of tables at a time."""

    code = "too_many_tables"
    text = _("You have %(most)s tables going on already: finish a game or close a table first.")


class BadSetName(Refused):
    """The name cannot be used for a component set."""

    code = "bad_set_name"
    text = _("A set needs a name: up to 40 small letters a–z, digits, - and _, a letter first, such as my-box.")


class SetNameTaken(Refused):
    """The game has a component set of this name."""

    code = "set_name_taken"
    text = _("There is a set %(name)s of this game already: choose another name.")


class TooManySets(Refused):
    """The guest has reached the limit of component sets."""

    code = "too_many_sets"
    text = _("You have made %(most)s sets already: remove one that you no longer need.")


class SetTooLarge(Refused):
    """The files of a component set are too large."""

    code = "set_too_large"
    text = _("This set is larger than %(most)s KiB: shorten its texts or remove lines.")


class NoSuchSet(Refused):
    """There is no component set of this name."""

    code = "no_such_set"
    text = _("There is no set %(name)s of this game here.")


class NotYourSet(Refused):
    """Another guest made the component set."""

    code = "not_your_set"
    text = _("Only the person who made a set can remove it.")


class SetInUse(Refused):
    """A game with the component set is going on."""

    code = "set_in_use"
    text = _("A table is still playing with set %(name)s: remove the set when its game is over.")


class NoZip(Refused):
    """An uploaded folder cannot be read."""

    code = "no_zip"
    text = _("This is not a .zip file that can be read: pack the folder again, without a password.")


class FolderTooLarge(Refused):
    """An uploaded folder is too large."""

    code = "folder_too_large"
    text = _("This folder is larger than %(most)s KiB: pack only the files of one set.")


class UnknownFile(Refused):
    """An uploaded folder has a file that belongs to no game."""

    code = "unknown_file"
    text = _(
        "The folder contains a file that belongs to no game: %(file)s. Remove it or put it into the folder of its game."
    )


class NotText(Refused):
    """A file of an uploaded folder is not text."""

    code = "not_text"
    text = _("The file %(file)s is not UTF-8 text: save it again as plain text.")


class OtherFolder(Refused):
    """An uploaded folder has no file of the game."""

    code = "other_folder"
    text = _("The folder has no file of %(game)s; it may be a set of another game.")


class BadColumns(Refused):
    """The first line of an uploaded file is not that of its columns, or there are too many lines."""

    code = "bad_columns"
    text = _(
        "The file %(file)s must begin, after its notes, with the line %(columns)s; at most %(most)s lines may follow."
    )
