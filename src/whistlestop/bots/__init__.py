"""Bots: players that decide by a program."""
