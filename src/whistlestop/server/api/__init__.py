"""What can be asked for over HTTP, one topic a file; `docs/api.md` describes it."""
