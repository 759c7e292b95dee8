import type {
  IdentifierFacts,
  nextPaymentStep,
  PayerFacts,
  ReconciliationFacts,
} from '#lib/domain/payment/next-payment-step'
import {
  assertThat,
  copyOf,
  createWorld,
  emptyPaymentTally,
  expiresAtMs,
  flush,
  leaseMs,
  mine,
  type Outcome,
  type PaymentTally,
  PaymentViolation,
  readChain,
  recordSettled,
  settle,
  type World,
  write,
} from '#testing/simulation/payment-world'
import { randomOf } from '#testing/simulation/random'

// One or two payments of one payer for the same request, with everything around `nextPaymentStep`: the journal, its database,
// the chain, a facilitator, requests and the reconciliation, each of which may die between any two steps.

/** @returns what was violated, if anything, in the run that the seed determines */
export function simulatePayments(args: {
  seed: number
  decide: typeof nextPaymentStep
  tally?: PaymentTally
}): string | undefined {
  const world = createWorld(randomOf(args.seed), args.decide)
  const tally = args.tally ?? emptyPaymentTally()
  try {
    run(world, tally)
    runToEnd(world, tally)
    return undefined
  } catch (error) {
    if (error instanceof PaymentViolation) return error.message
    throw error
  }
}

type Process = { work: Generator<void, Outcome | undefined>; payment: number }

function run(world: World, tally: PaymentTally): void {
  const { random } = world
  const processes: Process[] = []
  const reconciliation = () => ({ work: reconcile(world), payment: -1 })
  let reconciling: Process = reconciliation()
  for (let steps = 30 + random.below(120); steps > 0; steps -= 1) {
    const what = random.below(100)
    if (what < 8 && processes.length < 4) {
      const payment = random.below(world.payments)
      processes.push({ work: request(world, payment), payment })
    } else if (what < 12) world.now += random.chance(80) ? 1_000 : leaseMs
    else if (what < 17) actAsStranger(world, tally)
    else if (what < 20 && processes.length > 0) {
      tally.died += 1
      processes.splice(random.below(processes.length), 1)
    } else if (what < 22) {
      // The database loses what was not flushed, and every request of it fails.
      tally.crashes += 1
      world.db = copyOf(world.disk)
      processes.length = 0
      reconciling = reconciliation()
    } else if (what < 24) world.hasFunds = random.chance(70)
    else if (what < 40) {
      if (reconciling.work.next().done) reconciling = reconciliation()
    } else if (processes.length > 0) {
      const index = random.below(processes.length)
      const { done, value } = processes[index]!.work.next()
      if (!done) continue
      processes.splice(index, 1)
      if (value) tally[value] += 1
    }
  }
}

/** Acts for the others: the chain mines or drops a sent transaction, a stranger sends an authorization, or its payer cancels it. */
function actAsStranger(world: World, tally: PaymentTally): void {
  const { random } = world
  const index = random.below(world.payments)
  const seen = world.chain[index]!
  if (seen.isSent) {
    seen.isSent = false
    if (random.chance(70)) mine(world, index, true)
  } else if (random.chance(15) && world.db.rows[index]?.isStored) {
    tally.strangers += 1
    mine(world, index, false)
  } else if (random.chance(10) && seen.transfer === 'unused') seen.transfer = 'spent'
}

/** Without further faults every open payment ends, and a paid one that bought something is answered. */
function runToEnd(world: World, tally: PaymentTally): void {
  world.chainDown = 0
  world.chain.forEach((seen, index) => {
    if (seen.isSent && world.random.chance(50)) mine(world, index, true)
    seen.isSent = false
  })
  world.now += expiresAtMs + leaseMs
  for (let runs = 3; runs > 0; runs -= 1) finish(reconcile(world))
  for (let payment = 0; payment < world.payments; payment += 1) {
    const row = world.db.rows[payment]
    const isPaid = world.chain[payment]!.transfer === 'paid'
    assertThat(!row || row.isClosed, `payment ${payment} stays ${row?.state}`)
    if (row?.state === 'settled') tally.settled += 1
    assertThat(
      !row?.isStored || !isPaid || row.state === 'settled',
      `payment ${payment} is paid and ${row?.state}`,
    )
    const outcome = finish(request(world, payment))
    assertThat(
      outcome === (row?.state === 'settled' ? 'answered' : outcome),
      `a settled payment is ${outcome}`,
    )
    assertThat(outcome !== 'pending', `payment ${payment} is never decided`)
  }
}

function finish<Value>(work: Generator<void, Value>): Value {
  for (let steps = 0; steps < 5_000; steps += 1) {
    const { done, value } = work.next()
    if (done) return value
  }
  throw new PaymentViolation('work without an end')
}

