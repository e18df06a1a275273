"""The benchmark of the memory of sites, on a made set."""

import gzip
import json
import re

import pytest

pytest.importorskip("scipy", reason="SciPy is not installed")
pytest.importorskip("rapidfuzz", reason="RapidFuzz is not installed")

from benchmarks import sites
from evaluation.metrics import words

from .helpers.made_sites import BOX, article, sentences


@pytest.fixture
def made(tmp_path):
    """A folder with a labelled set: twelve pages of one host, two of another."""
    (tmp_path / "dragnet/html").mkdir(parents=True)
    gold = {}
    for n in range(14):
        host = "site" if n < 12 else "small"
        gold[str(n)] = {"url": f"http://{host}.example/", "content": "\n".join(sentences(n))}
        (tmp_path / f"dragnet/html/{n}.html.gz").write_bytes(gzip.compress(article(n)))
    (tmp_path / "dragnet/gold.json").write_text(json.dumps(gold))
    return tmp_path


def test_known_pages_are_scored(made, capsys):
    assert sites.main([str(made), "--known", "2", "10", "--hosts", "--cost", "1"]) == 0
    printed = capsys.readouterr().out
    _, whole, host = [line.split() for line in printed.splitlines() if re.match(r"set|dragnet|  site", line)]
    assert whole[:4] == ["dragnet", "1", "12", "11"]
    assert host[0] == "site.example"
    # alone, the box is taken; three pages repeat it, two do not
    alone = sum(words("\n".join([BOX, *sentences(n)]), "\n".join(sentences(n)))[2] for n in range(12)) / 12
    assert float(whole[4]) == pytest.approx(alone, abs=0.0005)
    assert float(whole[7]) == 0
    assert float(whole[10]) == pytest.approx(1 - alone, abs=0.0005)
    assert "to judge" in printed


def test_hosts_with_too_few_pages_are_left_out(made, capsys):
    assert sites.main([str(made), "--least", "13"]) == 1
    assert "No set has a host with 13 labelled pages" in capsys.readouterr().err
