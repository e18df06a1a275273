"""Analyses that share the turns of the loop."""

import asyncio

from scrapy_content_extract.crawl.threads import TURN_SECONDS, Turns

#: Pages that come at once.
PAGES = 40


def turns_of(seconds):
    """Return the turn of the loop in which each page is analysed, and the order, if each takes some seconds."""

    async def crawl():
        turns, shared, order = [], Turns(), []

        async def analysed(n):
            await shared.take()
            turns.append(turn)
            order.append(n)
            shared.spend(seconds)

        turn, tasks = 0, [asyncio.ensure_future(analysed(n)) for n in range(PAGES)]
        while len(order) < PAGES:
            turn += 1
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        return turns, order

    turns, order = asyncio.run(crawl())
    assert order == list(range(PAGES))
    return turns


def test_long_analyses_have_a_turn_each():
    turns = turns_of(TURN_SECONDS)
    assert max(map(turns.count, turns)) == 1


def test_short_analyses_share_turns_so_that_none_wait_for_long():
    """With one a turn, those that have once come to wait would wait on as long as others come in."""
    turns = turns_of(TURN_SECONDS / 5)
    assert max(map(turns.count, turns)) <= 5
    assert max(turns) <= PAGES / 2
