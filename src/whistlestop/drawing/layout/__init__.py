"""The geometry of boards: curves, boxes and overlaps, and layouts for boards that have none."""
