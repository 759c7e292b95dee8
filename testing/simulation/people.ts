import { after } from '#lib/domain/bounty/bounty'
import { transition } from '#testing/simulation/bounties'
import {
  anyFees,
  at,
  changeAsOwner,
  field,
  height,
  latest,
  mine,
  of,
  operator,
  type Raw,
  reorganise,
  stranger,
  submit,
  treasury,
} from '#testing/simulation/chain'
import { checkMoney, checkRow } from '#testing/simulation/invariants'
import { spendNonce } from '#testing/simulation/outbox'
import { copyOf, durationSeconds, graceSeconds, note, type World } from '#testing/simulation/world'

// What happens to a simulated bounty from outside: requests, blocks, reorganisations, operators and strangers.

export function accept(world: World, bounty: number): void {
  const row = world.db.bounties[bounty]
  if (!row) return
  if (world.now >= row.deadline && world.broken !== 'accepts after the deadline') return
  if (world.broken === 'accepts without looking at the state' && row.onchainId !== undefined)
    row.state = 'accepting'
  else if (!after(row.state, 'accept')) return
  row.acceptedAt = world.now
  transition(world, bounty, row, 'accept')
  checkRow(world, bounty)
}

export function cancel(world: World, bounty: number): void {
  const row = world.db.bounties[bounty]
  if (!row || world.now >= row.deadline) return
  if (world.broken === 'cancels what was accepted' && row.state === 'accepting') row.state = 'cancelling'
  else transition(world, bounty, row, 'cancel')
}

/** The expiry run. */
export function expire(world: World): void {
  world.db.bounties.forEach((row, bounty) => {
    if (!row || world.now < row.deadline) return
    if (world.broken === 'expires what was accepted' && row.state === 'accepting') row.state = 'expired'
    else transition(world, bounty, row, 'expire')
  })
}

/** An operator asks for an immediate retry of a bounty. */
export function askRetry(world: World): void {
  const bounty = world.random.below(world.db.bounties.length || 1)
  const row = world.db.bounties[bounty]
  if (!row) return
  row.retryAskedAt = world.now
  note(world, () => `an operator wants ${bounty} tried at once`)
}

export function makeBlock(world: World): void {
  mine(world.chain, world.now + world.plan.chainAheadSeconds, world.random, world.plan.leaveOut)
  checkMoney(world)
}

/** Undoes blocks that are not final. Their payments are sent again; other transactions of the service may be forgotten. */
export function undoBlocks(world: World, depth = 1 + world.random.below(world.chain.finality || 1)): void {
  const { chain, random } = world
  if (chain.finality === 0) return
  const keep = random.below(101)
  const { paymentsReturn } = world.plan
  reorganise(chain, depth, (raw) =>
    random.chance(raw.call.kind === 'settle' ? paymentsReturn : isForeign(raw) ? 100 : keep),
  )
  world.tally.reorganisations += 1
  note(world, () => `a reorganisation undoes ${depth} blocks`)
}

/** A reorganisation whose transactions may be refused when they are sent again: posting is paused, the deadline is over, or the nonce was used. */
export function undoWithoutReturn(world: World): void {
  const { chain, random } = world
  undoBlocks(world, chain.finality)
  const why = random.below(4)
  if (why === 0) {
    world.plan.refusesLonger = world.plan.refusesPosts = true
    changeAsOwner(chain, at.postingPaused, 1)
  } else if (why === 1) world.now = Math.max(world.now, ...world.db.bounties.map((row) => row?.deadline ?? 0))
  else if (why === 2) spendNonceElsewhere(world)
}

/** Transactions of others are sent again too: a missing nonce below ours would block a sender queue until an operator fills it. */
function isForeign(raw: Raw): boolean {
  return raw.call.kind === 'settle' || raw.call.kind === 'other'
}

export function dropFromPool(world: World): void {
  const { chain, random } = world
  if (chain.pool.length === 0) return
  const [dropped] = chain.pool.splice(random.below(chain.pool.length), 1)
  if (isForeign(dropped!)) chain.pool.push(dropped!)
  else {
    world.tally.drops += 1
    note(world, () => `the pool forgets a ${dropped!.call.kind} of ${dropped!.call.bounty}`)
  }
}

