import {
  at,
  type Call,
  finalHeight,
  height,
  type Key,
  latest,
  operator,
  type Raw,
  stateAt,
  submit,
  treasury,
  tryCall,
} from '#lib/sandbox/testing/simulation/chain'
import { demand, note, type Row, type World } from '#lib/sandbox/testing/simulation/world'

/** As in the outbox, but for fewer blocks: runs are short. More than twice what a node may lag behind. */
const lostAfterBlocks = 7
const resendAfterSeconds = 5
const bumpAfterSeconds = 30

/** The block a node answers from: its newest, or an older one. `undefined`: it does not answer. */
export function askNode(world: World): number | undefined {
  const { random, plan } = world
  if (plan.rpcDead > 0 && random.chance(plan.rpcDead)) return undefined
  const behind = plan.rpcStale > 0 && random.chance(plan.rpcStale) ? random.below(4) : 0
  return Math.max(0, height(world.chain) - behind)
}

/** A new row, within the caller's transaction. */
export function enqueue(world: World, call: Call): number {
  const { rows } = world.db
  const key: Key = call.kind === 'post' || call.kind === 'payback' ? treasury : operator
  rows.push({
    index: rows.length,
    key,
    call,
    state: 'queued',
    nonce: -1,
    raws: [],
    mined: undefined,
    nonceGoneBlock: -1,
    changedAt: world.now,
  })
  return rows.length - 1
}

/** One pass over a lane. Between any two `yield`s others act, or the process dies. */
export function* passLane(world: World, key: Key, compared: boolean[]): Generator<void> {
  if (!compared[key] && !(yield* compareNonce(world, key, compared))) return
  yield* assignQueued(world, key)
  yield* confirmRows(world, key)
}

function* compareNonce(world: World, key: Key, compared: boolean[]): Generator<void, boolean> {
  const seen = askNode(world)
  if (seen === undefined) return false
  const onChain = stateAt(world.chain, seen)[at.nonces + key]!
  yield
  const ours = world.db.nextNonce[key]
  if (ours === undefined || ours < onChain) world.db.nextNonce[key] = onChain
  compared[key] = true
  return true
}

function* assignQueued(world: World, key: Key): Generator<void> {
  const { db, broken } = world
  const queued = rowsOf(world, key, 'queued', 'queued')
  if (queued.length === 0) return
  let inFlight = rowsOf(world, key, 'sent', 'sent').length
  for (const row of queued) {
    const seen = askNode(world)
    if (seen === undefined) return
    const works = tryCall(world.chain, seen, world.now + world.plan.chainAheadSeconds, key, row.call)
    yield
    if (world.db !== db) return
    if (!works) {
      if (inFlight > 0) continue
      if (row.state === 'queued') move(world, row, 'rejected')
    } else if (broken === 'sends before it stores') {
      const raw = signed(world, row, world.db.nextNonce[key]!)
      send(world, raw)
      yield
      if (row.state === 'queued') store(world, row, raw)
    } else if (row.state === 'queued') {
      const raw = signed(world, row, world.db.nextNonce[key]!)
      store(world, row, raw)
      inFlight += 1
      yield
      send(world, raw)
    }
  }
}

const nothing: Row[] = []

function rowsOf(world: World, key: Key, state: Row['state'], or: Row['state']): Row[] {
  let found = nothing
  for (const row of world.db.rows) {
    if (row.key !== key || (row.state !== state && row.state !== or)) continue
    if (found === nothing) found = []
    found.push(row)
  }
  return found
}

function signed(world: World, row: Row, nonce: number): Raw {
  return { key: row.key, nonce, call: row.call, minedAt: -1, ok: false, life: world.life }
}

/** Nonce, bytes and state in one transaction. */
function store(world: World, row: Row, raw: Raw): void {
  if (world.broken !== 'gives a nonce again after a crash' || world.random.chance(80))
    world.db.nextNonce[row.key] = raw.nonce + 1
  demand(
    !world.db.rows.some((other) => other !== row && other.key === row.key && other.nonce === raw.nonce),
    () => `nonce ${raw.nonce} is given to two rows`,
  )
  row.nonce = raw.nonce
  row.raws.push(raw)
  move(world, row, 'sent')
}

function send(world: World, raw: Raw): void {
  demand(
    raw.life !== world.life || world.db.rows.some((row) => row.raws.includes(raw)),
    () => `${raw.call.kind} of ${raw.call.bounty} is sent before its bytes are stored`,
  )
  if (world.plan.swallow > 0 && world.random.chance(world.plan.swallow)) return
  submit(world.chain, raw)
}

