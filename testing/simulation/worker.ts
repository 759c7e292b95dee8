import { type BountyEffect, type BountyEvent, isEnded } from '#lib/domain/bounty/bounty'
import type { AskedTx, BountyAction, BountyFacts } from '#lib/domain/bounty/bounty-progress'
import { beginSettled, transition } from '#testing/simulation/bounties'
import {
  at,
  contractState,
  field,
  finalHeight,
  of,
  operator,
  type Raw,
  stateAt,
  treasury,
} from '#testing/simulation/chain'
import { checkEnd, checkRow } from '#testing/simulation/invariants'
import { askNode } from '#testing/simulation/node'
import { emptyMemory, enqueue, passSenderQueue } from '#testing/simulation/outbox'
import {
  assertThat,
  type BountyRow,
  durationSeconds,
  graceSeconds,
  note,
  type World,
} from '#testing/simulation/world'

/** What a worker process does over and over. Between any two `yield`s others act, or it dies. */
export function* work(world: World): Generator<void> {
  const memory = emptyMemory()
  for (;;) {
    for (let bounty = 0; bounty < world.db.bounties.length; bounty += 1) {
      yield* beginSettled(world, bounty)
      const row = world.db.bounties[bounty]
      if (row && isUnderWay(row)) yield* advance(world, bounty)
    }
    yield* passSenderQueue(world, treasury, memory)
    yield* passSenderQueue(world, operator, memory)
    yield
  }
}

function isUnderWay(row: BountyRow): boolean {
  return row.state === 'open' ? !row.postIsFinal : !isEnded(row.state)
}

function* advance(world: World, bounty: number): Generator<void> {
  const { db } = world
  const row = db.bounties[bounty]!
  const read = { ...row }
  const seen = askNode(world)
  if (seen === undefined) return
  let facts = factsOf(world, bounty, row, seen)
  yield
  let action = world.decide(facts)
  if (action.do === 'read') {
    const looked = readChainState(world, bounty)
    if (!looked) return
    yield
    facts = { ...facts, ...looked }
    action = world.decide(facts)
  }
  if (action.do === 'wait' || action.do === 'read') return
  yield
  if (world.db !== db) return
  const unchanged =
    row.state === read.state &&
    row.post === read.post &&
    row.exit === read.exit &&
    row.payback === read.payback
  if (!unchanged && world.broken !== 'acts on facts that have changed') return
  carryOut(world, bounty, row, action)
  checkRow(world, bounty)
}

function factsOf(world: World, bounty: number, row: BountyRow, seen: number): BountyFacts {
  const asked = (index: number | undefined, tries: number): AskedTx | undefined => {
    if (index === undefined) return undefined
    const tx = world.db.rows[index]!
    const minedAt = tx.mined?.minedAt ?? -1
    return {
      state: tx.state,
      tries,
      ageSeconds: world.now - tx.changedAt,
      retryAsked: (row.retryAskedAt ?? -1) > tx.changedAt,
      confirmed:
        minedAt >= 0 &&
        minedAt + world.plan.confirmations <= seen &&
        (tx.mined!.ok || world.broken === 'takes a reverted post for posted'),
    }
  }
  assertThat(row === world.db.bounties[bounty], () => 'facts of another life')
  return {
    state: row.state,
    post: asked(row.post, row.postTries),
    exit: asked(row.exit, row.exitTries),
    payback: asked(row.payback, row.paybackTries),
    postIsFinal: row.postIsFinal,
    inContract: 'unread',
    paidBack: 'unread',
  }
}

function readChainState(
  world: World,
  bounty: number,
): Pick<BountyFacts, 'inContract' | 'payableInSeconds' | 'paidBack'> | undefined {
  const seen = askNode(world)
  if (seen === undefined) return undefined
  const now = stateAt(world.chain, seen)
  const final =
    world.broken === 'records an end before it is final'
      ? now
      : stateAt(world.chain, finalHeight(world.chain, seen))
  const [inContract, inLatest] = [contractState(final, bounty), contractState(now, bounty)]
  const overdue = final[at.time]! >= final[field(bounty, of.deadline)]! + graceSeconds
  const used = final[field(bounty, of.nonceUsed)] === 1
  return {
    inContract:
      inContract !== inLatest ? 'unsettled' : inContract === 'open' && overdue ? 'overdue' : inContract,
    payableInSeconds: now[at.limitReached] ? 60 : 0,
    paidBack: used === (now[field(bounty, of.nonceUsed)] === 1) ? used : 'unsettled',
  }
}

function carryOut(world: World, bounty: number, row: BountyRow, action: BountyAction): void {
  if (action.do === 'ask') {
    if (mayAsk(world, bounty, action.effect)) ask(world, bounty, row, action.effect)
  } else if (action.do === 'record') record(world, bounty, row, action.event)
  else if (action.do === 'recordNumber') recordNumber(world, bounty, row)
}

