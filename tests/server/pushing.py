"""A push service on this machine, and devices that decrypt what it gets.

Everything is written out here after RFC 8188, 8291 and 8292, without the server's libraries for
encryption and signatures.
"""

from __future__ import annotations

import base64
import hmac
import json
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.receiving import Call, ChatRoom
from tests.server.serving import Json, Person

AUTH = bytes(range(16))


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF-SHA256 of at most one block."""
    found = hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")
    return found[:length]


@dataclass
class Device:
    """A browser that has subscribed to a push service."""

    service: ChatRoom
    name: str = "1"
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    @property
    def subscription(self) -> Json:
        return {
            "endpoint": f"http://{self.service.host}/push/{self.name}",
            "p256dh": coded(point(self.key)),
            "auth": coded(AUTH),
        }

    def switch_on(self, person: Person, language: str | None = "en") -> Json:
        """Let the device get the messages of a person."""
        return person.posted("/api/me/push", {**self.subscription, "language": language})

    def next(self) -> Json:
        """The next message, decrypted."""
        return self.read(self.service.calls.get(timeout=240))

    def read(self, call: Call) -> Json:
        """Decrypt a message (RFC 8188 and 8291)."""
        assert call.headers["content-encoding"] == "aes128gcm"
        body = call.body
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        # One record is enough.
        assert len(sealed) <= size
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), public)
        secret = derived(AUTH, shared, b"WebPush: info\0" + point(self.key) + theirs, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        text, mark, padding = padded.rpartition(b"\x02")
        assert (mark, padding) == (b"\x02", b"\0" * len(padding))
        return json.loads(text)


def claims(call: Call) -> tuple[Json, str]:
    """Check the signature of a message (RFC 8292). Its claims, and the public key of the server."""
    scheme, _, rest = call.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, body, signature = parts["t"].split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decoded(signature)
    assert len(raw) == 64
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    # It raises an error for a wrong signature.
    public.verify(
        utils.encode_dss_signature(*numbers),
        f"{head}.{body}".encode(),
        ec.ECDSA(hashes.SHA256()),
    )
    return json.loads(decoded(body)), parts["k"]


def origin(device: Device) -> str:
    address = urlsplit(str(device.subscription["endpoint"]))
    return f"{address.scheme}://{address.netloc}"
