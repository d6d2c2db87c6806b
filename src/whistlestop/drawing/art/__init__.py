"""What the drawings are made of: symbols, pieces, wagons, cards and colours."""
