"""Bots run under trio, the terminal client under asyncio: what both use is tested on both."""

import pytest


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    """Run tests marked `anyio` once on each backend."""
    return str(request.param)
