// Posts a bounty, waits for a film that passes the checks, and accepts the first: its contributor is paid, the film is yours.
//
//   npm install @x402/fetch @x402/evm viem
//   CAIRN_URL=https://… WALLET_KEY=0x… node bounty.ts            # run it again after a crash: it continues
//   CAIRN_URL=https://… WALLET_KEY=0x… node bounty.ts --cancel   # refunds the whole amount, if no film was accepted
//
// BOUNTY_FILE (bounty.json) holds the signed order, then the only token that opens the bounty: do not lose it. To post another
// bounty, name another file. NETWORK: eip155:8453 (Base, unless told) or eip155:5042 (Arc). MAX_USDC: 50 unless told.
// PAY_ANYWAY=1: pay also if the price says that members were ignored, or that the brief names no place.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiRequest, callOnce, send, sign, stop } from './pay.ts'

// The line `Place: geohash …` says where to film. The cell is yours to choose: one to six characters.
const wanted = {
  title: 'The fountain on the square',
  brief:
    'Walk once around the fountain, slowly, with its rim in the picture all the time.\n\nPlace: geohash u281z5',
  amount_usdc: 50,
  deadline_days: 7,
}

/** The stored order, with its bounty once it was answered. */
type Kept = { body: string; payment_signature: string; bounty_id?: string; agent_token?: string }
type Submission = {
  submission_id: string
  quality_status: 'pending' | 'pass' | 'fail'
  accepted: boolean
  preview_url: string | null
  full_capture_url: string | null
  model_glb_url: string | null
}
type Bounty = { bounty_id: string; status: string; payout_tx: string | null; submissions: Submission[] }

const file = process.env.BOUNTY_FILE ?? 'bounty.json'
const cancels = process.argv.includes('--cancel')
const ends = ['accepted', 'cancelled', 'expired_refunded', 'failed']

/** Writes the file atomically, readable only by this user. */
function keep(kept: Kept): void {
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

/** Reads the bounty from the file, or orders one if the file does not exist. */
async function order(): Promise<Required<Kept>> {
  const post = (body: string): ApiRequest => ({ method: 'POST', path: '/api/v1/bounties', body })
  if (!existsSync(file)) {
    const body = JSON.stringify(wanted)
    // Stored before it is sent, so that a retry after any failure sends the same signature.
    keep({ body, payment_signature: await sign(post(body), process.env.MAX_USDC ?? '50') })
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
  if (!kept.bounty_id || !kept.agent_token) {
    const answer = await send(post(kept.body), kept.payment_signature)
    const text = await answer.text()
    if (answer.status === 402) rmSync(file)
    if (!answer.ok) stop(`${answer.status}: ${text}`)
    const { bounty_id, agent_token } = JSON.parse(text) as Required<Kept>
    Object.assign(kept, { bounty_id, agent_token })
    keep(kept)
    console.log(`Posted ${bounty_id}; its token is in ${file}`)
  }
  return kept as Required<Kept>
}

const { bounty_id, agent_token } = await order()
const call = async (method: 'GET' | 'POST', action = '', body?: object): Promise<Bounty | undefined> => {
  const path = `/api/v1/bounties/${bounty_id}${action}`
  const request = { method, path, body: body && JSON.stringify(body) }
  const answer = await callOnce(request, { authorization: `Bearer ${agent_token}` }).catch(() => undefined)
  if (answer?.ok) return (await answer.json()) as Bounty
  if (answer?.status === 401 || answer?.status === 400) stop(await answer.text())
  // Anything else passes (a lost connection, a deadline just over): the next look tells.
  return undefined
}

let shown = ''
for (;;) {
  const bounty = await call('GET')
  if (bounty && bounty.status !== shown) console.log(`The bounty is ${bounty.status}`)
  shown = bounty?.status ?? shown
  if (bounty && ends.includes(bounty.status)) {
    const film = bounty.submissions.find(({ accepted }) => accepted)
    if (film)
      console.log(
        `Film: ${film.full_capture_url}\nModel: ${film.model_glb_url ?? 'being made, run this again'}`,
      )
    if (bounty.payout_tx) console.log(`The whole amount is back, in ${bounty.payout_tx}`)
    break
  }
  // A person would look at preview_url first: accepting is final.
  const passed = bounty?.submissions.find(({ quality_status }) => quality_status === 'pass')
  if (bounty?.status === 'open' && cancels) await call('POST', '/cancel')
  else if (bounty?.status === 'open' && passed)
    await call('POST', '/accept', { submission_id: passed.submission_id })
  await sleep(2_000)
}
