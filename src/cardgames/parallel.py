"""Running a long job in the core block by block: on several threads, and open to Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Callable

# Actions in a block: some hundredths of a second of work.
_BLOCK_ACTIONS = 1 << 20
_BLOCKS_PER_THREAD = 8


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
        Most actions of one item; decides how large a block is.
    """
    size = max(1, min(_BLOCK_ACTIONS // max(length, 1), 4096))
    if threads > 1:
        # Some blocks for each thread, so that none waits long for the last one.
        size = max(1, min(size, -(-count // (_BLOCKS_PER_THREAD * threads))))
    lock = threading.Lock()
    position = 0
    errors: list[BaseException] = []

    def next_block() -> tuple[int, int]:
        nonlocal position
        with lock:
            begin = count if errors else position
            position = min(begin + size, count)
            return begin, position

    def run() -> None:
        try:
            while True:
                begin, end = next_block()
                if begin >= end:
                    return
                work(begin, end)
        except BaseException as error:  # raised again by the calling thread
            errors.append(error)

    helpers = [
        threading.Thread(target=run, daemon=True)
        for _ in range(min(threads, -(-count // size)) - 1)
    ]
    try:
        for helper in helpers:
            helper.start()
    except BaseException as error:  # no more threads, or an interrupt: those that run have to stop
        errors.append(error)
    run()
    for helper in helpers:
        while helper.is_alive():
            try:
                helper.join()
            except BaseException as error:  # an interrupt while waiting; it ends the others too
                errors.append(error)
    if errors:
        raise errors[0]
