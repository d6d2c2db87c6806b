"""Makes everything that follows from the types of messages: `make wire`."""

from __future__ import annotations

from tools.wire.files import generated

for path, text in generated().items():
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
