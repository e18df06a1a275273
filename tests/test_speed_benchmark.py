"""The benchmarks of cost run, and their figures are those worked out by hand."""

import json
import sys

import pytest

pytest.importorskip("rapidfuzz", reason="the benchmarks need rapidfuzz, of the extra 'bench'")

from benchmarks import crawl, growth, memory, speed, steps


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    for n in range(3):
        (folder / f"{n}.html").write_text(f"<title>{n}</title><p>It is the page {n}, and so it is.</p>" * 50)
    return folder


def test_speed(folder, tmp_path):
    assert speed.main([str(folder), "--rounds", "1", "--parts", "stages", "--out", str(tmp_path)]) == 0
    found = json.loads((tmp_path / "speed.json").read_text())
    rows = {row["step"]: row for row in found["stages"]}
    assert found["pages"] == 3
    size = (folder / "0.html").stat().st_size
    of_yardstick = {"all": 1, "median": 1, "p95": 1, "of_pages": [[size, 1]] * 3}
    assert rows[steps.YARDSTICK] == {"step": steps.YARDSTICK, **of_yardstick}
    assert {f"extractor {name}" for name in steps.EXTRACTORS} < set(rows)
    assert all(row["all"] > 0 for row in rows.values())


def test_the_pages_in_a_picture(folder, tmp_path):
    pytest.importorskip("matplotlib", reason="the chart needs matplotlib, of the extra 'report'")
    arguments = ["--rounds", "1", "--parts", "stages", "--steps", "decode", "parse", "--out", str(tmp_path)]
    assert speed.main([str(folder), *arguments]) == 0
    drawn = (tmp_path / "pages.svg").read_text()
    assert all(f"<!-- {step}: " in drawn for step in ("decode", "parse"))
    assert f"<!-- {steps.YARDSTICK}: " not in drawn  # all of its pages are 1


def test_startup(capsys):
    """Each program runs.  Less the 1 s of an empty one, lxml takes 2 s and the other 6 s, 3 times as much."""
    pytest.importorskip("resource", reason="Windows does not say what a process has cost")
    from benchmarks import startup

    assert startup.main(["--rounds", "1"]) == 0
    out = capsys.readouterr().out
    assert [f"\n{name} " in out for name in startup.PROGRAMS] == [False, True, True, True]
    found = startup.startup_table({"nothing": 1, startup.YARDSTICK: 3, "other": 7})
    assert [line.split()[-2:] for line in found.splitlines()[3:5]] == [["2000", "1.0"], ["6000", "3.0"]]


def test_time_per_character():
    """The least parse, 2 s for 16, is the unit, so 1 s for 4 is twice it, and 6 s for 16 three times."""
    rows = [
        {"shape": "a", "size": size, "step": step, "seconds": seconds}
        for step, size, seconds in (("parse", 4, 1), ("parse", 16, 2), ("fields", 16, 6))
    ]
    assert growth.per_character(rows) == {"a": {"parse": [(4, 2), (16, 1)], "fields": [(16, 3)]}}


def test_crawl(folder, tmp_path, capsys):
    arguments = ["--rounds", "1", "--crawls", "plugin, cevc", "--out", str(tmp_path)]
    assert crawl.main([str(folder), *arguments]) == 0
    found = json.loads((tmp_path / "crawl.json").read_text())
    assert {name: row["items"] for name, row in found["crawls"].items()} == {
        "selectors": 3,
        "plugin, cevc": 3,
    }
    assert "+0.00" in capsys.readouterr().out  # the reference beyond itself


@pytest.mark.parametrize("main", [speed.main, crawl.main])
def test_no_pages(main, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(tmp_path)])
    assert "no saved pages" in capsys.readouterr().err


#: The most memory that a page needs when it is measured, as a multiple of its tree.  With compiled
#: columns it is 1.3; where a page is all texts, they are half as large as its tree.
MOST = {"Python": 2.2, "compiled": 1.55}
#: The most memory that any of these pages needs with ``auto``, as a multiple of its bytes, as the docs say.
MOST_OF_ALL = {"Python": 260, "compiled": 120}


def test_pages_are_joined_up_to_a_size(tmp_path):
    for n in range(10, 30):
        (tmp_path / f"{n}.html").write_bytes(b"<html><BODY class=x><p>%d</p></body></html>" % n)
    (tmp_path / "large.html").write_bytes(b"<body>" + b"x" * 500 + b"</body>")
    (tmp_path / "none.html").write_bytes(b"<p>no body")
    files = sorted(tmp_path.iterdir())
    head, *pages = memory.joined(files, 100).split(b"<div>")
    assert head == b"<html><body>"
    # Of 9 bytes each, so the twelfth is the first that is more than enough.
    assert pages == [b"<p>%d</p></div>" % n for n in range(10, 22)]
    assert len(memory.joined(files, 10_000).split(b"<div>")) == 1 + 21  # all but the one without a body


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
def test_memory_of_large_pages():
    rows = memory.memory(10_000_000)
    after = {(row["shape"], row["backend"], row["step"]): row["bytes"] for row in rows}
    for (shape, backend, step), bytes_ in after.items():
        if step == "measure":
            assert bytes_ <= MOST[backend] * after[shape, backend, "parse"], (shape, backend)
        if step == f"auto, {steps.SEGMENTER}":
            assert bytes_ <= MOST_OF_ALL[backend] * 10_000_000, (shape, backend)
