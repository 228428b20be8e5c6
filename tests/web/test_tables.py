"""Tables without a store: plans, what events add up to, whose turn goes back to where, what a looker sees."""

from typing import Any

import pytest

from serai import GAMES, Game
from serai.core import spec
from serai.core.component_folders import standard
from serai.core.phases import SET_UP
from serai.record import read
from serai.web.drawing.scene import Takeback
from serai.web.guests import Guest
from serai.web.pages.finished import same_again
from serai.web.tables.model import Table, unlike
from serai.web.tables.plans import PACES, Event, NewSeat, NewTable, Options, TableRow, clean_name

NAMES = {"ada": "Ada", "ben": "Ben"}


def row(
    game: str = "spice_road", players: int = 2, seed: int = 1, labels: tuple[str | None, ...] = (), **options: object
) -> TableRow:
    """Returns the row of a table that Ada made."""
    given = (*labels, *(None for _ in range(players - len(labels))))
    return TableRow("one", game, seed, players, Options(**options), "ada", 10.0, standard(game).named, given)  # type: ignore[arg-type]


def happen(table: Table, kind: str, at: float | None = None, **body: object) -> Table:
    """Lets the next event happen, one second after the last."""
    table.apply(Event(table.number + 1, kind, dict(body), table.changed_at + 1 if at is None else at))
    return table


def seated(game: str = "spice_road", sitters: str = "ada ben", seed: int = 1, **given: object) -> Table:
    """Returns a table at which the game has begun; who is no guest of ours is a bot."""
    who = sitters.split()
    table = Table(row(game, len(who), seed, **given))  # type: ignore[arg-type]
    for seat, name in enumerate(who):
        happen(table, "sat", seat=seat, guest=name) if name in NAMES else happen(table, "bot", seat=seat, bot=name)
    return happen(table, "begun")


def played(table: Table, *decisions: str) -> Table:
    """Lets whoever is asked decide."""
    for decision in decisions:
        happen(table, "decided", seat=table.decides, decision=decision)
    return table


def play(table: Table, most: int = 100_000) -> Table:
    """Plays the first legal decisions that are no rest."""
    for _ in range(most):
        if table.over:
            break
        assert table.game is not None
        played(table, sorted(table.game.legal(), key=lambda text: not text.startswith(("claim", "play")))[0])
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_plan_is_for_as_many_as_the_game(game: str) -> None:
    least, most = spec.GAMES[game].SEATS
    for players in range(least, most + 1):
        assert len(NewTable(game, (NewSeat("me"),) * players).places) == players
    for players in (least - 1, most + 1):
        with pytest.raises(ValueError, match=f"{game} is for {least} to {most} players"):
            NewTable(game, (NewSeat("me"),) * players)


def test_all_places_may_be_bots() -> None:
    assert NewTable("spice_road", (NewSeat("bot", "random"), NewSeat("bot", "trader"))).options == Options()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: NewTable("chess", (NewSeat("me"),)), "there is no game 'chess'"),
        (lambda: NewTable("spice_road", ()), "at least one place"),
        (lambda: NewSeat("bot"), "there is no bot None; there are: random, novice, trader, planner"),
        (lambda: NewSeat("bot", "hal"), "there is no bot 'hal'"),
        (lambda: NewSeat("me", "trader"), "only a bot's place does"),
        (lambda: NewSeat("cat"), "there is no kind of place 'cat'"),  # type: ignore[arg-type]
        (lambda: NewSeat("me", name="  "), "a name has 1 to 40 characters"),
        (lambda: Options(pace="slow"), "there is no pace 'slow'"),
        (lambda: Options(absent_minutes=0), "absent_minutes is 0"),
        (lambda: Options(absent_minutes=1e-9), "absent_minutes is 1e-09; it is at least 1"),
        (lambda: Options(absent_minutes=float("nan")), "absent_minutes is nan"),
        (lambda: Options(rounds=0), "rounds is 0"),
    ],
)
def test_a_plan_that_cannot_be_is_told(make: object, told: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=told):
        make()


def test_every_pace_is_a_choice() -> None:
    assert [Options(pace=pace).pace for pace in PACES] == ["instant", "brisk", "calm"]


