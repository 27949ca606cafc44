"""One task beside a block of code, without exception groups."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import anyio


@asynccontextmanager
async def beside(work: Callable[[], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Run `work` beside the body and cancel it after; the body's exceptions come out ungrouped."""
    failure: BaseException | None = None
    async with anyio.create_task_group() as group:
        group.start_soon(work)
        try:
            yield
        except anyio.get_cancelled_exc_class():
            raise
        except BaseException as error:  # noqa: BLE001 - raised again below, outside the group
            failure = error
        group.cancel_scope.cancel()
    if failure is not None:
        raise failure
