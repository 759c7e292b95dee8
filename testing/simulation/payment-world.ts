import type { nextPaymentStep, PayerFacts, PaymentState } from '#lib/domain/payment/next-payment-step'
import type { Random } from '#testing/simulation/random'

// The world of simulated payments: the journal with its database, the chain, and the facilitator.

export type Row = {
  state: PaymentState
  attempt: number
  leaseUntil: number
  isStored: boolean
  isClosed: boolean
}
/** `rows`: the journal row of each payment. `holder`: the payment that has the identifier. */
type Database = { rows: (Row | undefined)[]; holder: number | undefined }

export type World = {
  random: Random
  decide: typeof nextPaymentStep
  payments: number
  hasIdentifier: boolean
  flow: PayerFacts['flow']
  facilitatorIsOurs: boolean
  now: number
  db: Database
  /** What a crash of the database leaves. */
  disk: Database
  /** By payment: what its authorization did, and whether it was sent and may still be mined. */
  chain: { transfer: 'unused' | 'paid' | 'spent'; isSent: boolean; isMovedByUs: boolean }[]
  /** Percentage of reads of the chain that fail. */
  chainDown: number
  hasFunds: boolean
}

export type Outcome = 'answered' | 'refused' | 'pending' | 'held' | 'died'
export type PaymentTally = Record<Outcome | 'crashes' | 'settled' | 'strangers', number>

export class PaymentViolation extends Error {}

export const leaseMs = 20_000
export const expiresAtMs = 60_000

export function emptyPaymentTally(): PaymentTally {
  return { answered: 0, refused: 0, pending: 0, held: 0, died: 0, crashes: 0, settled: 0, strangers: 0 }
}

export function createWorld(random: Random, decide: typeof nextPaymentStep): World {
  const payments = 1 + random.below(2)
  const empty = (): Database => ({
    rows: Array.from({ length: payments }, () => undefined),
    holder: undefined,
  })
  return {
    random,
    decide,
    payments,
    hasIdentifier: payments === 2 || random.chance(30),
    flow: random.chance(50) ? 'upfront' : 'authorization',
    facilitatorIsOurs: random.chance(50),
    now: 0,
    db: empty(),
    disk: empty(),
    chain: Array.from({ length: payments }, () => ({
      transfer: 'unused',
      isSent: false,
      isMovedByUs: false,
    })),
    chainDown: random.chance(40) ? random.below(40) : 0,
    hasFunds: true,
  }
}

export function mine(world: World, payment: number, isOurs: boolean): void {
  const seen = world.chain[payment]!
  if (seen.transfer !== 'unused' || world.now >= expiresAtMs || !world.hasFunds) return
  seen.transfer = 'paid'
  seen.isMovedByUs = isOurs
  assertThat(
    world.chain.filter(({ isMovedByUs }) => isMovedByUs).length <= 1,
    'two payments of one identifier were charged',
  )
}

export function readChain(world: World, payment: number): 'unknown' | 'unused' | 'paid' | 'spent' {
  return world.random.chance(world.chainDown) ? 'unknown' : world.chain[payment]!.transfer
}

/**
 * The facilitator. Ours flushes the database before it sends; another's may say that it settled what it did not send. Neither
 * refuses what it has sent and may still be mined.
 */
export function settle(world: World, payment: number): PayerFacts['settlement'] {
  const { random } = world
  const seen = world.chain[payment]!
  if (world.facilitatorIsOurs) flush(world)
  if (seen.transfer === 'paid') return world.facilitatorIsOurs && seen.isMovedByUs ? 'settled' : 'refused'
  if (seen.isSent) return 'pending'
  if (seen.transfer === 'spent' || !world.hasFunds || world.now >= expiresAtMs) return 'refused'
  if (!world.facilitatorIsOurs && random.chance(10)) return 'settled'
  assertThat(world.disk.rows[payment]?.isStored === true, 'money moves for what a crash can take away')
  if (random.chance(70)) {
    mine(world, payment, true)
    return 'settled'
  }
  seen.isSent = true
  return 'pending'
}

export function recordSettled(world: World, payment: number): Outcome {
  assertThat(world.chain[payment]!.transfer === 'paid', 'a payment is settled without its money')
  const row = world.db.rows[payment]
  if (row && (row.state === 'settling' || row.state === 'failed')) {
    assertThat(row.isStored, 'a payment is settled that bought nothing')
    write(world, payment, { ...row, state: 'settled', isClosed: true }, world.flow === 'upfront')
  }
  return 'answered'
}

export function write(world: World, payment: number, row: Row, isDurable: boolean): void {
  world.db.rows[payment] = row
  if (isDurable) flush(world)
}

export function flush(world: World): void {
  world.disk = copyOf(world.db)
}

export function copyOf({ rows, holder }: Database): Database {
  return { rows: rows.map((row) => row && { ...row }), holder }
}

export function assertThat(held: boolean, otherwise: string): asserts held {
  if (!held) throw new PaymentViolation(otherwise)
}
