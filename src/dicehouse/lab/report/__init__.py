"""Reports of studies: a page for whoever designs games, tables for whoever counts on.

`page` makes one self-contained HTML page of findings, `beside` puts several reports next to each other, `frame`, `rows`
and `columns` are the figures as tables, `notebook` shows the page in a notebook.
"""

from .comparing import beside
from .notebook import notebook
from .page import page
from .reading import checked, read
from .tables import TABLES, columns, frame, rows

__all__ = ["TABLES", "beside", "checked", "columns", "frame", "notebook", "page", "read", "rows"]
