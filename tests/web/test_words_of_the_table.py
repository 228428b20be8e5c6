"""Words and letters that a language needs to be told apart: on cubes, of seats, of what is left."""

import re

import pytest

from serai import Game
from serai.web.drawing import render
from serai.web.drawing.render import LANGUAGES, catalogue
from serai.web.drawing.results import sources
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
