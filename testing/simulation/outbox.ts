import { canReplace, type Fees, highestFees, limitFees } from '#lib/domain/chain/fees'
import {
  defaultTiming,
  nextNonceStep,
  nextTransactionStep,
  type SignedFacts,
  type TransactionStep,
} from '#lib/domain/chain/next-transaction-step'
import {
  anyFees,
  at,
  type Block,
  type Call,
  finalHeight,
  type Key,
  latest,
  operator,
  type Raw,
  stateAt,
  submit,
  treasury,
  tryCall,
} from '#testing/simulation/chain'
import { askNode, nonceUserFacts, receiptFacts } from '#testing/simulation/node'
import { assertThat, note, type Row, type World } from '#testing/simulation/world'

// The sender queues of a simulation.

const feeLimits = { floor: 0n, cap: 2_000n }
const tip = 10n

/** The memory of a process about its sender queues, by key. */
export type QueueMemory = {
  /** The stored nonce was compared with the chain's. */
  compared: boolean[]
  /** The head at the last complete pass. */
  heads: ({ block: Block; number: number } | undefined)[]
}

export function emptyMemory(): QueueMemory {
  return { compared: [], heads: [] }
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
    attempts: [],
    mined: undefined,
    minedBlock: -1,
    nonceUsedBlock: null,
    bumpIsAsked: false,
    cancelIsAsked: false,
    changedAt: world.now,
  })
  return rows.length - 1
}

/**
 * One pass over a sender queue: reads facts, asks the real `nextTransactionStep`, and does what it says to this database and
 * this chain. Between any two `yield`s others act, or the process dies.
 */
export function* passSenderQueue(world: World, key: Key, memory: QueueMemory): Generator<void> {
  if (!memory.compared[key] && !(yield* compareNonce(world, key, memory))) return
  yield* sendQueued(world, key)
  yield* followSigned(world, key, memory)
}

function* compareNonce(world: World, key: Key, { compared }: QueueMemory): Generator<void, boolean> {
  const seen = askNode(world)
  if (seen === undefined) return false
  const onChain = stateAt(world.chain, seen)[at.nonces + key]!
  yield
  const { nextNonce } = world.db
  const step = nextNonceStep({ stored: nextNonce[key], onChain })
  if (step.do === 'refill' && !refill(world, key, step.from, step.below)) return false
  if (step.do === 'open') nextNonce[key] = onChain
  else if (step.do === 'skip') nextNonce[key] = step.to
  compared[key] = true
  return true
}

function* sendQueued(world: World, key: Key): Generator<void> {
  const { db } = world
  const queued = rowsOf(world, key, 'queued', 'queued')
  if (queued.length === 0) return
  let unminedOfSender = rowsOf(world, key, 'sent', 'sent').length
  for (const row of queued) {
    const facts = { state: 'queued', isFrozen: false, unminedOfSender } as const
    if (nextTransactionStep({ ...facts, trial: 'unread' }).do === 'wait') return
    const seen = askNode(world)
    if (seen === undefined) return
    const works = tryCall(world.chain, seen, world.now + world.plan.chainAheadSeconds, key, row.call)
    yield
    if (world.db !== db) return
    const step = nextTransactionStep({ ...facts, trial: works ? 'succeeds' : 'reverts' })
    if (row.state !== 'queued') continue
    if (step.do === 'reject') move(world, row, 'rejected')
    else if (step.do === 'sign') {
      yield* sign(world, row)
      unminedOfSender += 1
    }
  }
}

/** Nonce, bytes and state are stored in one transaction, before anything is sent. */
function* sign(world: World, row: Row): Generator<void> {
  const raw = signed(world, row, world.db.nextNonce[row.key]!, marketFees(world))
  const isEarly = world.broken === 'sends before it stores'
  if (isEarly) {
    send(world, raw)
    yield
    if (row.state !== 'queued') return
  }
  if (world.broken !== 'gives a nonce again after a crash' || world.random.chance(80))
    world.db.nextNonce[row.key] = raw.nonce + 1
  assertThat(
    !world.db.rows.some((other) => other !== row && other.key === row.key && other.nonce === raw.nonce),
    () => `nonce ${raw.nonce} is given to two rows`,
  )
  row.nonce = raw.nonce
  storeAttempt(world, row, raw)
  move(world, row, 'sent')
  if (isEarly) return
  yield
  send(world, raw)
}

