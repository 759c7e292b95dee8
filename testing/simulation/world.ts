import type { BountyState } from '#lib/domain/bounty/bounty'
import type { nextAction } from '#lib/domain/bounty/bounty-progress'
import type { ChainTxState } from '#lib/domain/chain/chain-tx'
import type { nextTransactionStep } from '#lib/domain/chain/next-transaction-step'
import { type Chain, createChain, type Key, type Raw } from '#testing/simulation/chain'
import { type Plan, planOf } from '#testing/simulation/plan'
import { type Random, randomOf } from '#testing/simulation/random'

/** A row of the outbox. */
export type Row = {
  index: number
  key: Key
  call: Raw['call']
  state: ChainTxState
  nonce: number
  /** Its signed forms, all with its nonce; the newest last. */
  attempts: { raw: Raw; signedAt: number; sentAt: number }[]
  mined: Raw | undefined
  /** The block of the recorded receipt; -1 before. */
  minedBlock: number
  /** Head when its nonce was first seen used by another transaction. */
  nonceUsedBlock: number | null
  /** What an operator asked for. */
  bumpIsAsked: boolean
  cancelIsAsked: boolean
  changedAt: number
}

export type BountyRow = {
  state: BountyState
  deadline: number
  onchainId: number | undefined
  postIsFinal: boolean
  acceptedAt: number | undefined
  retryAskedAt: number | undefined
  /** Index of the latest row of the outbox for each effect, and how many were asked. */
  post: number | undefined
  postTries: number
  exit: number | undefined
  exitTries: number
  payback: number | undefined
  paybackTries: number
  createTx: Raw | undefined
  acceptTx: Raw | undefined
  cancelTx: Raw | undefined
  refundTx: Raw | undefined
  payoutTx: Raw | undefined
}

export type Database = {
  /** By payment; `undefined` until its payment is known to be settled. */
  bounties: (BountyRow | undefined)[]
  paymentSettled: boolean[]
  rows: Row[]
  /** Undefined until the key was first used. */
  nextNonce: (number | undefined)[]
}

/** The ways in which the machine can be broken on purpose; each must be noticed. */
export const breakages = [
  'sends before it stores',
  'takes a new nonce for a retry',
  'gives a nonce again after a crash',
  'never sends again what was dropped',
  'gives a transaction up for one missing receipt',
  'gives a transaction up for two missing receipts',
  'ends a transaction before its block is final',
  'offers too little more for a nonce',
  'takes a mined cancellation for the call',
  'pays back while a post may still be mined',
  'pays back before the payment is final',
  'pays back after a restore without asking the token',
  'posts after a restore without asking the token',
  'sends what a backup had queued',
  'relies on a token that forgets the nonces of paybacks',
  'exits on a number that is not final',
  'keeps the first number it saw',
  'takes a reverted post for posted',
  'accepts without looking at the state',
  'accepts after the deadline',
  'expires what was accepted',
  'cancels what was accepted',
  'asks again while the last may take effect',
  'acts on facts that have changed',
  'settles without making the bounty',
  'records an end before it is final',
  'never refunds what is too late to release',
  'posts an undone bounty again without end',
  'counts a refused payback as paid',
  'writes the payout down without its transaction',
] as const
export type Breakage = (typeof breakages)[number]

export type Tally = Record<
  | 'steps'
  | 'crashes'
  | 'reorganisations'
  | 'drops'
  | 'restores'
  | 'lost'
  | 'rejected'
  | 'reverted'
  | 'replaced'
  | 'undone'
  | 'strangers'
  | 'accepted'
  | 'cancelled'
  | 'expired_refunded'
  | 'failed'
  | 'reported',
  number
>

export function emptyTally(): Tally {
  return {
    steps: 0,
    crashes: 0,
    reorganisations: 0,
    drops: 0,
    restores: 0,
    lost: 0,
    rejected: 0,
    reverted: 0,
    replaced: 0,
    undone: 0,
    strangers: 0,
    accepted: 0,
    cancelled: 0,
    expired_refunded: 0,
    failed: 0,
    reported: 0,
  }
}

export const durationSeconds = 1_000
export const graceSeconds = 400
/** How many kinds of faults there are. */
const faultKinds = 9

/** The whole state of one run, and how likely its faults are. */
export type World = {
  random: Random
  plan: Plan
  decide: typeof nextAction
  decideStep: typeof nextTransactionStep
  broken: Breakage | undefined
  chain: Chain
  db: Database
  /** The states of its bounties at the last check. */
  states: (BountyState | undefined)[]
  /** A backup taken earlier, to be restored. */
  backup: Database | undefined
  /** Counts restores. */
  life: number
  /** Bounties whose end a restore has made us forget; what does not fit is for the audit then. */
  forgotten: boolean[]
  now: number
  /** How often others may still use our keys. */
  foreignUses: number
  tally: Tally
  /** A log of what happened; `undefined` if it is not recorded. */
  history: string[] | undefined
  changes: number
}

export class Violation extends Error {}

export function createWorld(args: {
  seed: number
  broken: Breakage | undefined
  decide: typeof nextAction
  decideStep: typeof nextTransactionStep
  tally: Tally
  history: string[] | undefined
}): World {
  const { seed, broken, decide, decideStep, tally, history } = args
  const random = randomOf(seed)
  const plan = planOf(random, faultKinds)
  const amounts = Array.from({ length: plan.bounties }, (_, index) => 50_000_001 + index * 1_000_003)
  return {
    random,
    plan,
    decide,
    decideStep,
    broken,
    chain: createChain({
      amounts,
      othersMoney: plan.othersMoney,
      finality: plan.finality,
      graceSeconds,
      tokenForgets: broken === 'relies on a token that forgets the nonces of paybacks',
    }),
    db: {
      bounties: amounts.map(() => undefined),
      paymentSettled: amounts.map(() => false),
      rows: [],
      nextNonce: [undefined, undefined],
    },
    states: amounts.map(() => undefined),
    backup: undefined,
    life: 0,
    forgotten: amounts.map(() => false),
    now: 1,
    foreignUses: 3,
    tally,
    history,
    changes: 0,
  }
}

/** Writes down what happened, when somebody wants to read it. */
export function note(world: World, what: () => string): void {
  world.changes += 1
  world.history?.push(`${world.now}s block ${world.chain.blocks.length - 1}: ${what()}`)
}

export function assertThat(held: boolean, otherwise: () => string): asserts held {
  if (!held) throw new Violation(otherwise())
}

export function copyOf(db: Database): Database {
  return {
    bounties: db.bounties.map((row) => row && { ...row }),
    paymentSettled: db.paymentSettled.slice(),
    rows: db.rows.map((row) => ({ ...row, attempts: row.attempts.map((attempt) => ({ ...attempt })) })),
    nextNonce: db.nextNonce.slice(),
  }
}
