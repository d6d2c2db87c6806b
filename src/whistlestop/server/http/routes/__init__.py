"""The routes of the HTTP API, one topic a file; `docs/api.md` describes them."""
