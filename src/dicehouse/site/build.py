"""Write the static site: the built page, the pages that need no match, and all that starts Python in the tab.

DIR/index.html   the shell
DIR/static/      the built page, as a server has it
DIR/pages/       the home page and the rules, rendered ahead in each language, to be read while Python starts
DIR/runtime/     Pyodide, and dicehouse.tar.xz with this program and the libraries that it uses in the tab
DIR/manifest-LANGUAGE.webmanifest   what a device needs to install the site
DIR/sw.js        the service worker, which stores all of these for visits without a network
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import json
import re
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

from dicehouse import games
from dicehouse.errors import DicehouseError
from dicehouse.i18n import _, in_language, using_language
from dicehouse.web.page_renderer import STATIC_FOLDER, templates
from dicehouse.web.pages.installed_app import manifest_facts
from dicehouse.web.reader_language import OFFERED

from .tab_app import start

SOURCE = Path(__file__).parents[1]
SUBSTITUTES = Path(__file__).parent / "substitutes"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
WHEEL = "msgspec-*-pyemscripten_*_wasm32.whl"  # the only library that is not plain Python
LIBRARIES = (
    *("anyio", "jinja2", "markdown-it-py", "markupsafe", "mdurl", "polib", "python-multipart", "starlette"),
    "typing-extensions",
)
# What a table in a tab never imports.
LEFT_OUT = (
    *("cli", "envs", "studies", "web/static", "compiler/web_assembly.py", "site/build.py", "site/substitutes"),
    "site/rules/sources.json",
)
# Parts of Python's standard library that nothing here imports.
PARTS = "_pyrepl|bdb|doctest|ensurepip|idlelib|imaplib|mailbox|multiprocessing|pdb|pydoc|unittest|wsgiref|xmlrpc"
CODECS = r"encodings/(cp(?!437)|mac_|iso|koi|euc|gb|big5|shift|jis|hz|ptcp|hp|kz|palm|tis|john|charmap)\w*"
UNUSED = re.compile(rf"(({PARTS})(\.py|/.*)|{CODECS}\.py)")
PROGRAM = "runtime/dicehouse.tar.xz"  # half as large as a zip; a folder with this file is a site
SERVICE_WORKER = "site-service-worker.js"  # among the files of the built page
NONCE = re.compile(rb'(name="nonce" value=")\w+')  # for one table only: a page without it gets a new one
TEXTS = {
    "loading": _("Loading the games. This can take a moment."),
    "failed": _("The game can't start in this browser."),
    "unsaved": _("This browser doesn't store your games. They are lost when you close this page."),
    "insecure": _("Without HTTPS, your browser can't store the games for offline play."),
    "newer": _("A new version is ready. Reload this page to use it."),
    "elsewhere": _("The games are open in another tab of this browser. Close that tab, then reload this page."),
}


class CannotBuild(DicehouseError):
    """Say why the site can't be written, and what would help."""


@dataclass(frozen=True, slots=True)
class SiteSizes:
    """Hold the size of a site: its files, and what a first visit fetches to play, gzipped as hosts send it."""

    files: int
    total: int
    fetched: Mapping[str, int]


def write_site(folder: Path, runtime: Path) -> SiteSizes:
    """Write the site into `folder`, with Pyodide's files and the wheel of `runtime`.

    Raise CannotBuild if something that it needs is missing, or if `folder` holds something else.
    """
    folder = folder.resolve()
    wheel = _check_parts(folder, runtime)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{folder.name}.", dir=folder.parent) as beside:
        made = Path(beside) / "site"
        _write_parts(made, runtime, wheel)
        if folder.exists():
            folder.rename(Path(beside) / "earlier")
        made.rename(folder)
    return _measure(folder)


def _write_parts(folder: Path, runtime: Path, wheel: Path) -> None:
    target = folder / "runtime"
    target.mkdir(parents=True)
    for name in PYODIDE_FILES[:3]:
        shutil.copyfile(runtime / name, target / name)
    _write_standard_library(runtime / PYODIDE_FILES[3], target / PYODIDE_FILES[3])
    facts = json.loads((runtime / PYODIDE_FILES[-1]).read_text(encoding="utf-8"))
    (target / PYODIDE_FILES[-1]).write_text(json.dumps({**facts, "packages": {}}), encoding="utf-8")
    _write_program(folder / PROGRAM, wheel)
    shutil.copytree(STATIC_FOLDER, folder / "static", ignore=_not_of_a_site)
    for language in OFFERED:
        with using_language(language):
            text = json.dumps(manifest_facts(), ensure_ascii=False)
        (folder / f"manifest-{language}.webmanifest").write_text(text, encoding="utf-8")
    pages = asyncio.run(_render_pages())
    for (language, address), html in pages.items():
        page = folder / "pages" / language / f"{address.strip('/') or 'index'}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_bytes(html)
    (folder / "index.html").write_text(_shell_page(folder, [address for _, address in pages]), encoding="utf-8")
    _write_service_worker(folder)