def test_a_table_begins_with_the_event_that_says_so() -> None:
    table = Table(row())
    assert (table.stage, table.open_seats, table.decides, table.game) == ("open", (0, 1), None, None)
    happen(table, "sat", seat=1, guest="ada")
    assert (table.open_seats, table.mine("ada"), table.mine("ben"), table.mine(None)) == ((0,), (1,), (), ())
    happen(happen(table, "bot", seat=0, bot="trader"), "begun")
    assert (table.stage, table.open_seats, table.decides, table.bot_asked) == ("running", (), 0, (0, "trader"))
    assert table.number == 3


def test_a_seat_that_was_left_is_open_again() -> None:
    table = happen(happen(Table(row()), "sat", seat=1, guest="ada"), "left", seat=1)
    assert table.open_seats == (0, 1)
    assert table.guests == ()


def test_events_come_in_order() -> None:
    table = seated()
    for number in (table.number, table.number + 2):
        with pytest.raises(ValueError, match="comes after"):
            table.apply(Event(number, "back", {"seat": 0}, 0.0))


def test_a_decision_of_the_wrong_seat_is_no_event() -> None:
    with pytest.raises(ValueError, match="seat 1 of table one decides, but seat 0 is asked"):
        happen(seated(), "decided", seat=1, decision="rest")


def test_a_table_does_not_tell_its_seed() -> None:
    table = seated(seed=123456789123456789)
    assert "123456789123456789" not in repr(table) + repr(table.row) + repr(table.scene("ada", NAMES))


def test_a_twin_changes_apart() -> None:
    table = played(seated(), "play YY")
    twin = table.twin()
    happen(played(twin, "play YY"), "away", seat=0, bot="trader")
    assert (table.number, len(table.scene("ada", NAMES).steps), table.chairs[0].stand_in) == (4, 1, None)
    assert (twin.number, len(twin.scene("ada", NAMES).steps), twin.chairs[0].stand_in) == (6, 2, "trader")


@pytest.mark.parametrize("game", GAMES)
def test_going_back_ends_at_the_start_of_the_seats_last_turn(game: str) -> None:
    """Everywhere in a game: a turn of the seat begins there, and the seat has decided in no later turn of its own."""
    table = seated(game, "ada ben", seed=3)
    assert table.game is not None
    before = [(1, spec.mover(table.game.state), int(table.game.state.phase))]
    for _ in range(120):
        play(table, 1)
        steps = table.game.steps()
        before.append((table.game.turn, spec.mover(table.game.state), int(table.game.state.phase)))
        for seat in range(2):
            own = [at for at, step in enumerate(steps) if step.seat == seat and owner(before[at], step.seat) == seat]
            start = table.turn_start(seat)
            assert (start is None) == (not own)
            if start is None:
                continue
            assert start in own
            assert start == 0 or before[start - 1][0] < before[start][0] or before[start - 1][2] >= SET_UP
            assert start == 0 or before[start][2] < SET_UP or steps[start - 1].seat != seat
            assert {before[at][0] for at in own if at >= start} == {before[start][0]}


def owner(before: tuple[int, int, int], seat: int) -> int:
    """Returns whose turn a decision belongs to; a set-up belongs to who decides."""
    return seat if before[2] >= SET_UP else before[1]


def test_a_turn_of_several_decisions_is_taken_back_as_one() -> None:
    table = played(seated(), "play +2", "upgrade Y", "upgrade Y")
    assert (table.turn_start(0), table.turn_start(1)) == (0, None)
    played(table, "play YY")
    assert (table.turn_start(0), table.turn_start(1)) == (0, 3)
    played(table, "rest")
    assert (table.turn_start(0), table.turn_start(1)) == (4, 3)


def test_each_seats_set_up_is_taken_back_by_itself() -> None:
    """SS-6: the last seat takes cubes and sets its boat, then the one before it."""
    table = play(seated("sand_to_sea"), 4)
    assert table.game is not None
    assert [step.seat for step in table.game.steps()] == [1, 1, 0, 0]
    assert (table.turn_start(1), table.turn_start(0)) == (0, 2)
    play(table, 1)
    assert (table.turn_start(1), table.turn_start(0)) == (0, 4)