function* followSigned(world: World, key: Key, memory: QueueMemory): Generator<void> {
  const { db, chain, plan, random } = world
  const rows = rowsOf(world, key, 'sent', 'mined')
  if (rows.length === 0) return
  rows.sort((one, other) => one.nonce - other.nonce)
  const known = rows.map((row) => rowFacts(world, row))
  const headSeen = askNode(world)
  if (headSeen === undefined) return
  const head = { block: chain.blocks[headSeen]!, number: headSeen }
  const isReorganised = takeLastHead(world, memory, key, headSeen)
  const finalBlock = finalHeight(chain, headSeen)
  let chainNonce: SignedFacts['chainNonce'] = 'unread'
  let isLowest = true
  for (const [index, row] of rows.entries()) {
    let facts: SignedFacts | undefined = {
      ...known[index]!,
      canSign: true,
      timing: defaultTiming,
      finalBlock,
      isReorganised,
      isLowest,
      receipt: 'unread',
      chainNonce,
      nonceUser: 'unread',
      market: 'unread',
    }
    let receipt: Raw | undefined
    while (facts) {
      const step: TransactionStep = world.decideStep(facts)
      if (step.do === 'read' && step.what !== 'market') {
        const seen = askNode(world)
        if (seen === undefined) return
        if (step.what === 'receipt') {
          const isMissing = plan.receiptMissing > 0 && random.chance(plan.receiptMissing)
          const known = row.attempts.find(({ raw }) => raw.minedAt >= 0 && raw.minedAt <= seen)?.raw
          receipt = isMissing ? undefined : known
          facts = { ...facts, receipt: receiptFacts(receipt) }
        } else if (step.what === 'nonceUser') {
          facts = { ...facts, nonceUser: nonceUserFacts(world, row, finalBlock) }
        } else {
          chainNonce = stateAt(chain, seen)[at.nonces + key]!
          facts = { ...facts, chainNonce }
        }
        yield
      } else {
        yield
        if (world.db !== db) return
        const changes = carryOut({ world, row, facts, step, receipt, headSeen })
        if (changes === 'failed') return
        if (facts.receipt === 'none' && chainNonce !== 'unread' && row.nonce >= chainNonce) isLowest = false
        facts = changes && { ...facts, ...changes }
      }
      if (world.db !== db) return
    }
  }
  memory.heads[key] = head
}

/** @returns the facts that changed, if there may be another step in this pass */
function carryOut(args: {
  world: World
  row: Row
  facts: SignedFacts
  step: TransactionStep
  receipt: Raw | undefined
  headSeen: number
}): Partial<SignedFacts> | 'failed' | undefined {
  const { world, row, facts, step, receipt, headSeen } = args
  const isFollowed = row.state === 'sent' || row.state === 'mined'
  switch (step.do) {
    case 'read':
      replaceAttempt(world, row, facts)
      return undefined
    case 'record':
      if (!isFollowed) return undefined
      row.mined = receipt
      row.nonceUsedBlock = null
      row.bumpIsAsked = row.cancelIsAsked = false
      move(world, row, step.state)
      return undefined
    case 'recordLost':
      if (!isFollowed || (step.because === 'nonceUsed' && row.state !== 'sent')) return undefined
      row.mined = undefined
      move(world, row, 'lost')
      return undefined
    case 'recordUnmined':
      if (row.state === 'mined') {
        row.mined = undefined
        move(world, row, 'sent')
        if (step.because === 'undone') resend(world, row)
      }
      return step.because === 'undone' ? { state: 'sent', minedBlock: null } : undefined
    case 'noteNonceUsed':
    case 'noteNonceFree': {
      const nonceUsedBlock = step.do === 'noteNonceUsed' ? headSeen : null
      if (row.state === 'sent') row.nonceUsedBlock = nonceUsedBlock
      return nonceUsedBlock === null ? { nonceUsedBlock } : undefined
    }
    case 'rebroadcast':
      resend(world, row)
      return undefined
    case 'refill':
      return refill(world, row.key, step.from, row.nonce + 1) ? undefined : 'failed'
    default:
      return undefined
  }
}

/** True if the head of the last pass has left the chain, by what this node knows. */
function takeLastHead(world: World, { heads }: QueueMemory, key: Key, headSeen: number): boolean {
  const last = heads[key]
  heads[key] = undefined
  return !last || last.number > headSeen || world.chain.blocks[last.number] !== last.block
}

/** The stored facts of a row. */
function rowFacts(world: World, row: Row) {
  const { state, nonce, mined, nonceUsedBlock, bumpIsAsked, cancelIsAsked } = row
  return {
    state: state as 'sent' | 'mined',
    nonce,
    nonceUsedBlock,
    bumpIsAsked,
    cancelIsAsked,
    feeLimits,
    minedBlock: mined ? row.minedBlock : null,
    attempts: row.attempts.map(({ raw, signedAt, sentAt }) => ({
      ...raw.fees,
      cancels: raw.call.kind === 'empty',
      signedAgeMs: (world.now - signedAt) * 1_000,
      sentAgeMs: (world.now - sentAt) * 1_000,
    })),
  }
}

/** Replaces an attempt at the same nonce. Decides again from the current row, as the outbox does under the row's lock. */
function replaceAttempt(world: World, row: Row, facts: SignedFacts): void {
  if (row.state !== 'sent' || row.cancelIsAsked !== facts.cancelIsAsked) return
  const step = world.decideStep({ ...facts, ...rowFacts(world, row), market: marketFees(world) })
  if ('heldUpBy' in step && step.heldUpBy === 'feeLimit') row.bumpIsAsked = false
  if (step.do === 'rebroadcast') resend(world, row)
  if (step.do !== 'replace') return
  row.bumpIsAsked = false
  const call = { kind: 'empty', bounty: row.call.bounty, id: 0, deadline: 0 } as const
  const raw = signed(world, row, row.nonce, step.fees)
  storeAttempt(world, row, step.with === 'cancellation' ? { ...raw, call } : raw)
  world.tally.replaced += 1
  resend(world, row)
}

