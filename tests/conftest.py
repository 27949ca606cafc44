"""What every room's tests share: how hypothesis behaves, and which backend UI tests run on."""

import os

import hypothesis
import pytest

# A test's verdict must not depend on how busy the machine is, so no example has a deadline; under
# CI the examples are the same in every run, so that a red run can be repeated.
hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture
def anyio_backend() -> str:
    """The client's screen needs asyncio (prompt_toolkit); trio tests carry `pytest.mark.trio`."""
    return "asyncio"