def test_a_takeback_past_a_reveal_brings_the_same_cards_again() -> None:
    table = played(seated(), "acquire YY>RR", "acquire YR>B")
    assert table.game is not None
    first = table.game.steps()
    assert first[0].reveals
    assert first[1].reveals
    happen(table, "taken_back", seat=0, steps=0)
    assert (table.game.steps(), table.decides) == ([], 0)
    played(table, "acquire YY>RR", "acquire YR>B")
    assert [step.reveals for step in table.game.steps()] == [step.reveals for step in first]
    assert table.game.state.tobytes() == first[1].state.tobytes()


def test_other_people_who_are_here_have_to_agree_and_bots_have_not() -> None:
    table = seated(sitters="ada trader ben ada")
    assert table.must_agree(0) == (2,)
    assert table.must_agree(2) == (0, 3)
    happen(table, "away", seat=2, bot="trader")
    assert table.must_agree(0) == ()


def test_a_wish_waits_for_every_seat_and_ends_with_a_no() -> None:
    table = happen(played(seated(), "play YY"), "asked", seat=0)
    assert table.scene("ben", NAMES).takeback == Takeback(0, (1,), True)
    assert table.scene("ada", NAMES).takeback == Takeback(0, (1,), False)
    assert table.scene(None, NAMES).takeback == Takeback(0, (1,), False)
    assert table.waited_for() == (1,)
    happen(table, "answered", seat=1, yes=False)
    assert table.wish is None


@pytest.mark.parametrize("kind", ["decided", "undone", "taken_back", "closed"])
def test_what_changes_the_game_ends_a_wish(kind: str) -> None:
    table = happen(played(seated(), "play YY"), "asked", seat=0)
    bodies: dict[str, dict[str, Any]] = {
        "decided": {"seat": 1, "decision": "play YY"},
        "undone": {"seat": 0},
        "taken_back": {"seat": 0, "steps": 0},
        "closed": {},
    }
    happen(table, kind, **bodies[kind])
    assert table.wish is None


def test_who_goes_away_is_no_longer_asked_and_no_longer_asks() -> None:
    table = happen(played(seated(), "play YY"), "asked", seat=0)
    waits = happen(table.twin(), "away", seat=1, bot="trader")
    assert waits.wish is not None
    assert waits.wish.waiting_for == set()
    assert happen(table, "resigned", seat=0, bot="trader").wish is None


def test_bots_wait_while_a_takeback_is_answered() -> None:
    table = happen(played(seated(sitters="ada trader ben"), "play YY"), "asked", seat=0)
    assert (table.decides, table.bot_asked) == (1, None)
    assert happen(table, "answered", seat=2, yes=False).bot_asked == (1, "trader")


def test_an_absent_guest_is_played_by_a_bot_until_back() -> None:
    table = happen(seated(), "away", seat=0, bot="novice")
    assert (table.bot_asked, table.mine("ada")) == ((0, "novice"), (0,))
    assert [(sitter.away, sitter.bot, sitter.kind) for sitter in table.sitters(NAMES)] == [
        (True, "novice", "guest"),
        (False, None, "guest"),
    ]
    happen(table, "back", seat=0)
    assert (table.bot_asked, table.chairs[0].present) == (None, True)


def test_who_resigned_holds_the_seat_no_longer() -> None:
    table = happen(seated(), "resigned", seat=0, bot="novice")
    assert (table.bot_asked, table.mine("ada"), table.scene("ada", NAMES).seat) == ((0, "novice"), (), None)
    assert table.sitters(NAMES)[0].name == "Ada"


def test_somebody_is_absent_after_minutes_without_a_decision_or_a_sign_of_life() -> None:
    table = seated(absent_minutes=2)
    began = table.asked_at
    assert table.absent(began + 119) == ()
    assert table.absent(began + 120) == (0,)
    assert table.may_call_bot("ben", began + 120) == (0,)
    assert table.may_call_bot("ada", began + 120) == table.may_call_bot(None, began + 120) == ()
    assert table.scene("ben", NAMES, may_call_bot=(0,)).may_call_bot == (0,)
    table.alive("ada", began + 60)
    assert table.absent(began + 179) == ()
    assert table.absent(began + 180) == (0,)
    played(table, "play YY")
    assert table.absent(table.asked_at + 119) == ()
    assert table.absent(table.asked_at + 120) == (1,)


