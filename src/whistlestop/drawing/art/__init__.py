"""The parts of drawings: symbols, pieces, wagons, cards and colours."""
