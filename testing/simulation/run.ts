import { isEnded } from '#lib/domain/bounty/bounty'
import { nextAction } from '#lib/domain/bounty/bounty-progress'
import { nextTransactionStep } from '#lib/domain/chain/next-transaction-step'
import { brokenDecision, brokenStep } from '#testing/simulation/broken-decisions'
import {
  anyFees,
  at,
  changeAsOwner,
  field,
  latest,
  of,
  type Raw,
  stranger,
  submit,
} from '#testing/simulation/chain'
import { checkEnded, checkMove, isReported } from '#testing/simulation/invariants'
import { askOperator, moveBaseFee } from '#testing/simulation/outbox'
import {
  accept,
  actAsStranger,
  askRetry,
  backUp,
  cancel,
  dropFromPool,
  expire,
  flipSwitch,
  makeBlock,
  overdueSeconds,
  restore,
  spendNonceElsewhere,
  turnOffAllSwitches,
  undoBlocks,
  undoWithoutReturn,
} from '#testing/simulation/people'
import { work } from '#testing/simulation/worker'
import {
  assertThat,
  type Breakage,
  createWorld,
  durationSeconds,
  emptyTally,
  type Tally,
  Violation,
  type World,
} from '#testing/simulation/world'

/** After the faults have stopped, everything must end within this number of rounds of a worker. */
const maxRoundsToEnd = 300
const maxRefusedRounds = 60

export type Run = { seed: number; broken?: Breakage; tally?: Tally; history?: string[] }

/**
 * Simulates a few bounties, determined by the seed: first with random requests, clocks and faults, then without faults until every
 * bounty has ended as it must.
 *
 * @returns what was violated, if anything
 */
export function simulate({ seed, broken, tally = emptyTally(), history }: Run): string | undefined {
  const world = createWorld({
    seed,
    broken,
    tally,
    history,
    decide: brokenDecision(broken) ?? nextAction,
    decideStep: brokenStep(broken) ?? nextTransactionStep,
  })
  try {
    const faultPhase = new FaultPhase(world)
    for (let steps = world.plan.steps; steps > 0; steps -= 1) faultPhase.step()
    tally.steps += faultPhase.steps
    runToEnd(world)
    return undefined
  } catch (error) {
    if (error instanceof Violation) return error.message
    throw error
  }
}

/** Runs a seed again and returns its history as text. */
export function replay(seed: number, broken?: Breakage): string {
  const history: string[] = []
  const violated = simulate({ seed, history, ...(broken && { broken }) })
  return [`seed ${seed}${broken ? `, which ${broken}` : ''}`, ...history, violated ?? 'no violation'].join(
    '\n',
  )
}

type Fault = (world: World) => void

/** The phase with faults. The seed chooses which kinds occur: with few kinds, each occurs more often in one run. */
class FaultPhase {
  steps = 0
  readonly #world: World
  readonly #workers: Generator<void>[]
  readonly #faults: Fault[]
  readonly #settlements: Raw[]
  #undoesWhatIsShown: boolean

  constructor(world: World) {
    this.#world = world
    const kinds: Fault[] = [
      (w) => this.#crash(w.random.below(2)),
      undoBlocks,
      undoWithoutReturn,
      dropFromPool,
      actAsStranger,
      flipSwitch,
      spendNonceElsewhere,
      (w) => this.#restore(w),
      backUp,
    ]
    this.#faults = kinds.filter((_, index) => world.plan.kinds[index])
    if (this.#faults.length === 0) this.#faults.push(undoBlocks)
    this.#undoesWhatIsShown = world.plan.undoesWhatIsShown
    if (world.plan.refusesPosts) changeAsOwner(world.chain, at.postingPaused, 1)
    this.#workers = [work(world), work(world)]
    this.#settlements = world.chain.amounts.map((_, bounty) => settlementOf(bounty))
  }

  step(): void {
    const world = this.#world
    const { random, plan } = world
    this.steps += 1
    let what = random.below(100)
    const isNow = (percent: number) => {
      what -= percent
      return what < 0
    }
    if (isNow(plan.faults)) this.#faults[random.below(this.#faults.length)]!(world)
    else if (isNow(plan.blocks)) makeBlock(world)
    else if (isNow(plan.clocks)) world.now += 1 + random.below(random.chance(80) ? 12 : 60)
    else if (isNow(1)) this.#jump()
    else if (isNow(8)) callers(world)
    else if (isNow(3)) expire(world)
    else if (isNow(2)) askRetry(world)
    else if (isNow(plan.fees)) moveBaseFee(world)
    else if (isNow(plan.operators)) askOperator(world)
    else this.#work(random.below(2))
    checkMoves(world)
    if (plan.forgetsEnds) this.#forgetEnds()
    if (this.#undoesWhatIsShown && random.chance(25) && isAnyShown(world)) this.#undoShown()
    for (const raw of this.#settlements)
      if (raw.minedAt < 0 && random.chance(plan.paymentsReturn)) submit(world.chain, raw)
  }

  #work(index: number): void {
    this.#workers[index]!.next()
  }

  #crash(index: number): void {
    this.#world.tally.crashes += 1
    this.#workers[index] = work(this.#world)
  }

  #restore(world: World): void {
    if (restore(world)) for (const index of [0, 1]) this.#crash(index)
  }

