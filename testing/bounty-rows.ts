import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { payment } from '#db/schema/payment'
import type { Db } from '#lib/adapters/db'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { placeColumns } from '#lib/services/bounties/place-columns'

type Row = typeof bounty.$inferInsert

/** The way the database lets a bounty take to each state. */
const wayTo: Partial<Record<BountyState, BountyState[]>> = {
  paid: [],
  creating: ['creating'],
  open: ['creating', 'open'],
  accepting: ['creating', 'open', 'accepting'],
  accepted: ['creating', 'open', 'accepting', 'accepted'],
  cancelling: ['creating', 'open', 'cancelling'],
  cancelled: ['creating', 'open', 'cancelling', 'cancelled'],
  expired: ['creating', 'open', 'expired'],
  expired_refunded: ['creating', 'open', 'expired', 'expired_refunded'],
  failed: ['failed'],
}

const hash = () => new Uint8Array(randomBytes(32))

/** A bounty in a state, with a settled payment, as rows only: no chain knows of it. */
export async function insertBounty(
  db: Db,
  state: BountyState,
  changes: Partial<Row> = {},
): Promise<typeof bounty.$inferSelect> {
  const bountyId = changes.bountyId ?? randomBytes(12).toString('hex')
  const chainId = changes.chainId ?? 8453
  const payer = changes.payer ?? `0x${randomBytes(20).toString('hex')}`
  const amountUsdc = changes.amountUsdc ?? 50
  const brief = changes.brief ?? 'A slow walk around the square, by day.'
  const paymentTx = hash()
  const [paid] = await db
    .insert(payment)
    .values({
      network: `eip155:${chainId}`,
      asset: `0x${'aa'.repeat(20)}`,
      payer,
      nonce: `0x${randomBytes(32).toString('hex')}`,
      payTo: `0x${'bb'.repeat(20)}`,
      amountAtomic: BigInt(amountUsdc) * 1_000_000n,
      validBefore: 4_000_000_000n,
      operation: 'createBounty',
      requestHash: hash(),
      payloadHash: hash(),
      state: 'settled',
      claimedUntil: new Date(),
      settleTx: paymentTx,
      closedAt: new Date(),
    })
    .returning()
  await db.insert(bounty).values({
    bountyId,
    paymentId: paid!.id,
    state: 'paid',
    escrow: `0x${'44'.repeat(20)}`,
    title: 'Film the square',
    brief,
    ...placeColumns(brief),
    amountUsdc,
    deadline: new Date('2026-12-01T12:00:00Z'),
    chainId,
    payer,
    ref: hash(),
    paymentTx,
    paidAt: new Date('2026-11-24T12:00:00Z'),
    ...pick(changes, ['title', 'deadline', 'ref', 'paidAt']),
  })
  for (const next of wayTo[state]!)
    await db
      .update(bounty)
      .set({
        state: next,
        ...nextColumns(next),
        ...(next === 'open' ? pick(changes, ['onchainId', 'postIsFinal']) : {}),
        ...(next === 'accepting' ? pick(changes, ['acceptedSubmissionId']) : {}),
      })
      .where(eq(bounty.bountyId, bountyId))
  const [row] = await db.select().from(bounty).where(eq(bounty.bountyId, bountyId))
  return row!
}

let lastNumber = 0

function nextColumns(state: BountyState): Partial<Row> {
  if (state === 'open') return { onchainId: ++lastNumber, postIsFinal: true, createTx: hash() }
  if (state === 'accepting') return { acceptedSubmissionId: 'a submission' }
  if (state === 'accepted') return { acceptTx: hash() }
  const tx = hash()
  if (state === 'cancelled') return { cancelTx: tx, payoutTx: tx }
  if (state === 'expired_refunded') return { refundTx: tx, payoutTx: tx }
  return state === 'failed' ? { payoutTx: tx } : {}
}

/** A state and the columns that the database requires in it, so that only the change of state can be the reason of a refusal. */
export function columnsOf(state: BountyState) {
  lastNumber += 1
  const isPaidOut = state === 'cancelled' || state === 'expired_refunded' || state === 'failed'
  return {
    state,
    onchainId: lastNumber,
    createTx: hash(),
    ...(state === 'accepting' ? { acceptedSubmissionId: 'a submission' } : {}),
    acceptTx: state === 'accepted' ? hash() : null,
    payoutTx: isPaidOut ? hash() : null,
  }
}

function pick<Key extends keyof Row>(row: Partial<Row>, keys: Key[]): Partial<Pick<Row, Key>> {
  return Object.fromEntries(
    keys.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])),
  ) as Partial<Pick<Row, Key>>
}
