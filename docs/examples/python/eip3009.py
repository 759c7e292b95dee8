"""Signs what an x402 payment needs, with nothing but Python: an EIP-3009 authorization as EIP-712 typed data.

Keccak-256 is not in hashlib (its SHA-3 pads otherwise) and secp256k1 is nowhere in the standard library, so both are here, in
full: about a hundred lines to read. The nonce of a signature is deterministic (RFC 6979). Two honest limits: pure Python
is slow (some 10 ms a signature), and not constant in time, so sign on a machine that nobody else shares.

As a program it takes the value of a PAYMENT-REQUIRED header on standard input and writes one for PAYMENT-SIGNATURE:

    WALLET_KEY=0x… NETWORK=eip155:8453 MAX_USDC=0.01 python3 eip3009.py < payment-required
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
import sys
import time
from decimal import Decimal

# USDC by network, pinned: an offer in another token is not signed.
USDC = {
    "eip155:8453": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",  # Base
    "eip155:5042": "0x3600000000000000000000000000000000000000",  # Arc
}

# --- Keccak-256 (FIPS 202's permutation, with the padding of the original submission) ---

_MASK = (1 << 64) - 1
_ROTATIONS = (0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14)


def _round_constants():
    register, constants = 1, []
    for _ in range(24):
        constant = 0
        for j in range(7):
            if register & 1:
                constant |= 1 << ((1 << j) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return constants


_CONSTANTS = _round_constants()


def _rotate(lane, by):
    return ((lane << by) | (lane >> (64 - by))) & _MASK


def _permute(a):
    for constant in _CONSTANTS:
        column = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        mixed = [column[(x + 4) % 5] ^ _rotate(column[(x + 1) % 5], 1) for x in range(5)]
        a = [lane ^ mixed[i % 5] for i, lane in enumerate(a)]
        b = [0] * 25
        for x in range(5):
            for y in range(5):
                b[y + 5 * ((2 * x + 3 * y) % 5)] = _rotate(a[x + 5 * y], _ROTATIONS[x + 5 * y])
        a = [b[i] ^ (~b[(i + 1) % 5 + i // 5 * 5] & b[(i + 2) % 5 + i // 5 * 5]) for i in range(25)]
        a[0] ^= constant
    return a


def keccak256(data):
    rate = 136
    padding = bytearray(rate - len(data) % rate)
    padding[0] = 0x01
    padding[-1] |= 0x80
    state = [0] * 25
    message = data + bytes(padding)
    for start in range(0, len(message), rate):
        for i in range(rate // 8):
            state[i] ^= int.from_bytes(message[start + 8 * i : start + 8 * i + 8], "little")
        state = _permute(state)
    return b"".join(lane.to_bytes(8, "little") for lane in state[:4])


# --- secp256k1 (SEC 2), with the deterministic nonce of RFC 6979 ---

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def _add(p, q):
    if p is None or q is None:
        return p or q
    (x1, y1), (x2, y2) = p, q
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, P) if p == q else (y2 - y1) * pow(x2 - x1, -1, P)
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def _multiply(scalar, point):
    total = None
    while scalar:
        if scalar & 1:
            total = _add(total, point)
        point = _add(point, point)
        scalar >>= 1
    return total


def _nonces(key, digest):
    """The candidates of RFC 6979 §3.2, with SHA-256."""
    seed = key.to_bytes(32, "big") + (int.from_bytes(digest, "big") % N).to_bytes(32, "big")
    v, k = b"\x01" * 32, b"\x00" * 32
    for step in (b"\x00", b"\x01"):
        k = hmac.new(k, v + step + seed, hashlib.sha256).digest()
        v = hmac.new(k, v, hashlib.sha256).digest()
    while True:
        v = hmac.new(k, v, hashlib.sha256).digest()
        candidate = int.from_bytes(v, "big")
        if 0 < candidate < N:
            yield candidate
        k = hmac.new(k, v + b"\x00", hashlib.sha256).digest()
        v = hmac.new(k, v, hashlib.sha256).digest()


def sign_digest(key, digest):
    """65 bytes: r, s and v (27 or 28), s in the lower half (EIP-2), as token contracts want it."""
    for nonce in _nonces(key, digest):
        x, y = _multiply(nonce, G)
        r = x % N
        s = pow(nonce, -1, N) * (int.from_bytes(digest, "big") + r * key) % N
        if x >= N or s == 0:  # out of some 2^127 signatures, one
            continue
        is_odd = y & 1
        if s > N // 2:
            s, is_odd = N - s, is_odd ^ 1
        return r.to_bytes(32, "big") + s.to_bytes(32, "big") + bytes([27 + is_odd])


def address_of(key):
    """The wallet of a key, with the checksum of EIP-55."""
    x, y = _multiply(key, G)
    digits = keccak256(x.to_bytes(32, "big") + y.to_bytes(32, "big"))[-20:].hex()
    check = keccak256(digits.encode()).hex()
    return "0x" + "".join(d.upper() if int(c, 16) >= 8 else d for d, c in zip(digits, check))


# --- EIP-3009 over EIP-712, and x402 over both ---

_DOMAIN = b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
_TRANSFER = (
    b"TransferWithAuthorization(address from,address to,uint256 value,"
    b"uint256 validAfter,uint256 validBefore,bytes32 nonce)"
)


def _word(value):
    if isinstance(value, int):
        return value.to_bytes(32, "big")
    return bytes.fromhex(value[2:]).rjust(32, b"\x00")


def authorization_digest(domain, authorization):
    """What is signed. `domain`: name, version, chainId, verifyingContract; the authorization's amounts may be text."""
    separator = keccak256(
        keccak256(_DOMAIN)
        + keccak256(domain["name"].encode())
        + keccak256(domain["version"].encode())
        + _word(domain["chainId"])
        + _word(domain["verifyingContract"])
    )
    message = keccak256(
        keccak256(_TRANSFER)
        + _word(authorization["from"])
        + _word(authorization["to"])
        + b"".join(_word(int(authorization[name])) for name in ("value", "validAfter", "validBefore"))
        + _word(authorization["nonce"])
    )
    return keccak256(b"\x19\x01" + separator + message)