/** Nothing leaves the treasury for a bounty whose payment a reorganisation took out of the chain, or could before a payback. */
function mayAsk(world: World, bounty: number, effect: BountyEffect): boolean {
  if (effect !== 'post' && effect !== 'payback') return true
  const seen = askNode(world)
  if (seen === undefined) return false
  const isHasty = effect === 'post' || world.broken === 'pays back before the payment is final'
  const block = isHasty ? seen - world.plan.confirmations : finalHeight(world.chain, seen)
  return stateAt(world.chain, block)[field(bounty, of.settled)] === 1
}

function ask(world: World, bounty: number, row: BountyRow, effect: BountyEffect): void {
  const slot = effect === 'post' || effect === 'payback' ? effect : 'exit'
  const asked = row[slot] === undefined ? undefined : world.db.rows[row[slot]]!
  const last = asked?.state
  // What a release committed and did not pay is paid by another transaction.
  const follows = effect === 'pay' && last === 'final' && asked?.call.kind === 'release'
  assertThat(
    last === undefined || follows || last === 'reverted' || last === 'rejected' || last === 'lost',
    () => `${effect} of ${bounty} is asked for again while the last is ${last}`,
  )
  assertThat(
    effect !== 'payback' || stateAt(world.chain, world.chain.final)[field(bounty, of.settled)] === 1,
    () => `${bounty} is paid back while its own payment may still be undone`,
  )
  const extended = Math.max(row.deadline, world.now + durationSeconds)
  row[slot] = enqueue(world, {
    kind: effect,
    bounty,
    id: row.onchainId ?? 0,
    deadline: row.state === 'accepting' ? extended : row.deadline,
  })
  row[`${slot}Tries`] += 1
  note(world, () => `${effect} of ${bounty} is asked for, time ${row[`${slot}Tries`]}`)
}

function record(world: World, bounty: number, row: BountyRow, event: BountyEvent): void {
  const found =
    event === 'post_signed' || event === 'post_undone' ? undefined : findTx(world, bounty, row, event)
  // The node does not show its transaction now.
  if (found === undefined && event !== 'post_signed' && event !== 'post_undone') return
  if (!transition(world, bounty, row, event)) return
  if (event === 'posted') {
    row.createTx = found
    row.onchainId = numberIn(world, bounty, found!.minedAt)
  } else if (event === 'post_undone') {
    row.createTx = undefined
    row.onchainId = undefined
    world.tally.undone += 1
  } else if (event === 'released') row.acceptTx = found
  else if (event === 'paid_back') {
    if (!row.postIsFinal) row.createTx = row.onchainId = undefined
    row.payoutTx = found
  } else if (event === 'cancelled' || event === 'refunded') {
    if (event === 'cancelled' && row.state === 'cancelled') row.cancelTx = found
    if (row.state === 'expired_refunded') row.refundTx = found
    row.payoutTx = found
  }
  if (world.broken === 'writes the payout down without its transaction') row.payoutTx = undefined
  if (!isEnded(row.state)) return
  world.tally[row.state as 'accepted'] += 1
  checkEnd(world, bounty)
}

const kindsOf: Partial<Record<BountyEvent, Raw['call']['kind']>> = {
  posted: 'post',
  released: 'release',
  cancelled: 'cancel',
  refunded: 'refund',
  paid_back: 'payback',
}

/** Found by a log search, from any sender. */
function findTx(world: World, bounty: number, row: BountyRow, event: BountyEvent): Raw | undefined {
  const seen = askNode(world)
  if (seen === undefined) return undefined
  // A release that had to wait paid nobody; the payment after it did.
  const paid = event === 'released' ? findKind(world, bounty, row, 'pay', seen) : undefined
  return paid ?? findKind(world, bounty, row, kindsOf[event], seen)
}

function findKind(
  world: World,
  bounty: number,
  row: BountyRow,
  kind: Raw['call']['kind'] | undefined,
  seen: number,
): Raw | undefined {
  for (let height = seen; height >= 0; height -= 1)
    for (const raw of world.chain.blocks[height]!.raws) {
      const same =
        kind === 'post' || kind === 'payback' ? raw.call.bounty === bounty : raw.call.id === row.onchainId
      if (raw.call.kind === kind && same && (raw.ok || world.broken === 'takes a reverted post for posted'))
        return raw
    }
  return undefined
}

function numberIn(world: World, bounty: number, block: number): number {
  return stateAt(world.chain, block)[field(bounty, of.id)]!
}

function recordNumber(world: World, bounty: number, row: BountyRow): void {
  const seen = askNode(world)
  if (seen === undefined) return
  const final = finalHeight(world.chain, seen)
  const id = numberIn(world, bounty, final)
  if (id === 0) return
  const posted = world.chain.blocks
    .flatMap((block) => block.raws)
    .find((raw) => raw.ok && raw.call.kind === 'post' && raw.call.bounty === bounty)
  if (!posted) return
  if (world.broken !== 'keeps the first number it saw') row.onchainId = id
  row.createTx = posted
  row.postIsFinal = true
  note(world, () => `${bounty} has number ${id} for good`)
}
