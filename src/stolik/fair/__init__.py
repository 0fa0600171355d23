"""Provably fair dealing and drawing, "fair-1": docs/fair.md explains it step by step.

Pure: seeds, dice and nonces come in from outside. First the commitment is published, then the
public entropy arrives, then both together decide the order; whoever has the transcript can check
all of it with `verify`.
"""

from stolik.fair.commit import BAG, VERSION, commitment, draw_label, drawn, key, order
from stolik.fair.entropy import checked_nonce, nonce_commitment, public_entropy
from stolik.fair.shuffle import digest, shuffled, uniform
from stolik.fair.verifier import Verified, verify

__all__ = [
    "BAG",
    "VERSION",
    "Verified",
    "checked_nonce",
    "commitment",
    "digest",
    "draw_label",
    "drawn",
    "key",
    "nonce_commitment",
    "order",
    "public_entropy",
    "shuffled",
    "uniform",
    "verify",
]
