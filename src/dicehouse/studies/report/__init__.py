"""Report studies: as a page for designers of games, and as tables for further computation.

`report_page` makes one self-contained HTML page of findings, `compare_reports` joins several reports into one,
`data_frame`, `table_rows` and `table_columns` give the figures as tables, `notebook_frame` shows the page in a
notebook.
"""

from .data_tables import TABLE_NAMES, data_frame, table_columns, table_rows
from .html_page import notebook_frame, report_page
from .report_comparison import compare_reports
from .result_validation import check_result

__all__ = [
    "TABLE_NAMES",
    "check_result",
    "compare_reports",
    "data_frame",
    "notebook_frame",
    "report_page",
    "table_columns",
    "table_rows",
]
