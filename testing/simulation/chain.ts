import { canReplace, type Fees } from '#lib/domain/chain/fees'
import type { Random } from '#testing/simulation/random'

/** Whose nonce a transaction uses: the treasury's, the operator's, or somebody's who is none of ours. */
export const treasury = 0
export const operator = 1
export const stranger = 2
export type Key = typeof treasury | typeof operator | typeof stranger

export type Call = {
  kind:
    | 'settle'
    | 'post'
    | 'release'
    | 'pay'
    | 'cancel'
    | 'refund'
    | 'payback'
    | 'empty'
    | 'other'
    | 'other post'
  /** The bounty that the transaction is for: it names its reference, contributor and payer. */
  bounty: number
  /** The number in the contract, of an exit. */
  id: number
  /** The deadline of a post. */
  deadline: number
}

/** Fees that every block takes: of people whose fees are not modelled. */
export const anyFees: Fees = { maxFeePerGas: 10n ** 18n, maxPriorityFeePerGas: 10n ** 18n }

/** Signed bytes. Mined at most once in one history of the chain. */
export type Raw = {
  key: Key
  nonce: number
  call: Call
  fees: Fees
  /** Height of its block, -1 while it has none. */
  minedAt: number
  ok: boolean
  /** Which of the databases' lives signed it: before or after a backup was restored. */
  life: number
}

/** Indexes into the state after a block: a flat array, cheap to copy, with these numbers and then `width` numbers per bounty. */
export const at = {
  time: 0,
  postingPaused: 1,
  tokenPaused: 2,
  operatorRemoved: 3,
  nonces: 4,
  count: 7,
  treasury: 8,
  escrow: 9,
  /** Exits of bounties of other posters, by our operator. */
  trespasses: 10,
  /** The daily limit leaves no room for a release; a higher limit or the next day does. */
  limitReached: 11,
}
const head = 12
const width = 9
/** Offsets among the numbers of a bounty. */
export const of = {
  id: 0,
  /** As `contractStates`. */
  state: 1,
  deadline: 2,
  payer: 3,
  contributor: 4,
  settled: 5,
  nonceUsed: 6,
  payerBlocked: 7,
  contributorBlocked: 8,
}
export const contractStates = ['none', 'open', 'released', 'cancelled', 'refunded', 'accepted'] as const
const [open, released, cancelled, refunded, accepted] = [1, 2, 3, 4, 5]

export type Block = { state: number[]; raws: Raw[] }

/** One chain: escrow contract, token, pool. Blocks up to `finality` deep can be undone. */
export type Chain = {
  blocks: Block[]
  pool: Raw[]
  amounts: number[]
  /** Money of others that is in the treasury on its way. A faulty service could take it by mistake. */
  othersMoney: number
  finality: number
  /** The lowest fee per gas that a block accepts. */
  baseFee: bigint
  /** The last block that can never be undone. A node that was not told of the newest blocks believes in an older one. */
  final: number
  graceSeconds: number
  /** A token without authorization nonces, to show that the machine relies on them. */
  tokenForgets: boolean
}

export function createChain(args: {
  amounts: number[]
  othersMoney: number
  finality: number
  graceSeconds: number
  tokenForgets: boolean
}): Chain {
  const state = new Array<number>(head + width * args.amounts.length).fill(0)
  state[at.treasury] = args.othersMoney
  args.amounts.forEach((amount, bounty) => {
    state[field(bounty, of.payer)] = amount
  })
  return { ...args, blocks: [{ state, raws: [] }], pool: [], baseFee: 100n, final: 0 }
}

/** Where a number of a bounty is. */
export function field(bounty: number, offset: number): number {
  return head + bounty * width + offset
}

export function height(chain: Chain): number {
  return chain.blocks.length - 1
}

export function stateAt(chain: Chain, block: number): number[] {
  return chain.blocks[Math.max(0, block)]!.state
}

export function latest(chain: Chain): number[] {
  return chain.blocks.at(-1)!.state
}

/** The last block that cannot be undone, as a node says that is at `seen`. */
export function finalHeight(chain: Chain, seen: number): number {
  return Math.max(0, seen - chain.finality)
}

/** Changes `state` as the transaction would and answers whether it succeeds; one that reverts changes nothing. */
function execute(chain: Chain, state: number[], key: Key, { kind, bounty, id, deadline }: Call): boolean {
  if (kind === 'other' || kind === 'empty') return true
  if (kind === 'other post') {
    state[at.count]! += 1
    return true
  }
  if (state[at.tokenPaused]) return false
  if (kind === 'settle') return settle(chain, state, bounty)
  if (kind === 'payback') return payback(chain, state, bounty)
  if (kind === 'post') return post(chain, state, bounty, deadline)
  return exit(chain, state, key, kind, bounty, id)
}

function settle(chain: Chain, state: number[], bounty: number): boolean {
  const amount = chain.amounts[bounty]!
  if (state[field(bounty, of.settled)]) return false
  state[field(bounty, of.settled)] = 1
  state[field(bounty, of.payer)]! -= amount
  state[at.treasury]! += amount
  return true
}

function payback(chain: Chain, state: number[], bounty: number): boolean {
  const amount = chain.amounts[bounty]!
  if (state[field(bounty, of.nonceUsed)]) return false
  if (state[field(bounty, of.payerBlocked)] || state[at.treasury]! < amount) return false
  if (!chain.tokenForgets) state[field(bounty, of.nonceUsed)] = 1
  state[field(bounty, of.payer)]! += amount
  state[at.treasury]! -= amount
  return true
}

