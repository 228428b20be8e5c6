"""Pages for what is missing, went wrong or is refused."""

from fastapi import Request
from fastapi.responses import Response

from serai.web.http.session import page, refusal_text, translations_of
from serai.web.refusals import NoSuchTable, Refused

STATUS = {"wrong_link": 403, "too_many": 429, "busy": 503}


def error_page(request: Request, status: int) -> Response:
    """Shows a friendly page when something is missing or went wrong."""
    _ = translations_of(request).gettext
    if status == 404:
        heading, text = _("Nothing but sand here"), _("This page does not exist, or the table was never set up.")
    elif status == 413:
        heading, text = _("Too heavy for our camels"), _("What you sent is larger than we can take.")
    elif status >= 500:
        heading = _("A wheel came off")
        text = _("Something went wrong on our side. It has been noted, and your games are safe.")
    else:
        heading, text = _("That did not work"), _("We could not read what was sent. Go back and try it again.")
    again = request.url.path if status >= 500 and request.method == "GET" else ""
    return page(request, "error.html", status, heading=heading, text=text, again=again)


def refused_page(request: Request, error: Refused) -> Response:
    """Shows why the house refused something."""
    if isinstance(error, NoSuchTable):
        return error_page(request, 404)
    translations = translations_of(request)
    heading, status = translations.gettext("That cannot be done"), STATUS.get(error.code, 409)
    return page(request, "error.html", status, heading=heading, text=refusal_text(error, translations), again="")
