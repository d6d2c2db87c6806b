"""Let bots play games against each other, and evaluate the results."""
