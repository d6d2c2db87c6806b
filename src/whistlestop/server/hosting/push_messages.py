"""Messages to devices by Web Push: the server's key, encryption and signature.

RFC 8291 says how messages are encrypted, RFC 8292 (VAPID) how a server identifies itself.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import Any, Final

import http_ece  # pyright: ignore[reportMissingTypeStubs]
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # pyright: ignore[reportMissingTypeStubs]

LASTS: Final = 12 * 3600
"""Seconds for which a signature is valid. RFC 8292 allows at most a day."""

# Both libraries have no types.
_encrypt: Final[Any] = getattr(http_ece, "encrypt")  # noqa: B009
_Vapid: Final[Any] = Vapid02


class ServerKey:
    """The key pair with which a server identifies itself to push services."""

    def __init__(self, private: str) -> None:
        """Read a private key.

        Args:
            private: the number of the private key, as 32 bytes in URL-safe Base64.

        Raises:
            ValueError: the text is no private key.
        """
        number = from_base64(private)
        if len(number) != 32:
            raise ValueError("a private key has 32 bytes")
        self._vapid = _Vapid.from_raw(private.encode())
        # The setting is checked already, more strictly for mail addresses and less for web ones.
        self._vapid.conf = {"no-strict": True}
        self.public: Final = to_base64(_point(self._vapid.private_key.public_key()))
        """The public key: a point of 65 bytes in URL-safe Base64."""

    @classmethod
    def new_private(cls) -> str:
        """Return a new private key, as `ServerKey` reads it."""
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return to_base64(number.to_bytes(32, "big"))

    def authorization(self, origin: str, subject: str, now: float) -> str:
        """Return the header `authorization` of a message.

        Args:
            origin: the beginning of the endpoint's address, such as `https://push.example`.
            subject: how the push service can reach the host of this server: a `mailto:` or `https:`
                address.
            now: the present moment, in seconds since 1970.
        """
        claims = {"aud": origin, "exp": int(now) + LASTS, "sub": subject}
        return self._vapid.sign(claims)["Authorization"]


def encrypted(body: bytes, p256dh: str, auth: str) -> bytes:
    """Return a message that only one device can read, in the coding `aes128gcm`.

    Args:
        body: the message.
        p256dh: the public key of the device, in URL-safe Base64.
        auth: the secret of the device, in URL-safe Base64.

    Raises:
        ValueError: the key is no point of the curve.
    """
    return _encrypt(
        body,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=from_base64(p256dh),
        auth_secret=from_base64(auth),
        version="aes128gcm",
    )


def is_public_key(text: str) -> bool:
    """Return whether a text is a point of the curve P-256: 65 bytes in URL-safe Base64."""
    try:
        point = from_base64(text)
        if len(point) != 65:
            return False
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


def is_secret(text: str) -> bool:
    """Return whether a text is the secret of a device: 16 bytes in URL-safe Base64."""
    try:
        return len(from_base64(text)) == 16
    except ValueError:
        return False


def topic_of(auth: str, what: str) -> str:
    """Return the header `topic`: a newer message of the same topic replaces one that waits.

    The push service cannot read from it which table a message is about, or that two devices get
    messages about one table.

    Args:
        auth: the secret of the device.
        what: what the message is about.
    """
    return to_base64(hashlib.sha256(f"{auth} {what}".encode()).digest())[:32]


def new_id() -> str:
    """Return a random id for a device."""
    return secrets.token_urlsafe(12)


def to_base64(data: bytes) -> str:
    """Return bytes as URL-safe Base64 without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """Return the bytes of a text in URL-safe Base64, with or without padding.

    Raises:
        ValueError: the text contains other characters, or has an impossible length.
    """
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
