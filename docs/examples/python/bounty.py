"""Posts a bounty, waits for a film that passes the checks, and accepts the first: its contributor is paid, the film is yours.

    CAIRN_URL=https://… WALLET_KEY=0x… python3 bounty.py            # run it again after a crash: it continues
    CAIRN_URL=https://… WALLET_KEY=0x… python3 bounty.py --cancel   # refunds the whole amount, if no film was accepted

BOUNTY_FILE (bounty.json) holds the signed order, then the only token that opens the bounty: do not lose it. To post another
bounty, name another file. NETWORK: eip155:8453 (Base, unless told) or eip155:5042 (Arc). MAX_USDC: 50 unless told.
PAY_ANYWAY=1: pay also if the price says that members were ignored, or that the brief names no place.
Python 3.9 or later, standard library only.
"""

import json
import os
import sys
import time

from cairn import call, send, sign

# The line `Place: geohash …` says where to film. The cell is yours to choose: one to six characters.
WANTED = {
    "title": "The fountain on the square",
    "brief": "Walk once around the fountain, slowly, with its rim in the picture all the time.\n\nPlace: geohash u281z5",
    "amount_usdc": 50,
    "deadline_days": 7,
}
FILE = os.environ.get("BOUNTY_FILE", "bounty.json")
ENDS = ("accepted", "cancelled", "expired_refunded", "failed")


def keep(kept):
    """Whole, or not at all, and for this user's eyes only."""
    descriptor = os.open(FILE + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(kept, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(FILE + ".new", FILE)


def order():
    """The bounty of the file; one is ordered if there is none."""
    if not os.path.exists(FILE):
        body = json.dumps(WANTED)
        signature = sign("POST", "/api/v1/bounties", body, os.environ.get("MAX_USDC", "50"))
        # Kept before it is sent: whatever breaks from here on, it is this signature that is sent again.
        keep({"body": body, "payment_signature": signature})
    with open(FILE) as file:
        kept = json.load(file)
    if "agent_token" not in kept:
        status, _, text = send("POST", "/api/v1/bounties", kept["body"], kept["payment_signature"])
        if status == 402:
            os.remove(FILE)
        if status != 201:
            raise SystemExit(f"{status}: {text}")
        posted = json.loads(text)
        kept.update(bounty_id=posted["bounty_id"], agent_token=posted["agent_token"])
        keep(kept)
        print(f"Posted {kept['bounty_id']}; its token is in {FILE}", flush=True)
    return kept["bounty_id"], kept["agent_token"]


BOUNTY, TOKEN = order()


def ask(method, action="", body=None):
    try:
        path = f"/api/v1/bounties/{BOUNTY}{action}"
        status, _, text = call(method, path, json.dumps(body) if body else None, Authorization=f"Bearer {TOKEN}")
    except OSError:
        return None
    if status in (400, 401):
        raise SystemExit(text)
    # Anything else passes (a lost connection, a deadline just over): the next look tells.
    return json.loads(text) if status < 300 else None


shown = ""
while True:
    bounty = ask("GET")
    if bounty and bounty["status"] != shown:
        shown = bounty["status"]
        print(f"The bounty is {shown}", flush=True)
    if bounty and shown in ENDS:
        for film in bounty["submissions"]:
            if film["accepted"]:
                print(f"Film: {film['full_capture_url']}")
                print(f"Model: {film['model_glb_url'] or 'being made, run this again'}")
        if bounty["payout_tx"]:
            print(f"The whole amount is back, in {bounty['payout_tx']}")
        break
    if bounty and shown == "open":
        # A person would look at preview_url first: accepting is final.
        passed = [one["submission_id"] for one in bounty["submissions"] if one["quality_status"] == "pass"]
        if "--cancel" in sys.argv:
            ask("POST", "/cancel")
        elif passed:
            ask("POST", "/accept", {"submission_id": passed[0]})
    time.sleep(2)
