"""The rules: what is legal and what happens, written once in Python that Numba compiles."""
