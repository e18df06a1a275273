"""What was learned from labelled pages: features, trees, and what they need to know of a page."""
