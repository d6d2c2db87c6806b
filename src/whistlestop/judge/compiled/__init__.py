"""The part of the judge that Numba compiles."""
