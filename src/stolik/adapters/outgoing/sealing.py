"""A message that only one browser can read (RFC 8291, in one record of RFC 8188).

Push services carry it and see its length alone.
"""

from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_CURVE = ec.SECP256R1()
_RECORD = 4096
_LAST = b"\x02"  # the record has no successor
LONGEST = 2000  # so much every service takes


@dataclass(frozen=True, slots=True)
class BrowserKeys:
    """What a browser has given to whom it lets write to it."""

    public: bytes  # its point on the curve, 65 bytes
    secret: bytes  # 16 bytes


def sealed(
    message: bytes, to: BrowserKeys, salt: bytes, own: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """The body to be sent; `own` is made for this message alone, `salt` are 16 random bytes.

    Raises `ValueError` if the browser's key is no point of the curve.
    """
    assert len(message) <= LONGEST
    own = own or ec.generate_private_key(_CURVE)
    mine = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, to.public)
    info = b"WebPush: info\0" + to.public + mine
    shared = _derived(own.exchange(ec.ECDH(), theirs), to.secret, info, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(key).encrypt(nonce, message + _LAST, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
