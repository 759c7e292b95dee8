"""Finds what was captured around a point, pays for the answer, and prints observations and receipt.

    CAIRN_URL=https://… WALLET_KEY=0x… python3 query.py 11.2555 43.7723 2026-01-01

NETWORK: eip155:8453 (Base, unless told) or eip155:5042 (Arc). MAX_USDC: never sign for more, 0.01 unless told.
PAY_ANYWAY=1: pay also if the price says that the answer is empty, or that members were ignored.
Python 3.9 or later, standard library only.
"""

import base64
import json
import os
import sys
from decimal import Decimal

from cairn import send, sign

if len(sys.argv) < 3:
    raise SystemExit("usage: python3 query.py LONGITUDE LATITUDE [FROM]")
longitude, latitude, *since = sys.argv[1:]
query = {"aoi": {"type": "Point", "coordinates": [float(longitude), float(latitude)]}, "radius_m": 800}
if since:  # left out: the last seven days
    query["from"] = since[0]
request = ("POST", "/api/v1/spatial/query", json.dumps(query))

signature = sign(*request, os.environ.get("MAX_USDC", "0.01"))
status, headers, text = send(*request, signature)
if status != 200:
    raise SystemExit(f"{status}: {text}")

result = json.loads(text)
window, observations = result["window"], result["observations"]
print(f"{len(observations)} observations from {window['from']} to {window['to']}")
for one in observations:
    print(one["captured_at"], one["geohash"], one["observation_id"], one["anchor"]["eas_url"], sep="  ")

receipt = json.loads(base64.b64decode(headers["PAYMENT-RESPONSE"]))
amount = Decimal(json.loads(base64.b64decode(signature))["accepted"]["amount"]) / 1_000_000
print(f"Paid {amount} USDC on {receipt['network']} in {receipt['transaction']}")
