import { isEnded } from '#lib/domain/bounty/bounty'
import { nextAction } from '#lib/domain/bounty/bounty-progress'
import { nextTransactionStep } from '#lib/domain/chain/next-transaction-step'
import { brokenDecision, brokenStep } from '#testing/simulation/broken-decisions'
import { anyFees, at, decree, field, latest, of, type Raw, stranger, submit } from '#testing/simulation/chain'
import { checkMove, checkQuiet, isReported } from '#testing/simulation/invariants'
import { askOperator, moveBaseFee } from '#testing/simulation/outbox'
import {
  accept,
  askRetry,
  backUp,
  cancel,
  dropFromPool,
  expire,
  makeBlock,
  meddle,
  overdueSeconds,
  restore,
  takeNonceAway,
  turnAllOff,
  turnSwitch,
  undoBlocks,
  undoForGood,
} from '#testing/simulation/people'
import { work } from '#testing/simulation/worker'
import {
  type Breakage,
  createWorld,
  demand,
  durationSeconds,
  emptyTally,
  type Tally,
  Violation,
  type World,
} from '#testing/simulation/world'

/** How long it may take until everything has ended once the faults have stopped, in rounds of a worker. */
const maxQuietRounds = 300
const maxRefusedRounds = 60

export type Run = { seed: number; broken?: Breakage; tally?: Tally; history?: string[] }

/**
 * One life of a few bounties, determined by the seed: first people, clocks and faults as they come, then peace, in which
 * everything has to end well.
 *
 * @returns what was violated, if anything
 */
export function simulate({ seed, broken, tally = emptyTally(), history }: Run): string | undefined {
  const world = createWorld({
    ...{ seed, broken, tally, history },
    decide: brokenDecision(broken) ?? nextAction,
    decideStep: brokenStep(broken) ?? nextTransactionStep,
  })
  try {
    const unrest = new Unrest(world)
    for (let steps = world.plan.steps; steps > 0; steps -= 1) unrest.step()
    tally.steps += unrest.steps
    endWell(world)
    return undefined
  } catch (error) {
    if (error instanceof Violation) return error.message
    throw error
  }
}

/** Runs a seed again and writes its history down. */
export function replay(seed: number, broken?: Breakage): string {
  const history: string[] = []
  const violated = simulate({ seed, history, ...(broken && { broken }) })
  return [`seed ${seed}${broken ? `, which ${broken}` : ''}`, ...history, violated ?? 'no violation'].join(
    '\n',
  )
}

type Fault = (world: World) => void

/** The time of faults. Which kinds of them there are, and how many, is the seed's choice: few at once go deeper. */
class Unrest {
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
      undoForGood,
      dropFromPool,
      meddle,
      turnSwitch,
      takeNonceAway,
      (w) => this.#restore(w),
      backUp,
    ]
    this.#faults = kinds.filter((_, index) => world.plan.kinds[index])
    if (this.#faults.length === 0) this.#faults.push(undoBlocks)
    this.#undoesWhatIsShown = world.plan.undoesWhatIsShown
    if (world.plan.refusesPosts) decree(world.chain, at.postingPaused, 1)
    this.#workers = [work(world), work(world)]
    this.#settlements = world.chain.amounts.map(
      (_, bounty): Raw => ({
        key: stranger,
        nonce: 0,
        call: { kind: 'settle', bounty, id: 0, deadline: 0 },
        fees: anyFees,
        minedAt: -1,
        ok: false,
        life: -1,
      }),
    )
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
    undoForGood(this.#world)
  }

  /** Keeps a backup from before anything ended, and restores it after. */
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

  /** To about a deadline, or far beyond. */
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

/** On the board or paid back, and not yet for good. */
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

/** No more faults: bounded work must bring every bounty to its end. */
function endWell(world: World): void {
  const { plan } = world
  if (plan.forgetsEnds && hasAnyEnded(world) && world.random.chance(50)) restore(world)
  world.plan = { ...plan, rpcDead: 0, rpcStale: 0, swallow: 0, leaveOut: 0, chainAheadSeconds: 0 }
  turnAllOff(world)
  if (plan.refusesPosts && plan.refusesLonger) decree(world.chain, at.postingPaused, 1)
  world.history?.push('the faults stop')
  for (let bounty = 0; bounty < world.chain.amounts.length; bounty += 1) {
    const raw: Raw = {
      key: stranger,
      nonce: 0,
      call: { kind: 'settle', bounty, id: 0, deadline: 0 },
      fees: anyFees,
      minedAt: -1,
      ok: false,
      life: -1,
    }
    if (!latest(world.chain)[field(bounty, of.settled)]) submit(world.chain, raw)
  }
  const worker = work(world)
  let patienceSeconds = 2
  for (let rounds = 0; !isQuiet(world); rounds += 1) {
    if (rounds >= maxQuietRounds) {
      checkQuiet(world)
      demand(false, () => 'all have ended and it is not quiet')
    }
    // A bounty accepted before a reorganisation undid its post can be paid only once posting is possible again.
    if (rounds === maxRefusedRounds) turnAllOff(world)
    if (world.random.chance(15)) callers(world)
    const before = world.changes
    expire(world)
    checkMoves(world)
    for (let steps = 12; steps > 0; steps -= 1) {
      worker.next()
      checkMoves(world)
    }
    makeBlock(world)
    // When nothing happens it waits for a clock: a backoff, a deadline.
    patienceSeconds = world.changes === before ? Math.min(patienceSeconds * 2, 2_000) : 2
    world.now += patienceSeconds
  }
  checkQuiet(world)
  demand(
    latest(world.chain)[at.escrow] === 0 || world.forgotten.includes(true),
    () => 'the escrow is not empty',
  )
}

function isQuiet(world: World): boolean {
  return (
    world.db.bounties.every((row, bounty) => row && (isEnded(row.state) || isReported(world, bounty))) &&
    world.db.rows.every((row) => row.state !== 'queued' && row.state !== 'sent' && row.state !== 'mined')
  )
}
