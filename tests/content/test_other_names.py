"""What is said to who writes the names of another library."""

import logging

import pytest

import scrapy_content_extract
from scrapy_content_extract import extract


@pytest.mark.parametrize("name", ["fetch_url", "bare_extraction", "html2txt", "Document"])
def test_functions_of_other_libraries(name):
    with pytest.raises(ImportError, match="; use "):
        getattr(scrapy_content_extract, name)
    with pytest.raises(ImportError, match="; use "):
        exec(f"from scrapy_content_extract import {name}", {})


#: a parameter of trafilatura → what it is here
PARAMETERS = {
    "include_comments": 'comments="drop"',
    "output_format": 'formats=["markdown"]',
    "favor_precision": 'favor="precision"',
    "with_metadata": "front_matter=True",
}


@pytest.mark.parametrize(("name", "ours"), PARAMETERS.items(), ids=PARAMETERS)
def test_parameters_of_other_libraries(name, ours):
    with pytest.raises(ValueError, match="; use ") as raised:
        extract("<p>It rains.", **{name: True})
    assert f"has no parameter {name}; use " in str(raised.value)
    assert ours in str(raised.value)


#: text → whether it is taken for a path or an address
NAMES = {
    "page.html": True,
    "https://a.test/x": True,
    "It rains.": False,
    "<p>page.html": False,
    "rain.": False,
}


@pytest.mark.parametrize(("text", "is_name"), NAMES.items(), ids=NAMES)
def test_a_path_or_an_address_is_a_warning(text, is_name, caplog):
    with caplog.at_level(logging.WARNING):
        extract(text)
    assert ("A page is HTML, not" in caplog.text) == is_name