def test_nobody_is_absent_who_is_not_waited_for() -> None:
    open_table = happen(Table(row()), "sat", seat=0, guest="ada")
    assert open_table.absent(10.0**9) == ()
    assert seated(sitters="trader ada").absent(10.0**9) == ()
    assert happen(seated(), "away", seat=0, bot="trader").absent(10.0**9) == ()
    assert happen(seated(), "closed").absent(10.0**9) == ()


def test_fresh_counts_the_decisions_after_an_event() -> None:
    table = played(seated(), "play YY", "play YY", "rest")
    assert [table.fresh(seen) for seen in (None, 0, 3, 4, 5, 6, 7)] == [0, 3, 3, 2, 1, 0, 0]
    happen(table, "undone", seat=0)
    assert [table.fresh(seen) for seen in (4, 5, 6, 7)] == [1, 0, 0, 0]
    played(table, "play +2")
    assert [table.fresh(seen) for seen in (4, 5, 6, 7, 8)] == [2, 1, 1, 1, 0]
    happen(table, "away", seat=1, bot="trader")
    assert table.fresh(table.number - 1) == 0


def test_the_question_is_the_last_event_that_changed_what_is_asked() -> None:
    table = played(seated(), "play YY")
    assert table.question == table.number == 4
    happen(happen(table, "away", seat=0, bot="trader"), "back", seat=0)
    assert (table.question, table.number) == (4, 6)


def test_a_watcher_sees_the_table_and_may_do_nothing() -> None:
    scene = played(seated(), "play YY").scene("cyd", NAMES)
    assert (scene.seat, scene.my_turn, scene.view["legal"], scene.view["seat"]) == (None, False, [], 0)
    assert (scene.can_undo, scene.can_takeback, scene.may_hint) == (False, False, False)
    watched_from_the_start = seated().scene(None, {})
    assert watched_from_the_start.view["decides"] == 0
    assert watched_from_the_start.view["legal"] == []


def test_a_player_sees_what_may_be_done() -> None:
    table = played(seated(), "play YY")
    ada, ben = table.scene("ada", NAMES, seen=3), table.scene("ben", NAMES, seen=4)
    assert (ada.seat, ada.my_turn, ada.can_undo, ada.can_takeback, ada.may_hint, ada.fresh) == (
        0,
        False,
        True,
        True,
        False,
        1,
    )
    assert (ben.seat, ben.my_turn, ben.can_undo, ben.can_takeback, ben.may_hint, ben.fresh) == (
        1,
        True,
        False,
        False,
        True,
        0,
    )
    assert (ada.view["legal"], bool(ben.view["legal"])) == ([], True)
    assert ada.view["names"] == ["Ada", "Ben"]
    assert not seated(hints=False).scene("ada", NAMES).may_hint


def test_a_device_that_is_passed_around_shows_the_deciding_seat_else_the_last_that_decided() -> None:
    table = seated(sitters="ada trader ada ben")
    seats = [table.scene("ada", NAMES).seat]
    for _ in range(4):
        seats.append(played(table, "play YY").scene("ada", NAMES).seat)
    assert seats == [0, 0, 2, 2, 0]
    assert table.scene("ada", NAMES, seat=2).seat == 2
    assert table.scene("ada", NAMES, seat=3).seat == 0


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_nothing_may_be_done_when_the_game_is_over(game: str) -> None:
    table = play(seated(game, rounds=3))
    assert (table.stage, table.decides, table.bot_asked) == ("over", None, None)
    scene = table.scene("ada", NAMES)
    assert (scene.can_undo, scene.can_takeback, scene.may_hint, scene.view["legal"]) == (False, False, False, [])
    assert table.turn_start(0) is None


def test_nothing_may_be_done_at_a_closed_table() -> None:
    table = happen(played(seated(), "play YY"), "closed")
    scene = table.scene("ben", NAMES)
    assert (table.stage, scene.view["legal"], scene.can_takeback, scene.may_hint) == ("closed", [], False, False)