  #undoShown(): void {
    this.#undoesWhatIsShown = this.#world.random.chance(50)
    undoWithoutReturn(this.#world)
  }

  /** Makes a backup before any bounty has ended, and restores it afterwards. */
  #forgetEnds(): void {
    const world = this.#world
    const anyEnded = hasAnyEnded(world)
    const isAnyNew = world.db.bounties.some(
      (row) =>
        row?.state === 'paid' && (row.post === undefined || world.db.rows[row.post]!.state === 'queued'),
    )
    if (!anyEnded && world.random.chance(isAnyNew ? 30 : world.backup ? 0 : 3)) backUp(world)
    if (anyEnded && world.random.chance(20)) this.#restore(world)
  }

  /** Moves the clock to about a deadline, or far beyond. */
  #jump(): void {
    const world = this.#world
    const { random } = world
    const row = world.db.bounties[random.below(world.db.bounties.length)]
    const begun = row?.state === 'paid' || row?.state === 'creating'
    if (!row || (begun && !random.chance(10))) return
    if (row.deadline > world.now && random.chance(70)) world.now = row.deadline + random.below(7) - 3
    else world.now += random.below(overdueSeconds + durationSeconds)
  }
}

function hasAnyEnded(world: World): boolean {
  return world.db.bounties.some((row) => row && isEnded(row.state))
}

/** True if a bounty is on the board or paid back by a block that is not final. */
function isAnyShown(world: World): boolean {
  return world.db.bounties.some((row) => {
    if (!row || isEnded(row.state)) return false
    const paidBack = row.payback === undefined ? undefined : world.db.rows[row.payback]!.mined
    return paidBack ? paidBack.minedAt > world.chain.final : !row.postIsFinal && row.onchainId !== undefined
  })
}

function callers(world: World): void {
  const bounty = world.random.below(world.db.bounties.length)
  if (world.random.chance(65)) accept(world, bounty)
  else cancel(world, bounty)
}

/** Checks that each bounty moved along its lifecycle, and that none moved after its end. */
function checkMoves(world: World): void {
  const { bounties } = world.db
  for (let bounty = 0; bounty < bounties.length; bounty += 1) {
    const from = world.states[bounty]
    const to = bounties[bounty]?.state
    if (from === to) continue
    world.states[bounty] = to
    if (from && to) checkMove(from, to, bounty)
  }
}

/** Runs without faults until every bounty has ended. @throws Violation if that takes too many rounds */
function runToEnd(world: World): void {
  const { plan } = world
  if (plan.forgetsEnds && hasAnyEnded(world) && world.random.chance(50)) restore(world)
  world.plan = {
    ...plan,
    rpcDead: 0,
    rpcStale: 0,
    receiptMissing: 0,
    swallow: 0,
    leaveOut: 0,
    chainAheadSeconds: 0,
  }
  turnOffAllSwitches(world)
  if (plan.refusesPosts && plan.refusesLonger) changeAsOwner(world.chain, at.postingPaused, 1)
  world.history?.push('the faults stop')
  for (let bounty = 0; bounty < world.chain.amounts.length; bounty += 1) {
    if (!latest(world.chain)[field(bounty, of.settled)]) submit(world.chain, settlementOf(bounty))
  }
  const worker = work(world)
  let patienceSeconds = 2
  for (let rounds = 0; !hasEnded(world); rounds += 1) {
    if (rounds >= maxRoundsToEnd) {
      checkEnded(world)
      assertThat(false, () => 'work is left although every bounty has ended')
    }
    // A bounty accepted before a reorganisation undid its post can be paid only once posting is possible again.
    if (rounds === maxRefusedRounds) turnOffAllSwitches(world)
    if (world.random.chance(15)) callers(world)
    const before = world.changes
    expire(world)
    checkMoves(world)
    for (let steps = 12; steps > 0; steps -= 1) {
      worker.next()
      checkMoves(world)
    }
    makeBlock(world)
    // Nothing happened, so everything waits for a time: a backoff or a deadline.
    patienceSeconds = world.changes === before ? Math.min(patienceSeconds * 2, 2_000) : 2
    world.now += patienceSeconds
  }
  checkEnded(world)
  assertThat(
    latest(world.chain)[at.escrow] === 0 || world.forgotten.includes(true),
    () => 'the escrow is not empty',
  )
}

function hasEnded(world: World): boolean {
  return (
    world.db.bounties.every((row, bounty) => row && (isEnded(row.state) || isReported(world, bounty))) &&
    world.db.rows.every((row) => row.state !== 'queued' && row.state !== 'sent' && row.state !== 'mined')
  )
}

/** The transaction by which a stranger settles the payment of a bounty. */
function settlementOf(bounty: number): Raw {
  const call = { kind: 'settle', bounty, id: 0, deadline: 0 } as const
  return { key: stranger, nonce: 0, call, fees: anyFees, minedAt: -1, ok: false, life: -1 }
}
