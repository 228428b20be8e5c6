"""Every text of the web table is there in every language, and none is left over."""

import pytest

from tools import messages


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_no_text_is_missing_unused_or_filled_in_wrongly(language: str) -> None:
    assert list(messages.faults(language)) == []


def test_a_missing_translation_is_found() -> None:
    wanted = messages.template()
    first = next(message for message in wanted if message.id)
    assert list(messages.fault("de", first, None))
