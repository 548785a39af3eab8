"""Check that tests of one group run in one worker: pytest-xdist 3.8 marks groups in names, which pytest 9.2 drops."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("seen")
def test_a_group_is_seen(request: pytest.FixtureRequest) -> None:
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("no workers")
    assert request.node.nodeid.endswith("@seen"), "each worker builds what one was to build: a database, a wheel"