/** As `purchase` carries out the steps. */
function* request(world: World, payment: number): Generator<void, Outcome> {
  const startedAt = world.now
  const atStart = world.db.rows[payment]
  const isOwed =
    world.chain[payment]!.transfer === 'paid' &&
    atStart !== undefined &&
    atStart.isStored &&
    atStart.state !== 'claimed'
  let transferReadAt = Number.NEGATIVE_INFINITY
  let waitedMs = 0
  let attempt = 0
  let facts = readRow(world, payment)
  const ours = () => {
    const row = world.db.rows[payment]
    return row?.attempt === attempt ? row : undefined
  }
  for (;;) {
    const sinceTransferReadMs = world.now - transferReadAt
    const step = world.decide({ ...facts, waitedMs, sinceTransferReadMs } as PayerFacts)
    switch (step.do) {
      case 'read':
        yield
        if (step.fact === 'transfer') {
          transferReadAt = world.now
          if (facts.state === 'none' && world.db.rows[payment]) facts = readRow(world, payment)
          else facts = { ...facts, transfer: readChain(world, payment) }
        } else facts = { ...facts, ...readOther(world, payment, step.fact) }
        break
      case 'wait':
        yield
        waitedMs += 1_000
        world.now += 100
        facts = readRow(world, payment)
        break
      case 'followIdentifier': {
        const outcome: Outcome | undefined = yield* followIdentifier(world, payment)
        if (outcome) return outcome
        facts = { ...facts, identifier: 'free' }
        break
      }
      case 'claim': {
        yield
        const row = world.db.rows[payment]
        const isFree =
          row === undefined
            ? facts.state === 'none'
            : row.state === 'void' ||
              row.state === 'failed' ||
              (row.state === 'claimed' && row.leaseUntil <= world.now)
        if (!isFree) {
          facts = readRow(world, payment)
          break
        }
        attempt = (row?.attempt ?? 0) + 1
        const isStored = row?.isStored ?? false
        write(
          world,
          payment,
          { state: 'claimed', attempt, leaseUntil: world.now + leaseMs, isStored, isClosed: false },
          row !== undefined,
        )
        facts = { ...facts, state: 'claimed', lease: 'ours' }
        break
      }
      case 'bindIdentifier': {
        yield
        const holder = world.db.holder
        const held = holder === undefined ? undefined : world.db.rows[holder]?.state
        const isBound = holder === undefined || holder === payment || held === 'void' || held === 'failed'
        if (isBound) world.db.holder = payment
        flush(world)
        facts = { ...facts, identifier: isBound ? 'bound' : 'taken' }
        break
      }
      case 'voidClaim':
        yield
        if (ours()?.state === 'claimed')
          write(world, payment, { ...ours()!, state: 'void', isClosed: true }, true)
        facts = readRow(world, payment)
        break
      case 'store': {
        yield
        const row = ours()
        if (row?.state !== 'claimed') return 'pending'
        const isLazy = facts.flow === 'authorization' && world.facilitatorIsOurs && facts.transfer !== 'paid'
        write(
          world,
          payment,
          { ...row, state: 'settling', leaseUntil: world.now + leaseMs, isStored: true },
          !isLazy,
        )
        facts = { ...facts, state: 'settling' }
        break
      }
      case 'takeOver': {
        yield
        const row = world.db.rows[payment]
        if (row?.state !== 'settling' || row.leaseUntil > world.now) return 'pending'
        attempt = row.attempt + 1
        write(world, payment, { ...row, attempt, leaseUntil: world.now + leaseMs }, true)
        facts = { ...facts, lease: 'ours' }
        break
      }
      case 'settle':
        yield
        facts = { ...facts, settlement: settle(world, payment), transfer: 'unread' }
        break
      case 'recordSettled':
        yield
        return recordSettled(world, payment)
      case 'answer':
        assertThat(world.chain[payment]!.transfer === 'paid', 'an unpaid payment is answered')
        return 'answered'
      case 'recover':
        yield
        assertThat(world.chain[payment]!.transfer === 'paid', 'a transfer that was not made is recovered')
        if (world.db.rows[payment]) {
          facts = readRow(world, payment)
          break
        }
        write(
          world,
          payment,
          { state: 'settled', attempt: 1, leaseUntil: 0, isStored: true, isClosed: true },
          true,
        )
        return 'answered'
      case 'recordFailed':
        yield
        if (ours()?.state === 'settling') write(world, payment, { ...ours()!, state: 'failed' }, true)
        return 'refused'
      case 'release':
        yield
        if (ours()?.state === 'settling') write(world, payment, { ...ours()!, leaseUntil: world.now }, true)
        return 'pending'
      case 'refuse':
        assertThat(
          !isOwed,
          `payment ${payment}, paid before ${startedAt} and stored, is refused: ${step.reason}`,
        )
        return 'refused'
      case 'answerPending':
        return 'pending'
      case 'answerHeld':
        return 'held'
    }
  }
}

