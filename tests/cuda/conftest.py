"""Only where the extra `cuda` can be installed: there is no numba-cuda for every machine."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("numba_cuda") else ["test_*.py"]
