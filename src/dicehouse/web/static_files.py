"""Serve the built page: it was compressed when it was built, and is cached without limit where its address names its
version."""

from __future__ import annotations

import os
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from .compression import accepted_encodings
from .page_renderer import added_picture, file_version

PRECOMPRESSED_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))  # the smaller one first
HASHED_FOLDERS = ("chunks", "fonts")  # folders where every name holds a hash
CACHE_FOREVER, CACHE_REVALIDATE = "public, max-age=31536000, immutable", "no-cache"


class BuiltStaticFiles(StaticFiles):
    """Serve the files of the page. Each encoding of a file has its own ETag; an address with a version never changes
    its contents."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return where the file of a request is; pictures of added games are in the folders of these."""
        found, status = super().lookup_path(path)
        if status is None and (own := added_picture(Path(path).as_posix())):
            return str(own), own.stat()
        return found, status

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path, asked = Path(full_path), Headers(scope=scope)
        sent, headers = _choose_encoding(path, asked)
        headers["ETag"] = f'"{file_version(sent)}"'
        headers["Cache-Control"] = CACHE_FOREVER if self._is_immutable(path, scope) else CACHE_REVALIDATE
        media, _ = guess_type(path.name)
        if path.suffix == ".png":  # the pictures for previews, which other sites may show
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        response = FileResponse(sent, status_code, headers, media_type=media, stat_result=sent.stat())
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response

    def _is_immutable(self, path: Path, scope: Scope) -> bool:
        folder = Path(os.path.realpath(self.directory or ""))
        hashed = path.is_relative_to(folder) and path.relative_to(folder).parts[0] in HASHED_FOLDERS
        return hashed or scope["query_string"] == f"v={file_version(path)}".encode()


def _choose_encoding(path: Path, asked: Headers) -> tuple[Path, dict[str, str]]:
    """Return the smallest encoding of a file that exists and is accepted, and the headers for it."""
    made = [(name, path.with_name(path.name + ending)) for name, ending in PRECOMPRESSED_ENCODINGS]
    made = [(name, form) for name, form in made if form.is_file()]
    if not made:
        return path, {}
    wanted = accepted_encodings(asked.get("accept-encoding", ""))
    chosen = next(((name, form) for name, form in made if name in wanted), None)
    if chosen is None:
        return path, {"Vary": "Accept-Encoding"}
    return chosen[1], {"Vary": "Accept-Encoding", "Content-Encoding": chosen[0]}