type RowFacts = Omit<PayerFacts, 'waitedMs' | 'sinceTransferReadMs'>

function readRow(world: World, payment: number): RowFacts {
  const row = world.db.rows[payment]
  return {
    ...{ asker: 'payer', state: row?.state ?? 'none', transfer: 'unread', mismatch: undefined },
    lease: row && row.leaseUntil > world.now ? 'other' : 'over',
    identifier: world.hasIdentifier ? 'unread' : 'none',
    ...{ verdict: 'unread', twin: 'unread', settlement: 'unasked', flow: world.flow, sentBack: 'unread' },
    ...{ facilitatorIsOurs: world.facilitatorIsOurs, quotedBefore: 'unread', proof: 'unread' },
  }
}

function readOther(world: World, payment: number, fact: string): Partial<RowFacts> {
  const { random } = world
  const isGood = world.chain[payment]!.transfer === 'unused' && world.now < expiresAtMs && world.hasFunds
  if (fact === 'verdict') return { verdict: isGood ? 'good' : 'refused' }
  if (fact === 'twin') return { twin: 'none' }
  if (fact === 'sentBack') return { sentBack: false }
  if (fact === 'quotedBefore') return { quotedBefore: random.chance(80) }
  return { proof: random.chance(80) ? 'valid' : 'invalid' }
}

/** As `answerIdentified` carries out the steps. */
function* followIdentifier(world: World, own: number): Generator<void, Outcome | undefined> {
  let transferReadAt = world.now
  let waitedMs = 0
  let transfer: IdentifierFacts['transfer'] = 'unread'
  for (;;) {
    yield
    const { holder } = world.db
    if (holder === undefined || holder === own) return undefined
    const row = world.db.rows[holder]
    const step = world.decide({
      ...{ asker: 'identifier', state: row?.state ?? 'none', transfer, isPayer: true, isSameRequest: true },
      lease: row && row.leaseUntil > world.now ? 'other' : 'over',
      ...{ waitedMs, sinceTransferReadMs: world.now - transferReadAt },
    })
    switch (step.do) {
      case 'read':
        transferReadAt = world.now
        transfer = readChain(world, holder)
        break
      case 'wait':
        waitedMs += 1_000
        world.now += 100
        transfer = 'unread'
        break
      case 'recordSettled':
        return recordSettled(world, holder)
      case 'answer':
        return 'answered'
      case 'answerHeld':
        return 'held'
      default:
        return undefined
    }
  }
}

/** As `reconcilePayments` carries out the steps. */
function* reconcile(world: World): Generator<void, undefined> {
  for (let payment = 0; payment < world.payments; payment += 1) {
    const row = world.db.rows[payment]
    if (
      !row ||
      row.isClosed ||
      ((row.state === 'claimed' || row.state === 'settling') && row.leaseUntil > world.now)
    )
      continue
    let facts: ReconciliationFacts = {
      ...{ asker: 'reconciliation', state: row.state, lease: 'over', transfer: 'unread', isExpired: false },
      ...{ wasStored: row.isStored, spentForGood: 'unread', watchedEnough: false },
    }
    for (let isOver = false; !isOver; ) {
      const step = world.decide(facts)
      yield
      const now = world.db.rows[payment]
      const isSame = now?.attempt === row.attempt && now.state === facts.state
      if (step.do === 'read') {
        if (step.fact === 'transfer')
          facts = {
            ...facts,
            transfer: readChain(world, payment),
            isExpired: world.now >= expiresAtMs && !world.chain[payment]!.isSent,
          }
        else facts = { ...facts, spentForGood: world.random.chance(50) || world.chainDown === 0 }
      } else if (step.do === 'abandon' && isSame && now.leaseUntil <= world.now) {
        write(world, payment, { ...now, state: step.as, isClosed: step.as === 'void' }, true)
        facts = { ...facts, state: step.as }
        isOver = step.as === 'void'
      } else {
        if (step.do === 'recordSettled') recordSettled(world, payment)
        if (step.do === 'close' && isSame)
          write(world, payment, { ...now, state: 'failed', isClosed: true }, true)
        isOver = true
      }
    }
  }
  return undefined
}
