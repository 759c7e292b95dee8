#!/usr/bin/env bash
# Posts a bounty, waits for a film that passes the checks, and accepts the first: its contributor is paid, the film is yours.
#
#   CAIRN_URL=https://… WALLET_KEY=0x… bash bounty.sh            # again after any crash: it continues
#   CAIRN_URL=https://… WALLET_KEY=0x… bash bounty.sh --cancel   # takes the whole amount back, while nothing was accepted
#
# BOUNTY_FILE (bounty.json) holds the signed order, then the token that alone opens the bounty: keep it. To post another
# bounty, name another file. NETWORK: eip155:8453 (Base, unless told) or eip155:5042 (Arc). MAX_USDC: 50 unless told.
# PAY_ANYWAY=1: pay also if the price says that members were ignored, or that the brief names no place.
# Needs curl, jq and python3. curl cannot sign: that step is ../python/eip3009.py, which refuses offers above MAX_USDC.
set -euo pipefail
: "${CAIRN_URL:?}"
export WALLET_KEY NETWORK=${NETWORK:-eip155:8453} MAX_USDC=${MAX_USDC:-50}
here=$(dirname "$0")
file=${BOUNTY_FILE:-bounty.json}
umask 077 # whatever is written from here on is for this user's eyes only
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The line `Place: geohash …` says where to film. The cell is yours to choose: one to six characters.
wanted='{
  "title": "The fountain on the square",
  "brief": "Walk once around the fountain, slowly, with its rim in the picture all the time.\n\nPlace: geohash u281z5",
  "amount_usdc": 50,
  "deadline_days": 7
}'

call() { # METHOD PATH [curl's arguments]: the status is printed, headers and body are kept. Secrets go by file, not by argument.
  curl -sS -o "$work/answer" -D "$work/headers" -w '%{http_code}' -X "$1" "${@:3}" "$CAIRN_URL/api/v1/bounties$2"
}
keep() { # whole, or not at all
  cat > "$file.new" && mv "$file.new" "$file"
}
json='Content-Type: application/json'

if [ ! -e "$file" ]; then
  printf '%s' "$wanted" > "$work/body"
  [ "$(call POST "" -H "$json" --data-binary "@$work/body")" = 402 ] || { cat "$work/answer" >&2; exit 1; }
  jq -r '"The price buys: \(.buys)"' "$work/answer" >&2
  if [ -z "${PAY_ANYWAY:-}" ] && jq -e '.would_be_empty or .ignored or (has("place") and .place == null)' "$work/answer" > /dev/null; then
    echo "nothing signed: correct the request, or set PAY_ANYWAY=1" >&2
    exit 1
  fi
  signature=$(tr -d '\r' < "$work/headers" | awk 'tolower($1) == "payment-required:" { print $2 }' | python3 "$here/../python/eip3009.py")
  # Kept before it is sent: whatever breaks from here on, it is this signature that is sent again.
  printf '%s' "$signature" > "$work/signature"
  jq -n --arg body "$wanted" --rawfile signature "$work/signature" '{body: $body, payment_signature: $signature}' | keep
fi

if [ "$(jq 'has("agent_token")' "$file")" = false ]; then
  jq -j .body "$file" > "$work/body"
  jq -j '"PAYMENT-SIGNATURE: " + .payment_signature' "$file" > "$work/signature"
  while status=$(call POST "" -H "$json" -H "@$work/signature" --data-binary "@$work/body") || status=000 # half an answer is none
    [ "$status" = 000 ] || [ "$status" = 429 ] || [ "$status" -ge 500 ]; do
    echo "not answered yet ($status), sending it again" >&2
    sleep 2
  done
  [ "$status" != 402 ] || rm "$file"
  [ "$status" = 201 ] || { echo "$status: $(cat "$work/answer")" >&2; exit 1; }
  jq -s '.[0] + (.[1] | {bounty_id, agent_token})' "$file" "$work/answer" | keep
  echo "Posted $(jq -r .bounty_id "$file"); its token is in $file"
fi

id=$(jq -r .bounty_id "$file")
jq -j '"Authorization: Bearer " + .agent_token' "$file" > "$work/token"
shown=
while true; do
  status=$(call GET "/$id" -H "@$work/token") || status=000
  if [ "$status" = 401 ]; then cat "$work/answer" >&2; exit 1; fi
  if [ "$status" = 200 ]; then
    cp "$work/answer" "$work/bounty"
    state=$(jq -r .status "$work/bounty")
    [ "$state" = "$shown" ] || echo "The bounty is $state"
    shown=$state
    case $state in
      accepted | cancelled | expired_refunded | failed) break ;;
      open)
        # A person would look at preview_url first: accepting is final.
        passed=$(jq -c 'first(.submissions[] | select(.quality_status == "pass") | {submission_id}) // empty' "$work/bounty")
        # What goes wrong here passes (a lost connection, a deadline just over): the next look tells.
        if [ "${1:-}" = --cancel ]; then call POST "/$id/cancel" -H "@$work/token" > /dev/null || true
        elif [ -n "$passed" ]; then call POST "/$id/accept" -H "@$work/token" -H "$json" -d "$passed" > /dev/null || true; fi ;;
    esac
  fi
  sleep 2
done
jq -r '(.submissions[] | select(.accepted) | "Film: \(.full_capture_url)", "Model: \(.model_glb_url // "being made, run this again")"),
  (select(.payout_tx) | "The whole amount is back, in \(.payout_tx)")' "$work/bounty"
