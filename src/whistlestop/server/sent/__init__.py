"""Data for clients: tables, editions and lessons as JSON, without hidden information."""
