"""Analyses that share the turns of the loop."""

import asyncio

import pytest

from scrapy_content_extract.crawl.threads import TURN_PAGES, TURN_SECONDS, Turns

#: Pages that come at once.
PAGES = 40


def turns_of(seconds, came_in_turn):
    """Return the turn of the loop in which each page is analysed; each takes some seconds."""

    async def crawl():
        turns, shared, tasks = {}, Turns(), []

        async def analysed(n):
            await shared.take()
            turns[n] = turn
            shared.spent += seconds

        turn = 0
        while len(turns) < PAGES:
            tasks += [asyncio.ensure_future(analysed(n)) for n in range(PAGES) if came_in_turn(n) == turn]
            turn += 1
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        assert list(turns) == list(range(PAGES))  # none has overtaken another
        return list(turns.values())

    return asyncio.run(crawl())


def test_long_analyses_share_no_turn_with_many():
    turns = turns_of(TURN_SECONDS, lambda n: 0)
    assert max(map(turns.count, turns)) == TURN_PAGES


def test_a_queue_gets_shorter_while_pages_come_in_one_by_one():
    """With one in a turn, those that have once come to wait would wait on as long as others come in."""
    turns = turns_of(TURN_SECONDS, lambda n: max(0, n - PAGES // 2))
    assert turns[-1] < 0.75 * PAGES


@pytest.mark.parametrize("every", [1, 2, 3])
def test_none_overtakes_one_that_may_go_on_but_does_not_run_yet(every):
    turns_of(TURN_SECONDS / 2, lambda n: n // every)