def _not_of_a_site(folder: str, names: list[str]) -> set[str]:
    """Return which files of the built page only a server needs: compressed copies, and pictures for previews."""
    left_out = shutil.ignore_patterns("*.br", "*.gz", ".*")(folder, names)
    return left_out if Path(folder).name == "icons" else left_out | {name for name in names if name.endswith(".png")}


def _check_parts(folder: Path, runtime: Path) -> Path:
    """Return the wheel among the parts, if the site can be written."""
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / PROGRAM).is_file())):
        raise CannotBuild(f"{folder} holds something that is no site; name an empty folder, or a new one.")
    missing = [name for name in PYODIDE_FILES if not (runtime / name).is_file()]
    wheels = sorted(runtime.glob(WHEEL))
    if missing or not wheels:
        lacking = missing[0] if missing else f"a wheel {WHEEL}"
        raise CannotBuild(f"{runtime} lacks {lacking}; `make site` brings in what a site needs.")
    if not (STATIC_FOLDER / "site.js").is_file():
        raise CannotBuild("The page is not built; `make page` builds it.")
    return wheels[-1]


def _write_standard_library(source: Path, target: Path) -> None:
    """Write Python's standard library without what is never imported."""
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as part:
        for entry in whole.infolist():
            if not UNUSED.fullmatch(entry.filename):
                part.writestr(
                    zipfile.ZipInfo(entry.filename, entry.date_time), whole.read(entry), zipfile.ZIP_DEFLATED, 9
                )


def _write_program(target: Path, wheel: Path) -> None:
    """Write all Python files as one archive; the same sources give the same bytes."""
    with tarfile.open(target, "w:xz", preset=9) as archive:
        for name, data in sorted(_python_files(wheel)):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))


def _write_service_worker(folder: Path) -> None:
    """Write the service worker with the list of all files; its version is a hash of them."""
    script = folder / "static" / SERVICE_WORKER
    code = script.read_text(encoding="utf-8")
    script.unlink()
    files = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
    digest = hashlib.sha256(code.encode())
    for name in files:
        digest.update(f"{name}\0".encode() + hashlib.sha256((folder / name).read_bytes()).digest())
    facts = {"version": digest.hexdigest()[:16], "files": files}
    (folder / "sw.js").write_text(f"const SITE = {json.dumps(facts)};\n{code}", encoding="utf-8")


def _python_files(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file that Python reads in the tab."""
    for folder, prefix in ((SOURCE, "dicehouse/"), (SUBSTITUTES, "")):
        for file in folder.rglob("*"):
            name = file.relative_to(folder).as_posix()
            left_out = folder == SOURCE and any(name == each or name.startswith(f"{each}/") for each in LEFT_OUT)
            if file.is_file() and "__pycache__" not in file.parts and not left_out:
                yield prefix + name, file.read_bytes()
    for library in LIBRARIES:
        for part in distribution(library).files or ():
            if part.suffix == ".py" and ".." not in part.parts and part.name != "_trio.py":
                yield part.as_posix(), Path(str(part.locate())).read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and ".dist-info/" not in name:
                yield name, archive.read(name)


async def _render_pages() -> dict[tuple[str, str], bytes]:
    """Return the pages that can be read before Python runs, by language and address."""

    async def keep(data: bytes) -> None:
        """Keep nothing: these pages are the same for every reader."""

    tab = await start(None, bytes(32), "", keep)
    addresses = ["/", "/rules", *(f"/rules/{game}" for game in games.BUILT_IN)]
    pages = {}
    for language in OFFERED:
        for address in addresses:
            answer = await tab.request("GET", address, {"accept-language": language})
            assert answer.status == 200, address
            pages[language, address] = NONCE.sub(rb"\1", answer.body)
    await tab.end()
    return pages


def _shell_page(folder: Path, addresses: list[str]) -> str:
    fetched = {name: (folder / name).stat().st_size for name in _files_to_start()}
    facts = {
        "files": fetched,
        "pages": sorted(set(addresses)),
        "languages": list(OFFERED),
        "texts": {language: {key: in_language(text, language) for key, text in TEXTS.items()} for language in OFFERED},
    }
    return templates.get_template("site.html").render(facts=facts)


def _files_to_start() -> list[str]:
    return [*(f"runtime/{name}" for name in PYODIDE_FILES), PROGRAM]


def _measure(folder: Path) -> SiteSizes:
    files = [file for file in folder.rglob("*") if file.is_file()]
    fetched = {name: len(gzip.compress((folder / name).read_bytes(), 9)) for name in ("index.html", *_files_to_start())}
    return SiteSizes(len(files), sum(file.stat().st_size for file in files), fetched)
