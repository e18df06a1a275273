"""The kinds of pages, from the features of their paragraphs."""

from .features import KINDS as KINDS
from .features import kinds_of as kinds_of
