"""Clients that tests start keep their hands off the folders of whoever runs the tests."""

from pathlib import Path

import pytest

from tests.client.kit import own_folders


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_folders(tmp_path, monkeypatch)
