#!/usr/bin/env bash
# Finds what was captured around a point, pays for the answer, and prints observations and receipt.
#
#   CAIRN_URL=https://… WALLET_KEY=0x… bash query.sh 11.2555 43.7723 2026-01-01
#
# NETWORK: eip155:8453 (Base, unless told) or eip155:5042 (Arc). MAX_USDC: never sign for more, 0.01 unless told.
# PAY_ANYWAY=1: pay also if the price says that the answer is empty, or that members were ignored.
# Needs curl, jq and python3. curl cannot sign: that step is ../python/eip3009.py, which refuses offers above MAX_USDC.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: bash query.sh LONGITUDE LATITUDE [FROM]" >&2; exit 2; }
: "${CAIRN_URL:?}" "${WALLET_KEY:?}"
export WALLET_KEY NETWORK=${NETWORK:-eip155:8453} MAX_USDC=${MAX_USDC:-0.01}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

url=$CAIRN_URL/api/v1/spatial/query
# Without a third argument: the last seven days.
body=$(jq -nc --argjson lon "$1" --argjson lat "$2" --arg from "${3:-}" \
  '{aoi: {type: "Point", coordinates: [$lon, $lat]}, radius_m: 800} + if $from == "" then {} else {from: $from} end')

post() { # further arguments go to curl; the status is printed, headers and body are kept
  curl -sS -o "$work/answer" -D "$work/headers" -w '%{http_code}' -H 'Content-Type: application/json' -d "$body" "$@" "$url"
}
header() { tr -d '\r' < "$work/headers" | awk -v name="$1:" 'tolower($1) == name { print $2 }'; }

# 1. The price: 402, with the offers in a header.
[ "$(post)" = 402 ] || { cat "$work/answer" >&2; exit 1; }
jq -r '"The price buys: \(.buys)"' "$work/answer" >&2
if [ -z "${PAY_ANYWAY:-}" ] && jq -e '.would_be_empty or .ignored' "$work/answer" > /dev/null; then
  echo "nothing signed: correct the request, or set PAY_ANYWAY=1" >&2
  exit 1
fi

# 2. The signature, once.
signature=$(header payment-required | python3 "$here/../python/eip3009.py")
printf 'PAYMENT-SIGNATURE: %s' "$signature" > "$work/signature"

# 3. The same request with it, until there is an answer for good: this signature is charged at most once.
while status=$(post -H "@$work/signature") || status=000 # half an answer is none
  [ "$status" = 000 ] || [ "$status" = 429 ] || [ "$status" -ge 500 ]; do
  echo "not answered yet ($status), sending it again" >&2
  sleep 2
done
[ "$status" = 200 ] || { echo "$status: $(cat "$work/answer")" >&2; exit 1; }

jq -r '"\(.observations | length) observations from \(.window.from) to \(.window.to)",
  (.observations[] | [.captured_at, .geohash, .observation_id, .anchor.eas_url] | join("  "))' "$work/answer"
amount=$(echo "$signature" | base64 -d | jq -r '.accepted.amount | tonumber / 1000000')
header payment-response | base64 -d | jq -r --arg amount "$amount" '"Paid \($amount) USDC on \(.network) in \(.transaction)"'