/** Sends the stored bytes of these nonces, in any state. @returns false if the first has none */
function refill(world: World, key: Key, from: number, below: number): boolean {
  const rows = world.db.rows.filter((row) => row.key === key && row.nonce >= from && row.nonce < below)
  if (!rows.some((row) => row.nonce === from)) return false
  for (const row of rows) resend(world, row)
  return true
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

function marketFees({ chain }: World): Fees {
  return limitFees({ maxFeePerGas: 2n * chain.baseFee + tip, maxPriorityFeePerGas: tip }, feeLimits)
}

function signed(world: World, row: Row, nonce: number, fees: Fees): Raw {
  return { key: row.key, nonce, call: row.call, fees, minedAt: -1, ok: false, life: world.life }
}

function storeAttempt(world: World, row: Row, raw: Raw): void {
  const offered = row.attempts.map((attempt) => attempt.raw.fees)
  assertThat(
    offered.length === 0 || canReplace(highestFees(offered), raw.fees),
    () => `${row.call.kind} of ${row.call.bounty} is offered too little more for its nonce`,
  )
  assertThat(
    row.attempts.every((attempt) => attempt.raw.nonce === raw.nonce),
    () => `${row.call.kind} of ${row.call.bounty} is signed for two nonces`,
  )
  row.attempts.push({ raw, signedAt: world.now, sentAt: world.now })
}

function send(world: World, raw: Raw): void {
  assertThat(
    raw.life !== world.life || world.db.rows.some((row) => row.attempts.some((one) => one.raw === raw)),
    () => `${raw.call.kind} of ${raw.call.bounty} is sent before its bytes are stored`,
  )
  if (world.plan.swallow > 0 && world.random.chance(world.plan.swallow)) return
  submit(world.chain, raw)
}

function resend(world: World, row: Row): void {
  if (world.broken === 'never sends again what was dropped') return
  if (world.broken === 'takes a new nonce for a retry') {
    const raw = signed(world, row, world.db.nextNonce[row.key]!, marketFees(world))
    world.db.nextNonce[row.key] = raw.nonce + 1
    row.attempts.push({ raw, signedAt: world.now, sentAt: world.now })
    row.nonce = raw.nonce
  }
  const wanted =
    row.attempts.find(({ raw }) => raw === row.mined) ??
    row.attempts.findLast(({ raw }) => (raw.call.kind === 'empty') === row.cancelIsAsked) ??
    row.attempts.at(-1)
  if (!wanted) return
  wanted.sentAt = world.now
  send(world, wanted.raw)
}

function move(world: World, row: Row, to: Row['state']): void {
  row.state = to
  row.minedBlock = row.mined?.minedAt ?? -1
  row.changedAt = world.now
  if (to === 'lost' || to === 'rejected' || to === 'reverted') world.tally[to] += 1
  const name = `${row.call.kind} of ${row.call.bounty}`
  note(world, () => `${name} (row ${row.index}) is ${to}`)
  const mined = row.attempts.find(({ raw }) => raw.minedAt >= 0)?.raw
  const isCall = mined !== undefined && mined.call.kind !== 'empty'
  assertThat(to !== 'lost' || !isCall, () => `${name} is given up although it was mined`)
  if (to !== 'final' && to !== 'reverted') return
  assertThat(
    isCall && mined.minedAt <= world.chain.final && mined.ok === (to === 'final'),
    () => `${name} is ${to} and the final block says otherwise`,
  )
}

/** A transaction of one of our keys that nobody here knows of. */
export function spendNonce(world: World, key: Key): void {
  submit(world.chain, {
    key,
    nonce: latest(world.chain)[at.nonces + key]!,
    call: { kind: 'other', bounty: -1, id: 0, deadline: 0 },
    fees: anyFees,
    minedAt: -1,
    ok: false,
    life: -1,
  })
}

/** An operator raises the fee of the next transaction of a key, or cancels it. */
export function askOperator(world: World): void {
  const { random } = world
  const key = random.chance(50) ? treasury : operator
  const next = rowsOf(world, key, 'sent', 'sent').sort((one, other) => one.nonce - other.nonce)[0]
  if (!next) return
  const isCancel = random.chance(30)
  if (isCancel) next.cancelIsAsked = true
  else next.bumpIsAsked = true
  note(world, () => `an operator ${isCancel ? 'cancels' : 'raises the fee of'} row ${next.index}`)
}

/** Changes the base fee of the next blocks. */
export function moveBaseFee(world: World): void {
  world.chain.baseFee = BigInt(20 + world.random.below(900))
  note(world, () => `the base fee is ${world.chain.baseFee}`)
}
