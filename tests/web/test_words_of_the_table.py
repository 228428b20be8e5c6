"""Words and letters that a language needs to be told apart: on cubes, of seats, of what is left."""

import re
from dataclasses import replace

import pytest

from serai import Game
from serai.web.drawing import render
from serai.web.drawing.render import LANGUAGES, catalogue
from serai.web.drawing.results import sources
from serai.web.drawing.words import Words
from tests.browser.tables import game_at
from tests.web.scenes import scene_of

LETTERS = re.compile(r'<symbol id="cube-[YRGB]-l".*?<text class="ltr"[^>]*>(.?)</text>', re.DOTALL)


@pytest.mark.parametrize(("language", "letters"), [("en", "YRGB"), ("de", ""), ("it", "GRVM")])
def test_cubes_have_the_letters_of_the_language_or_none(language: str, letters: str) -> None:
    page = render.table_page(scene_of(Game.new("spice_road", 2, seed=1), 0), language, whole=True)
    found = LETTERS.findall(page)
    assert len(found) == 4
    assert sorted("".join(found)) == sorted(letters)


@pytest.mark.parametrize(("language", "said"), [("en", "G green"), ("de", "grünes Sechseck"), ("it", "V verde")])
def test_a_cube_says_what_its_letter_or_shape_stands_for(language: str, said: str) -> None:
    page = render.table_page(scene_of(Game.new("east_to_west", 2, seed=1), 0), language)
    assert said in re.search(r'class="cube [^>]*data-more="([^"]*)"', page)[1]  # type: ignore[index]


@pytest.mark.parametrize("language", ["de", "it"])
def test_who_has_no_name_is_not_called_what_every_person_is_called(language: str) -> None:
    say = catalogue(language).gettext
    assert say("Guest").casefold() != say("guest").casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_left_in_a_storage_is_goods_and_not_spices(language: str) -> None:
    say, [*_, left] = catalogue(language).gettext, sources("east_to_west", catalogue(language))
    assert left.name == say("Goods")
    assert say("corn") in left.note


@pytest.mark.parametrize(("language", "one", "two"), [("en", "1 fur", "2 furs"), ("de", "1 Pelz", "2 Pelze")])
def test_one_fur_and_two_furs_are_told_apart(language: str, one: str, two: str) -> None:
    say = Words("east_to_west", catalogue(language))
    assert (say.spices("B"), say.spices("BB")) == (one, two)


@pytest.mark.parametrize(("name", "shown"), [("Amira 2", 'Amira <span class="nth"'), ("Amira", "Amira</span>")])
def test_the_number_of_a_bot_is_set_apart_from_its_name(name: str, shown: str) -> None:
    scene = scene_of(Game.new("spice_road", 2, seed=1), 0)
    bot = replace(scene.sitters[1], name=name, kind="bot", bot="amira")
    page = render.table_page(replace(scene, sitters=(scene.sitters[0], bot)), "en")
    assert shown in page


def test_hint_take_back_and_several_cubes_have_words() -> None:
    game = game_at("spice_road", "upgrade")
    page = render.table_page(replace(scene_of(game, game.seat), may_hint=True), "en")
    assert re.search(r'id="do-hint".*?<span>Hint</span>', page, re.DOTALL)
    assert "<small>at once</small>" in page


HEARD = {
    "en": ("the card that gives 3 turmeric", "the card that turns 2 turmeric into 1 cardamom", "the island that turns"),
    "de": ("die Karte „3 Kurkuma“", "die Karte „2 Kurkuma gegen 1 Kardamom“", "Insel „"),
    "it": ("la carta «3 curcuma»", "la carta «2 curcuma con 1 cardamomo»", "isola «"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_and_an_island_do_not_sound_like_the_spices_on_them(language: str) -> None:
    say, (gain, trade, island) = Words("spice_road", catalogue(language)), HEARD[language]
    assert f'aria-label="{gain}"' in say.card_note("YYY")
    assert f'aria-label="{trade}"' in say.card_note("YY>G")
    assert f'aria-label="{island}' in say.island_note("YY>G")
    for phase, card in (("pay", "paying_onto"), ("turn", "")):
        game = game_at("spice_road", phase, after=12)
        html = render.table_page(scene_of(game, game.seat), language)
        drawn = say.card_note(game.view(game.seat)[card].partition("#")[0]) if card else gain.partition(" ")[0]
        assert str(drawn) in html
