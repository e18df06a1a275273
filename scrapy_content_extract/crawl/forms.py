"""Forms are sent in the encoding of their page, as a browser sends them.

``FormRequest.from_response`` takes the encoding of the response, which is UTF-8 by then.
https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#picking-an-encoding-for-the-form
"""

from __future__ import annotations

from scrapy.http import FormRequest, Response
from w3lib.url import safe_url_string

from ..content.encoding.addresses import query_codec, with_form
from ..content.encoding.sniff import codec_of
from ..content.urls import split_url
from .responses import DECODED, meta_of, root_of


def as_sent(request: FormRequest, response: Response) -> FormRequest:
    """Return the request of a form with its data as a browser sends them.

    It stays as it is if no form of the page leads to its address, or if the spider has chosen an encoding.
    """
    codec = codec_of_form(request, response)
    if codec is None or codec_of(request.encoding) != "utf-8":
        return request
    if request.method == "GET":
        address = split_url(request.url)
        query = with_form(address.query, codec)
        url = address._replace(query=query).geturl()
        return request if query == address.query else request.replace(url=url)
    if request.headers.get("Content-Type") != b"application/x-www-form-urlencoded":
        return request
    body = with_form(request.body.decode("ascii", "replace"), codec).encode()
    return request if body == request.body else request.replace(body=body)


def codec_of_form(request: FormRequest, response: Response) -> str | None:
    """Return the codec of the form that a request sends; None for UTF-8, or if there is no such form."""
    root = root_of(response)
    for form in () if root is None else root.iter("form"):
        try:
            action = without_query(response.urljoin(form.get("action", "").strip()))
        except ValueError:  # it is malformed
            continue
        if action == without_query(request.url):
            accepted = map(codec_of, form.get("accept-charset", "").split())
            page: dict[str, str] = meta_of(response).get(DECODED) or {}
            return query_codec(next(filter(None, accepted), page.get("encoding", "utf-8")))
    return None


def without_query(url: str) -> str:
    return safe_url_string(split_url(url)._replace(query="", fragment="").geturl())
