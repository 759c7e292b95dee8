"""Pays for a request to Cairn, once: signs within your limit, and sends the signed request until it is answered.

The same signature is charged at most once; a new one is a new charge. Standard library only.
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request

from eip3009 import payment_signature, setting, wallet_key

NETWORK = os.environ.get("NETWORK", "eip155:8453")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A signature or a token goes to this service alone, wherever it points."""

    def redirect_request(self, *_):
        return None


_open = urllib.request.build_opener(_NoRedirect).open


def call(method, path, body=None, **headers):
    """One request: status, headers and body. A lost connection, or half an answer, raises OSError."""
    request = urllib.request.Request(setting("CAIRN_URL") + path, method=method)
    request.data = body.encode() if body else None
    if body:
        request.add_header("Content-Type", "application/json")
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    try:
        with _open(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers, refusal.read().decode()
    except http.client.HTTPException as broken:
        raise OSError(str(broken)) from broken


def sign(method, path, body, max_usdc):
    """Asks for the price and signs it, if it is at most `max_usdc`. Returns the value of PAYMENT-SIGNATURE.

    Signs nothing if the answer would be empty, members of the body were ignored or a brief names no place, unless PAY_ANYWAY is set.
    """
    key = wallet_key()
    status, headers, text = call(method, path, body)
    if status != 402:
        raise SystemExit(f"no price, but {status}: {text}")
    price = json.loads(text)
    print(f"The price buys: {price.get('buys')}", file=sys.stderr)
    no_place = "place" in price and price["place"] is None
    if (price.get("would_be_empty") or price.get("ignored") or no_place) and not os.environ.get("PAY_ANYWAY"):
        raise SystemExit("nothing signed: correct the request, or set PAY_ANYWAY=1")
    return payment_signature(headers["PAYMENT-REQUIRED"], key, NETWORK, max_usdc)


def send(method, path, body, signature):
    """Sends a signed request until there is an answer for good. A 402 among them means that nothing was charged."""
    while True:
        wait, reason = 2, "no connection"
        try:
            status, headers, text = call(method, path, body, PAYMENT_SIGNATURE=signature)
            if status < 500 and status != 429:
                return status, headers, text
            asked = headers.get("Retry-After", "")
            wait, reason = min(int(asked), 60) if asked.isdigit() else wait, status
        except OSError:
            pass
        # Lost, or not settled yet: the same request again, never a new signature.
        print(f"not answered yet ({reason}), sending it again", file=sys.stderr)
        time.sleep(wait)