function post(chain: Chain, state: number[], bounty: number, deadline: number): boolean {
  const amount = chain.amounts[bounty]!
  if (state[at.postingPaused] || state[field(bounty, of.id)] || deadline <= state[at.time]!) return false
  if (state[at.treasury]! < amount) return false
  state[at.count]! += 1
  state[field(bounty, of.id)] = state[at.count]!
  state[field(bounty, of.state)] = open
  state[field(bounty, of.deadline)] = deadline
  state[at.treasury]! -= amount
  state[at.escrow]! += amount
  return true
}

/** `id` says whose money moves, which is another bounty's when the caller has the wrong number. */
function exit(
  chain: Chain,
  state: number[],
  key: Key,
  kind: Call['kind'],
  named: number,
  id: number,
): boolean {
  const bounty = chain.amounts.findIndex((_, index) => id > 0 && state[field(index, of.id)] === id)
  if (bounty < 0) {
    if (id === 0 || id > state[at.count]! || key !== operator) return false
    state[at.trespasses]! += 1
    return true
  }
  if (kind === 'pay') return pay(chain, state, bounty, named)
  if (state[field(bounty, of.state)] !== open) return false
  const isOperator = key === operator && !state[at.operatorRemoved]
  const now = state[at.time]!
  const deadline = state[field(bounty, of.deadline)]!
  if (kind === 'refund' ? now < deadline + (isOperator ? 0 : chain.graceSeconds) : !isOperator) return false
  if (kind === 'release' && now >= deadline + chain.graceSeconds) return false
  const to = kind === 'release' ? field(named, of.contributor) : field(bounty, of.payer)
  const isRefused =
    state[kind === 'release' ? field(named, of.contributorBlocked) : field(bounty, of.payerBlocked)]
  if (kind === 'release' && (isRefused || state[at.limitReached])) {
    state[field(bounty, of.state)] = accepted
    return true
  }
  if (isRefused) return false
  state[field(bounty, of.state)] = kind === 'release' ? released : kind === 'cancel' ? cancelled : refunded
  state[at.escrow]! -= chain.amounts[bounty]!
  state[to]! += chain.amounts[bounty]!
  return true
}

/** Pays an accepted bounty once the daily limit has room. Anyone may send it. */
function pay(chain: Chain, state: number[], bounty: number, named: number): boolean {
  if (state[field(bounty, of.state)] !== accepted || state[at.limitReached]) return false
  if (state[field(named, of.contributorBlocked)]) return false
  state[field(bounty, of.state)] = released
  state[at.escrow]! -= chain.amounts[bounty]!
  state[field(named, of.contributor)]! += chain.amounts[bounty]!
  return true
}

/** True if a call would succeed on top of a block, like `eth_call`. */
export function tryCall(chain: Chain, block: number, now: number, key: Key, call: Call): boolean {
  const state = stateAt(chain, block).slice()
  state[at.time] = Math.max(state[at.time]!, now)
  return execute(chain, state, key, call)
}

/** Sends signed bytes to a node. It holds one for each nonce, replaces it only for a higher fee, and refuses a used nonce. */
export function submit(chain: Chain, raw: Raw): void {
  if (raw.minedAt >= 0 || chain.pool.includes(raw)) return
  if (raw.key !== stranger && raw.nonce < latest(chain)[at.nonces + raw.key]!) return
  const same = chain.pool.findIndex(
    (other) => raw.key !== stranger && other.key === raw.key && other.nonce === raw.nonce,
  )
  if (same < 0) chain.pool.push(raw)
  else if (canReplace(chain.pool[same]!.fees, raw.fees)) chain.pool[same] = raw
}

/** Makes a block of what the pool holds, in any order that the nonces allow; some may have to wait. */
export function mine(chain: Chain, now: number, random: Random, leaveOutPercent: number): void {
  const state = latest(chain).slice()
  state[at.time] = Math.max(state[at.time]! + 1, now)
  const block: Block = { state, raws: [] }
  for (let tries = chain.pool.length * 2; tries > 0 && chain.pool.length > 0; tries -= 1) {
    const index = random.below(chain.pool.length)
    const raw = chain.pool[index]!
    const nonce = raw.key === stranger ? raw.nonce : state[at.nonces + raw.key]!
    if (raw.nonce > nonce || raw.fees.maxFeePerGas < chain.baseFee) continue
    if (leaveOutPercent > 0 && random.chance(leaveOutPercent)) continue
    chain.pool.splice(index, 1)
    if (raw.nonce < nonce) continue
    if (raw.key !== stranger) state[at.nonces + raw.key]! += 1
    raw.minedAt = chain.blocks.length
    raw.ok = execute(chain, state, raw.key, raw.call)
    block.raws.push(raw)
  }
  grow(chain, block)
}

function grow(chain: Chain, block: Block): void {
  chain.blocks.push(block)
  chain.final = Math.max(chain.final, height(chain) - chain.finality)
}

/**
 * Undoes the last blocks. Transactions for which `keeps` returns true go back into the pool; nodes forget the rest. Direct changes
 * (a pause, a blacklist) are lost with the blocks, as on a real chain.
 */
export function reorganise(chain: Chain, depth: number, keeps: (raw: Raw) => boolean): void {
  for (let undone = Math.min(depth, height(chain) - chain.final); undone > 0; undone -= 1) {
    for (const raw of chain.blocks.pop()!.raws) {
      raw.minedAt = -1
      raw.ok = false
      if (keeps(raw)) submit(chain, raw)
    }
  }
}

/** A change by the owner of the contract or of the token, in a block of its own. */
export function changeAsOwner(chain: Chain, index: number, value: number): void {
  const state = latest(chain).slice()
  state[at.time]! += 1
  state[index] = value
  grow(chain, { state, raws: [] })
}

/** The state of a bounty in the contract after a block. */
export function contractState(state: number[], bounty: number): (typeof contractStates)[number] {
  return contractStates[state[field(bounty, of.state)]!]!
}
