import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { BountyState } from '#lib/domain/bounty/bounty'
import type { CreatedBounty } from '#lib/schemas/bounty'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { getCreatedBounty } from '#lib/services/bounties/get-created-bounty'
import { bountyIdOf, bountyRef } from '#lib/services/bounties/identity'
import { beginBounty, transition } from '#lib/services/bounties/transition'
import { claimPayment } from '#lib/services/payments/claim-payment'
import { storeOrder } from '#lib/services/payments/store-result'
import { bountyOperation } from '#lib/services/payments/types'
import { wantedBounty } from '#testing/bounty-request'
import { createPlainSubmission } from '#testing/plain-submission'

type Ctx = Pick<Context, 'env' | 'db' | 'sql' | 'storage' | 'clock'>
type Event = Omit<Parameters<typeof transition>[0], 'tx' | 'bountyId'>
type Txs = Record<'create' | 'accept' | 'cancel' | 'refund' | 'payout', Hex>

/** A bounty that was brought into its state without a chain. The worker would do the same from what it reads on the chain. */
export type SeededBounty = CreatedBounty & {
  /** Submitted while it was open. If one was accepted, it is the first. Empty if the bounty was never open. */
  submissionIds: string[]
  /** The transactions that the bounty has recorded. */
  txs: Txs
}

const daySeconds = 86_400
let lastOnchainId = 0

/** Pays for a bounty that lasts a day, and moves it through its life up to a state. */
export async function seedBounty(ctx: Ctx, state: BountyState): Promise<SeededBounty> {
  const made = await beginPaidBounty(ctx)
  const { bounty_id: bountyId } = made
  const txs: Txs = {
    create: newHash(),
    accept: newHash(),
    cancel: newHash(),
    refund: newHash(),
    payout: newHash(),
  }
  const seeded: SeededBounty = { ...made, submissionIds: [], txs }
  const move = async (event: Event) => {
    const moved = await ctx.db.transaction((tx) => transition({ tx, bountyId, ...event }))
    if (!moved) throw new Error(`${event.event} cannot happen`)
  }
  /** The transaction that empties the escrow pays the payer too. */
  const end = async (event: 'cancelled' | 'refunded', column: 'cancelTx' | 'refundTx') => {
    const bytes = hexToBytes(txs.payout)
    await move({ event, set: { [column]: bytes, payoutTx: bytes } })
  }

  if (state === 'paid') return seeded
  await move({ event: 'post_signed' })
  if (state === 'creating') return seeded
  if (state === 'failed') {
    await move({ event: 'paid_back', set: { payoutTx: hexToBytes(txs.payout) } })
    return seeded
  }
  lastOnchainId += 1
  const createTx = hexToBytes(txs.create)
  await move({ event: 'posted', set: { onchainId: lastOnchainId, createTx } })
  seeded.onchain_id = lastOnchainId
  for (const note of ['The first one', undefined]) {
    const contributor = bytesToHex(randomBytes(20))
    const { submissionId } = await createPlainSubmission({ ctx, input: { bountyId, contributor, note } })
    seeded.submissionIds.push(submissionId)
  }
  if (state === 'accepting' || state === 'accepted')
    await acceptSubmission({ ctx, input: { bountyId, submissionId: seeded.submissionIds[0]! } })
  if (state === 'accepted') await move({ event: 'released', set: { acceptTx: hexToBytes(txs.accept) } })
  if (state === 'cancelling' || state === 'cancelled') await cancelBounty({ ctx, input: { bountyId } })
  if (state === 'cancelled') await end('cancelled', 'cancelTx')
  if (state === 'expired' || state === 'expired_refunded') await move({ event: 'expire' })
  if (state === 'expired_refunded') await end('refunded', 'refundTx')
  return seeded
}

async function beginPaidBounty(ctx: Ctx): Promise<CreatedBounty> {
  const key = {
    network: 'eip155:8453',
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    payer: bytesToHex(randomBytes(20)),
    nonce: newHash(),
  }
  const { title, brief, amount_usdc: amountUsdc } = wantedBounty
  const order = { title, brief, amountUsdc, deadlineDays: 1 }
  const claim = await claimPayment({
    ctx,
    input: {
      ...key,
      payTo: ctx.env.treasury.toLowerCase(),
      amountAtomic: BigInt(amountUsdc) * 1_000_000n,
      validBefore: 2n ** 40n,
      operation: bountyOperation,
      requestHash: randomBytes(32),
      payloadHash: randomBytes(32),
    },
  })
  const { id } = claim!
  await storeOrder({ ctx, input: { ...claim!, order } })
  const paymentTx = randomBytes(32)
  await ctx.db.transaction(async (tx) => {
    const [clock] = await tx.execute<{ seconds: string }>(
      sql`select floor(extract(epoch from service_now())) as seconds`,
    )
    const paidSeconds = Number(clock!.seconds)
    await beginBounty({
      tx,
      row: {
        bountyId: bountyIdOf({ secretKey: ctx.env.secretKey, key }),
        paymentId: id,
        title,
        brief,
        amountUsdc,
        paymentTx,
        deadline: new Date((paidSeconds + daySeconds) * 1_000),
        chainId: 8453,
        escrow: ctx.env.networks.find(({ chainId }) => chainId === 8453)!.escrow.toLowerCase(),
        payer: key.payer,
        ref: bountyRef(key),
        paidAt: new Date(paidSeconds * 1_000),
      },
    })
    await tx.execute(
      sql`update payment set state = 'settled', settle_tx = ${paymentTx}, closed_at = service_now() where id = ${id}`,
    )
  })
  return getCreatedBounty({ ctx, input: { paymentId: id } })
}

function newHash(): Hex {
  return bytesToHex(randomBytes(32))
}
