"""Functions that write observations, in compiled code."""
