"""Requests made out of the description, good and bad: every answer is one that the description promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies

from dicehouse.web.api import endpoint_list
from dicehouse.web.api.endpoint import NDJSON

from ..server import PATIENCE, Person, Server, start
from .program import HOME, Program, make_token

schemathesis = pytest.importorskip("schemathesis", reason="it comes with dicehouse[dev]")
known = pytest.importorskip("schemathesis.specs.openapi.checks", reason="it comes with dicehouse[dev]")
EXAMPLES = 12  # requests of each address
CHECKS = [
    known.status_code_conformance,
    known.content_type_conformance,
    known.response_schema_conformance,
    known.negative_data_rejection,
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("described") / "house.db")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def program(house: Server) -> dict[str, str]:
    token = make_token(Person(house.url))
    table = Program(house.url, token).open("me", "bot:pip")["table"]
    return {"token": token, "table": table}


@pytest.fixture(scope="module")
def described(house: Server) -> Any:
    return schemathesis.openapi.from_url(house.url + endpoint_list.OPENAPI_PATH, timeout=PATIENCE)


@pytest.mark.xdist_group("described")  # one server, and one reading of the description
@pytest.mark.parametrize("one", endpoint_list.ENDPOINTS, ids=lambda one: f"{one.method} {one.path.removeprefix(HOME)}")
def test_every_answer_is_as_described(described: Any, program: dict[str, str], one: endpoint_list.Endpoint) -> None:
    """Half of the requests are about a table that is there; streams only of tables that are not: they would not end."""
    operation = described[one.path][one.method]
    own = {"Authorization": f"Bearer {program['token']}"}
    seen: set[int] = set()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategies.data())
    def ask(data: strategies.DataObject) -> None:
        mode = data.draw(strategies.sampled_from(list(schemathesis.GenerationMode)))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if "table" in case.path_parameters and one.media != NDJSON and data.draw(strategies.booleans()):
            case.path_parameters["table"] = program["table"]
        answer = case.call(headers=own if data.draw(strategies.integers(0, 4)) else {}, timeout=PATIENCE)
        seen.add(answer.status_code)
        assert answer.status_code < 500, answer.text
        case.validate_response(answer, checks=CHECKS)

    ask()
    assert seen
