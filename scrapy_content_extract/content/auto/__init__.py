"""Auto, the default extractor: features of paragraphs, trees that judge them, steps that complete it."""
