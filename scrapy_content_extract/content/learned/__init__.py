"""Models that were trained on labelled pages: their features and trees."""
