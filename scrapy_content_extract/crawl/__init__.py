"""Scrapy's components, and what they share."""