function* confirmRows(world: World, key: Key): Generator<void> {
  const { db, chain } = world
  const rows = rowsOf(world, key, 'sent', 'mined')
  if (rows.length === 0) return
  rows.sort((one, other) => one.nonce - other.nonce)
  const headSeen = askNode(world)
  if (headSeen === undefined) return
  const final = finalHeight(chain, headSeen)
  const unmined: Row[] = []
  for (const row of rows) {
    const seen = askNode(world)
    if (seen === undefined) return
    const receipt = row.raws.find((raw) => raw.minedAt >= 0 && raw.minedAt <= seen)
    const minedAt = receipt?.minedAt ?? -1
    const ok = receipt?.ok
    yield
    if (world.db !== db || (row.state !== 'sent' && row.state !== 'mined')) continue
    if (receipt)
      settle(world, row, receipt, minedAt, minedAt <= final ? (ok ? 'final' : 'reverted') : 'mined')
    else {
      if (row.state === 'mined') {
        row.mined = undefined
        move(world, row, 'sent')
        resend(world, row)
      }
      unmined.push(row)
    }
  }
  if (unmined.length > 0) yield* chase(world, key, unmined, headSeen)
}

function settle(world: World, row: Row, receipt: Raw, minedAt: number, to: Row['state']): void {
  if (row.state === to && row.mined === receipt && receipt.minedAt === minedAt) return
  row.mined = receipt
  row.nonceGoneBlock = -1
  move(world, row, to)
}

/** What has no receipt: given up when its nonce has long been used by another, sent again, offered more. */
function* chase(world: World, key: Key, unmined: Row[], headSeen: number): Generator<void> {
  const { db, chain } = world
  const seen = askNode(world)
  if (seen === undefined) return
  const chainNonce = stateAt(chain, seen)[at.nonces + key]!
  yield
  if (world.db !== db) return
  const open = unmined.filter((row) => row.nonce >= chainNonce)
  for (const row of unmined) {
    // A reorganisation may have given it back.
    if (row.nonce >= chainNonce) row.nonceGoneBlock = -1
    if (row.nonce >= chainNonce || row.state !== 'sent') continue
    if (world.broken === 'gives a transaction up for one missing receipt') move(world, row, 'lost')
    else if (row.nonceGoneBlock < 0) row.nonceGoneBlock = headSeen
    else if (row.nonceGoneBlock + lostAfterBlocks <= finalHeight(chain, headSeen)) move(world, row, 'lost')
  }
  const lowest = open[0]
  if (!lowest) return
  for (const row of open)
    if (row.state === 'sent' && world.now - row.changedAt > resendAfterSeconds) resend(world, row)
  // What the chain has forgotten, in whatever state we hold it.
  if (lowest.nonce > chainNonce)
    for (const row of db.rows)
      if (row.key === key && row.nonce >= chainNonce && row.nonce < lowest.nonce) resend(world, row)
  if (
    lowest.nonce === chainNonce &&
    lowest.state === 'sent' &&
    world.now - lowest.changedAt > bumpAfterSeconds
  )
    yield* bump(world, lowest)
}

/** The same nonce and call with higher fees. */
function* bump(world: World, row: Row): Generator<void> {
  if (row.raws.length > 3) return
  const raw = signed(world, row, row.nonce)
  row.raws.push(raw)
  yield
  send(world, raw)
}

function resend(world: World, row: Row): void {
  if (world.broken === 'never sends again what was dropped') return
  if (world.broken === 'takes a new nonce for a retry') {
    const raw = signed(world, row, world.db.nextNonce[row.key]!)
    world.db.nextNonce[row.key] = raw.nonce + 1
    row.raws.push(raw)
    row.nonce = raw.nonce
  }
  const newest = row.raws.at(-1)
  if (newest) send(world, newest)
}

function move(world: World, row: Row, to: Row['state']): void {
  row.state = to
  row.changedAt = world.now
  if (to === 'lost' || to === 'rejected' || to === 'reverted') world.tally[to] += 1
  note(world, () => `${row.call.kind} of ${row.call.bounty} (row ${row.index}) is ${to}`)
  demand(
    to !== 'lost' || !row.raws.some((raw) => raw.minedAt >= 0 && raw.ok),
    () => `${row.call.kind} of ${row.call.bounty} is given up although it was mined`,
  )
}

/** A transaction of one of our keys that nobody here knows of. */
export function spendNonce(world: World, key: Key): void {
  submit(world.chain, {
    key,
    nonce: latest(world.chain)[at.nonces + key]!,
    call: { kind: 'other', bounty: -1, id: 0, deadline: 0 },
    minedAt: -1,
    ok: false,
    life: -1,
  })
}
