"""The built page as it is sent: compressed when it was built, kept for ever where its address says which one it is."""

from __future__ import annotations

import os
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from .packing import accepted
from .render import version

FORMS = (("br", ".br"), ("gzip", ".gz"))  # the smaller one first
HASHED = ("chunks", "fonts")  # folders where every name holds a hash
FOR_EVER, ASK = "public, max-age=31536000, immutable", "no-cache"


class BuiltFiles(StaticFiles):
    """The files of the page. Each form of one has its own ETag; an address with a version keeps its contents."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path, asked = Path(full_path), Headers(scope=scope)
        sent, headers = _form(path, asked)
        headers["ETag"] = f'"{version(sent)}"'
        headers["Cache-Control"] = FOR_EVER if self._lasts(path, scope) else ASK
        media, _ = guess_type(path.name)
        response = FileResponse(sent, status_code, headers, media_type=media, stat_result=sent.stat())
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response

    def _lasts(self, path: Path, scope: Scope) -> bool:
        inside = path.relative_to(os.path.realpath(self.directory or ""))
        return inside.parts[0] in HASHED or scope["query_string"] == f"v={version(path)}".encode()


def _form(path: Path, asked: Headers) -> tuple[Path, dict[str, str]]:
    """The smallest form of a file that was made and is accepted, and the headers that say so."""
    made = [(name, path.with_name(path.name + ending)) for name, ending in FORMS]
    made = [(name, form) for name, form in made if form.is_file()]
    if not made:
        return path, {}
    wanted = accepted(asked.get("accept-encoding", ""))
    chosen = next(((name, form) for name, form in made if name in wanted), None)
    if chosen is None:
        return path, {"Vary": "Accept-Encoding"}
    return chosen[1], {"Vary": "Accept-Encoding", "Content-Encoding": chosen[0]}
