"""Running a long job in the core block by block: on several threads, and open to Ctrl-C."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

# Actions in a block: some hundredths of a second of work.
_BLOCK_ACTIONS = 1 << 20
_BLOCKS_PER_THREAD = 8
_BLOCK_SECONDS = 0.02


def run_blocks(work: Callable[[int, int], None], count: int, threads: int, length: int) -> None:
    """Calls `work(begin, end)` for blocks that together are range(count).

    The calling thread works too, so that an interrupt reaches it between two blocks; then the other
    threads stop after their block. `work` has to release the GIL, and what it does may not depend
    on how the range is cut. The first error of any thread is raised again here.

    Parameters
    ----------
    work
        Does items begin to end - 1.
    count
        Number of items.
    threads
        How many threads work, at least 1.
    length
        Most actions of one item. A block is as large as takes some hundredths of a second, but not
        larger than that many actions may take.
    """
    most = max(1, min(_BLOCK_ACTIONS // max(length, 1), 4096))
    if threads > 1:
        # Some blocks for each thread, so that none waits long for the last one.
        most = max(1, min(most, -(-count // (_BLOCKS_PER_THREAD * threads))))
    size = 1  # nobody knows yet how long an item takes: functions of users may be slow
    lock = threading.Lock()
    position = 0
    stopped = False

    def next_block() -> tuple[int, int]:
        nonlocal position
        with lock:
            begin = count if stopped else position
            position = min(begin + size, count)
            return begin, position

    def run() -> None:
        nonlocal size
        while True:
            begin, end = next_block()
            if begin >= end:
                return
            start = time.perf_counter()
            work(begin, end)
            seconds = time.perf_counter() - start
            if seconds < _BLOCK_SECONDS / 2:
                size = min(2 * (end - begin), most)
            elif seconds > 2 * _BLOCK_SECONDS:
                size = max(1, (end - begin) // 2)

    def stop() -> None:
        nonlocal stopped
        stopped = True

    run_together([run] * max(1, min(threads, -(-count // most))), stop)


def run_together(jobs: Sequence[Callable[[], None]], stop: Callable[[], None]) -> None:
    """Runs the first job here and each other one on a thread of its own, until all are done.

    The first error of any of them, or an interrupt, is raised again here when all have ended.

    Parameters
    ----------
    jobs
        What is run, at least one.
    stop
        Called after an error or an interrupt: the jobs have to end soon.
    """
    errors: list[BaseException] = []

    def fail(error: BaseException) -> None:
        errors.append(error)
        stop()

    def guard(job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as error:  # raised again by the calling thread
            fail(error)

    helpers = [threading.Thread(target=guard, args=(job,), daemon=True) for job in jobs[1:]]
    try:
        for helper in helpers:
            helper.start()
    except BaseException as error:  # no more threads, or an interrupt: those that run have to stop
        fail(error)
    guard(jobs[0])
    for helper in helpers:
        while helper.is_alive():
            try:
                helper.join()
            except BaseException as error:  # an interrupt while waiting; it ends the others too
                fail(error)
    try:
        if errors:
            raise errors[0]
    finally:
        errors.clear()  # else an error, by its traceback, would hold itself and all that was made