def choose_offer(required, network, max_usdc):
    """The offer in USDC on `network`, if it is within the limit. Nothing is signed before this has passed."""
    asset = USDC.get(network, "").lower()
    offers = [one for one in required["accepts"] if one["network"] == network and one["asset"].lower() == asset]
    if not offers or offers[0]["scheme"] != "exact":
        raise SystemExit(f"nothing signed: no offer in USDC on {network}")
    price = Decimal(offers[0]["amount"]) / 1_000_000
    if price > Decimal(max_usdc):
        raise SystemExit(f"nothing signed: it costs {price} USDC, MAX_USDC is {max_usdc}")
    return offers[0]


def payment_signature(header, key, network, max_usdc):
    """The value of PAYMENT-SIGNATURE for that of PAYMENT-REQUIRED."""
    required = json.loads(base64.b64decode(header))
    offer = choose_offer(required, network, max_usdc)
    authorization = {
        "from": address_of(key),
        "to": offer["payTo"],
        "value": offer["amount"],
        "validAfter": "0",
        "validBefore": str(int(time.time()) + offer["maxTimeoutSeconds"]),
        "nonce": "0x" + secrets.token_hex(32),
    }
    domain = {
        "name": offer["extra"]["name"],
        "version": offer["extra"]["version"],
        "chainId": int(network.split(":")[1]),
        "verifyingContract": offer["asset"],
    }
    signature = "0x" + sign_digest(key, authorization_digest(domain, authorization)).hex()
    payment = {
        "x402Version": 2,
        "resource": required["resource"],
        "accepted": offer,
        "payload": {"signature": signature, "authorization": authorization},
    }
    return base64.b64encode(json.dumps(payment).encode()).decode()


def setting(name):
    """The value of an environment variable that has to be set."""
    value = os.environ.get(name)
    if not value:
        raise SystemExit(f"{name} is not set")
    return value


def wallet_key():
    try:
        return int(setting("WALLET_KEY"), 16)
    except ValueError:
        raise SystemExit("WALLET_KEY is no private key: 0x and 64 hexadecimal digits") from None


if __name__ == "__main__":
    network_id = os.environ.get("NETWORK", "eip155:8453")
    print(payment_signature(sys.stdin.read(), wallet_key(), network_id, setting("MAX_USDC")))
