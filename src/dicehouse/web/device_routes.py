"""List the addresses that need nobody but the reader: the games, their rules, and the tables on one device."""

from __future__ import annotations

from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from .page_renderer import STATIC_FOLDER
from .pages import (
    dice_page,
    dice_proof,
    home_page,
    language_choice,
    lesson_start,
    new_table_page,
    no_javascript_page,
    replay_pages,
    review_page,
    rules_pages,
    waiting_tables,
    your_games_page,
)
from .static_files import BuiltStaticFiles
from .table_commands import TABLE_FORMS
from .table_socket import table_socket


def device_routes() -> list[BaseRoute]:
    return [
        Route("/", home_page.home_page),
        Route("/play-now/{game}", new_table_page.play_now, methods=["POST"]),
        Route("/learn/{game}", lesson_start.start_lesson, methods=["POST"]),
        Route("/new/{game}", new_table_page.new_table_page, methods=["GET"]),
        Route("/new/{game}/examples", new_table_page.setting_examples_json, methods=["GET"]),
        Route("/new/{game}", new_table_page.create_table, methods=["POST"]),
        Route("/games", your_games_page.your_games_page),
        Route("/games/open", your_games_page.open_match_file, methods=["POST"]),
        Route("/next", waiting_tables.next_table),
        Route("/turns.json", waiting_tables.waiting_tables_json),
        Route("/games.csv", your_games_page.games_csv),
        Route("/games.parquet", your_games_page.games_parquet),
        Route("/dice", dice_page.dice_page),
        Route("/language", language_choice.choose_language, methods=["POST"]),
        Route("/rules", rules_pages.rules_index_page),
        Route("/rules/{game}", rules_pages.rules_page),
        Route("/rules/{game}/things", rules_pages.glossary_json),
        Route("/rules/{game}/texts.json", rules_pages.rule_texts_json),
        Route("/verify.py", dice_proof.verify_script),
        Route("/t/{table}", no_javascript_page.table_page),
        Route("/t/{table}/plain", no_javascript_page.no_javascript_page),
        Route("/t/{table}/away.json", waiting_tables.missed_moves_json),
        Route("/t/{table}/match.json", no_javascript_page.match_json),
        Route("/t/{table}/dice.json", dice_proof.dice_json),
        Route("/t/{table}/replay", replay_pages.replay_page),
        Route("/t/{table}/replay/plain", replay_pages.plain_replay_page),
        Route("/t/{table}/replay.json", replay_pages.replay_json),
        Route("/t/{table}/replay/said.json", replay_pages.replay_chat_json),
        Route("/t/{table}/replay/review.json", replay_pages.replay_review_json),
        Route("/t/{table}/replay/continuation.json", replay_pages.continuation_json),
        Route("/t/{table}/review", review_page.review_page, methods=["GET"]),
        Route("/t/{table}/review", review_page.request_review, methods=["POST"]),
        Route("/t/{table}/review/standing", review_page.review_progress_json),
        Route("/t/{table}/review.json", review_page.review_json),
        Route("/t/{table}/what-if", review_page.fork_match, methods=["POST"]),
        WebSocketRoute("/t/{table}/ws", table_socket),
        *(
            Route(f"/t/{{table}}/{what}", no_javascript_page.table_form_endpoint(what), methods=["POST"])
            for what in TABLE_FORMS
        ),
        Mount("/static", BuiltStaticFiles(directory=STATIC_FOLDER, check_dir=False)),
    ]
