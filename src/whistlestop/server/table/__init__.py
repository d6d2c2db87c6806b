"""What a table is: its entries, the code that applies them, its seats and its luck."""