/**
 * Does what anyone may do: post a bounty, which changes the numbers of later ones, refund an overdue bounty, or send the
 * authorization of a payback that was published.
 */
export function actAsStranger(world: World): void {
  const { chain, random } = world
  if (random.chance(40)) {
    const call = { kind: 'other post' as const, bounty: -1, id: 0, deadline: 0 }
    submit(chain, { key: stranger, nonce: 0, call, fees: anyFees, minedAt: -1, ok: false, life: -1 })
    note(world, () => 'a stranger posts a bounty')
    return
  }
  const bounty = random.below(chain.amounts.length)
  const id = latest(chain)[field(bounty, of.id)]!
  const shown = world.db.rows.some(
    (row) => row.call.kind === 'payback' && row.call.bounty === bounty && row.attempts.length > 0,
  )
  const payback = shown && random.chance(50)
  if (!payback && id === 0) return
  const call = { kind: payback ? ('payback' as const) : ('refund' as const), bounty, id, deadline: 0 }
  submit(chain, { key: stranger, nonce: 0, call, fees: anyFees, minedAt: -1, ok: false, life: -1 })
  world.tally.strangers += 1
  note(world, () => `a stranger sends a ${call.kind} of ${bounty}`)
}

/** The owner of the contract or of the token turns something on or off. */
export function flipSwitch(world: World): void {
  const { chain, random } = world
  const bounty = random.below(chain.amounts.length)
  const switches = [
    at.postingPaused,
    at.tokenPaused,
    at.operatorRemoved,
    at.limitReached,
    field(bounty, of.payerBlocked),
    field(bounty, of.contributorBlocked),
  ]
  const index = switches[random.below(switches.length)]!
  const value = 1 - latest(chain)[index]!
  changeAsOwner(chain, index, value)
  note(world, () => `switch ${index} is ${value}`)
}

export function turnOffAllSwitches(world: World): void {
  const { chain } = world
  for (const index of [at.postingPaused, at.tokenPaused, at.operatorRemoved, at.limitReached])
    changeAsOwner(chain, index, 0)
  chain.amounts.forEach((_, bounty) => {
    changeAsOwner(chain, field(bounty, of.payerBlocked), 0)
    changeAsOwner(chain, field(bounty, of.contributorBlocked), 0)
  })
}

export function spendNonceElsewhere(world: World): void {
  if (world.foreignUses === 0) return
  world.foreignUses -= 1
  const key = world.random.chance(50) ? treasury : operator
  spendNonce(world, key)
  note(world, () => `key ${key} is used elsewhere`)
}

export function backUp(world: World): void {
  world.backup = copyOf(world.db)
}

/**
 * The database is lost and its backup restored, as the runbook says: nothing runs until earlier transactions are final or
 * forgotten, and queued transactions are rejected and asked for again, because they may have been done since.
 */
export function restore(world: World): boolean {
  const { chain, backup } = world
  if (!backup) return false
  const { plan } = world
  world.plan = { ...plan, leaveOut: 0 }
  // After this many blocks every node knows of it, even a lagging node.
  for (let blocks = chain.finality + 4; blocks > 0; blocks -= 1) {
    world.now += 1
    makeBlock(world)
  }
  world.plan = plan
  chain.pool = chain.pool.filter(isForeign)
  world.db.bounties.forEach((row, bounty) => {
    const before = backup.bounties[bounty]
    if (row && row.state !== before?.state) world.forgotten[bounty] = true
  })
  world.db = copyOf(backup)
  world.states = world.db.bounties.map((row) => row?.state)
  if (world.broken !== 'sends what a backup had queued')
    for (const row of world.db.rows) if (row.state === 'queued') row.state = 'rejected'
  world.life += 1
  world.tally.restores += 1
  note(world, () => `the backup is restored at block ${height(chain)}, final ${chain.final}`)
  return true
}

export const overdueSeconds = durationSeconds + graceSeconds
