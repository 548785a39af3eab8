"""Answer errors: with a page of one sentence or, to a program, with JSON."""

from __future__ import annotations

import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from dicehouse.errors import UnknownGame

from ..i18n import _, in_language
from ..server.seats import Damaged, NotFound, Refused
from .api import api_errors
from .code_attempt_limit import TooManyAttempts
from .page_renderer import render_page
from .request_parsing import BodyTooLarge, ForeignOrigin

log = logging.getLogger("dicehouse.web")

BAD_REQUEST_SENTENCE = _("The server didn't understand that request.")
INTERNAL_ERROR_SENTENCE = _("Something went wrong on the server. It was logged, and your game is safe.")
DATABASE_ERROR_SENTENCE = _("The server can't write to its database right now. Nothing that you saw is lost.")
_STATUS_SENTENCES = {
    404: _("There is no page at this address. Perhaps part of it is missing."),
    405: _("This address only works for a form."),
}
_STATUS_BY_ERROR: tuple[tuple[type[Exception], int], ...] = (
    *api_errors.STATUS_BY_ERROR,
    (BodyTooLarge, 413),
    (ForeignOrigin, 403),
    (TooManyAttempts, 429),
    (NotFound, 404),
    (Damaged, 500),
    (UnknownGame, 404),
    (Refused, 409),
)


async def _error_response(request: Request, status: int, sentence: str, *, stale: bool = False) -> Response:
    if api_errors.is_api_request(request):
        return api_errors.error_response(status, sentence, stale=stale)
    try:
        return await render_page(request, "error.html", status=status, sentence=sentence)
    except Exception:
        log.exception("the error page failed")
        return PlainTextResponse(in_language(sentence), status)


async def handle_http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if api_errors.is_api_request(request) and isinstance(error, HTTPException):
        return api_errors.error_response(
            status, api_errors.STATUS_SENTENCES.get(status, BAD_REQUEST_SENTENCE), headers=error.headers
        )
    return await _error_response(request, status, _STATUS_SENTENCES.get(status, BAD_REQUEST_SENTENCE))


async def handle_dicehouse_error(request: Request, error: Exception) -> Response:
    status = next((code for kind, code in _STATUS_BY_ERROR if isinstance(error, kind)), 400)
    return await _error_response(request, status, str(error), stale=isinstance(error, Refused) and error.stale)


async def handle_store_error(request: Request, error: Exception) -> Response:
    log.error("the database failed: %s", error)
    if api_errors.is_api_request(request):
        return api_errors.error_response(503, DATABASE_ERROR_SENTENCE)
    return PlainTextResponse(f"{in_language(DATABASE_ERROR_SENTENCE)}\n", 503)


async def handle_unexpected_error(request: Request, error: Exception) -> Response:
    log.error("the page %s failed", request.scope.get("endpoint"), exc_info=error)
    return await _error_response(request, 500, INTERNAL_ERROR_SENTENCE)