def test_names_are_those_of_guests_and_of_the_ladder_and_no_two_alike() -> None:
    table = seated(sitters="trader ada trader ada ben")
    assert table.names({"ada": "Ada", "ben": "Ada"}) == ("Trader", "Ada", "Trader 2", "Ada 2", "Ada 3")
    assert table.names({}) == ("Trader", "Guest", "Trader 2", "Guest 2", "Guest 3")


def test_a_label_names_the_makers_seats_and_bots_and_who_is_awaited() -> None:
    table = Table(row(players=4, labels=("Mum", "Dad", "Deep", "Benny")))
    happen(happen(table, "sat", seat=0, guest="ada"), "sat", seat=1, guest="ada")
    happen(table, "bot", seat=2, bot="planner")
    assert table.names(NAMES) == ("Mum", "Dad", "Deep", "Benny")
    assert [sitter.kind for sitter in table.sitters(NAMES, "ada")] == ["guest", "guest", "bot", "open"]
    assert [sitter.maker for sitter in table.sitters(NAMES, "ada")] == [True, True, False, False]
    happen(table, "sat", seat=3, guest="ben")
    assert table.names(NAMES) == ("Mum", "Dad", "Deep", "Ben")


def test_open_seats_have_no_name() -> None:
    assert Table(row(players=3)).names({}) == ("", "", "")


def test_names_that_come_again_are_numbered_past_those_that_are_there() -> None:
    assert unlike(["Ada", "Ada 2", "Ada", "Ada"]) == ("Ada", "Ada 2", "Ada 3", "Ada 4")


def test_names_that_look_alike_are_numbered() -> None:
    """Guests keep their names; two labels of the maker, and a guest and a bot, are told apart too."""
    assert unlike(["Ada", "ada", "ADA 2", "Zo\u00eb", "zoe\u0308", "", ""]) == (
        *("Ada", "ada 2", "ADA 2 2", "Zo\u00eb", "zoe\u0308 2"),
        *("", ""),
    )
    table = Table(row(players=2, labels=("Mum", "mum")))
    happen(happen(table, "sat", seat=0, guest="ada"), "sat", seat=1, guest="ada")
    assert table.names(NAMES) == ("Mum", "mum 2")
    assert seated(sitters="trader ada").names({"ada": "tr\uff41der"}) == ("Trader", "tr\uff41der 2")


@pytest.mark.parametrize(
    ("text", "name"),
    [(" Ada  Maria ", "Ada Maria"), ("", None), ("a" * 41, None), ("a\x00", None), ("\u3164 \u2800", None)],
)
def test_names_are_kept_on_one_line(text: str, name: str | None) -> None:
    assert clean_name(text) == name


def test_a_record_has_the_names_that_the_guests_have_now() -> None:
    table = played(seated(sitters="ada trader ada"), "play YY")
    game = Game.from_json(table.record({"ada": "Augusta"}))
    assert game.names == ["Augusta", "Trader", "Augusta 2"]
    assert table.game is not None
    assert game.state.tobytes() == table.game.state.tobytes()


def test_a_record_tells_its_day_and_how_the_game_ended() -> None:
    table = played(seated(sitters="ada trader ada", rounds=1), "play YY")
    assert read(table.record({})).tags == {"date": "1970-01-01"}
    assert table.game is not None
    while not table.over:
        table = played(table, table.game.legal()[0])
    assert read(table.record({})).tags == {"date": "1970-01-01", "ending": "stopped"}


def test_again_asks_the_same_bots_and_sends_links_to_the_same_people() -> None:
    table = seated(sitters="ada trader ben", pace="calm")
    assert table.again("ben") == NewTable(
        "spice_road",
        (NewSeat("friend"), NewSeat("bot", "trader"), NewSeat("me")),
        Options(pace="calm"),
        standard("spice_road"),
    )


def test_a_label_that_nobody_can_see_is_left_out_when_the_same_people_play_again() -> None:
    """It is stored at old tables, which open as before; a new one cannot be made with it."""
    table = happen(Table(row(labels=("Mum", "\u3164"))), "sat", seat=0, guest="ada")
    happen(table, "sat", seat=1, guest="ada")
    assert same_again(table, Guest("ada", "Ada")).places == (NewSeat("me", name="Mum"), NewSeat("me"))
    with pytest.raises(ValueError, match="a name has 1 to 40 characters"):
        NewSeat("me", name="\u3164")
