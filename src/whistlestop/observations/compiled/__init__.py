"""Observations, written in compiled code."""
