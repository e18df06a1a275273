"""Trials: does a crawl stand what the web and the machine do to it?  Each is a command with a summary."""
