"""Links as QR codes."""

from __future__ import annotations

import io

import segno


def qr_svg(link: str) -> bytes:
    """Return a link as a QR code, in SVG."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, border=2, light="#ffffff", scale=4
    )
    return out.getvalue()
