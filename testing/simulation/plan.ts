import type { Random } from '#testing/simulation/random'

/** The faults of one run, chosen by its seed. A few kinds of faults at a time reach deeper states than all together. */
export type Plan = {
  bounties: number
  /** The greatest depth of a reorganisation in blocks, and the confirmations that a post needs before it is shown. */
  finality: number
  confirmations: number
  /** Atomic units that others have in the treasury, on their way: there to be taken by mistake. */
  othersMoney: number
  /** How far the clock of the chain is ahead of ours. */
  chainAheadSeconds: number
  /** Percentages of calls to a node. */
  rpcDead: number
  rpcStale: number
  /** Percentage of receipts that a node which has the block does not show. */
  receiptMissing: number
  swallow: number
  /** Percentage of transactions that have to wait for a later block. */
  leaveOut: number
  /** Percentage of the payments undone by a reorganisation that are mined again, per step. */
  paymentsReturn: number
  /** Steps of faultPhase, and how many in a hundred are faults, blocks, and moves of the clock. */
  steps: number
  faults: number
  blocks: number
  clocks: number
  /** Percentage of steps that change the base fee, raise a fee, or cancel a transaction. */
  fees: number
  operators: number
  /** For each kind of fault, whether it can happen. */
  kinds: boolean[]
  /** Posting is paused from the start; and still when the faults stop. */
  refusesPosts: boolean
  refusesLonger: boolean
  /** Reorganisations come when something has been shown and is not final. */
  undoesWhatIsShown: boolean
  /** Backups are from before an end, and restored after. */
  forgetsEnds: boolean
}

export function planOf(random: Random, kinds: number): Plan {
  const fault = (often: number, most: number) => (random.chance(often) ? 1 + random.below(most) : 0)
  const finality = random.chance(15) ? 0 : 1 + random.below(random.chance(40) ? 12 : 5)
  const plan: Plan = {
    bounties: 1 + (random.chance(50) ? random.below(3) : 0),
    finality,
    confirmations: random.chance(60) ? 0 : Math.min(finality, random.below(3)),
    othersMoney: random.chance(50) ? 500_000_000 : 0,
    chainAheadSeconds: random.chance(30) ? random.below(21) - 10 : 0,
    rpcDead: fault(30, 30),
    rpcStale: fault(30, 40),
    swallow: fault(30, 30),
    leaveOut: fault(40, 60),
    paymentsReturn: random.chance(60) ? 100 : 5,
    steps: 40 + random.below(180),
    faults: 2 + random.below(14),
    blocks: random.chance(35) ? 3 : 11,
    clocks: 8,
    kinds: Array.from({ length: kinds }, () => random.chance(45)),
    refusesPosts: random.chance(12),
    refusesLonger: random.chance(50),
    undoesWhatIsShown: random.chance(35),
    forgetsEnds: random.chance(20),
    fees: fault(30, 4),
    operators: fault(30, 4),
    receiptMissing: fault(25, 90),
  }
  // A missing receipt can be taken for a lost transaction only many final blocks later, so such a run makes more blocks.
  if (plan.receiptMissing > 0) plan.blocks *= 3
  const focus = random.below(7)
  if (focus === 0) return { ...plan, ...undonePaybacks(random) }
  if (focus <= 2) return { ...plan, ...forgottenPaybacks(random) }
  return plan
}

/** Money goes back early, on a chain that undoes much. */
function undonePaybacks(random: Random): Partial<Plan> {
  return {
    finality: 8 + random.below(8),
    confirmations: 0,
    othersMoney: 500_000_000,
    paymentsReturn: 3,
    rpcDead: 0,
    swallow: 0,
    faults: 1,
    blocks: 3,
    clocks: 16,
    refusesPosts: true,
    undoesWhatIsShown: true,
    forgetsEnds: false,
  }
}

/** Money is paid back, and a restored backup of the database does not have it. */
function forgottenPaybacks(random: Random): Partial<Plan> {
  return {
    finality: random.below(2),
    othersMoney: 500_000_000,
    rpcDead: 0,
    swallow: 0,
    faults: 2,
    clocks: 16,
    refusesPosts: true,
    refusesLonger: false,
    undoesWhatIsShown: false,
    forgetsEnds: true,
  }
}
