"""Where everything stands on a board: curves, boxes, overlaps, and boards without a layout."""
