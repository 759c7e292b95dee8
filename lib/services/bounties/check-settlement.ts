import 'server-only'
import { eq } from 'drizzle-orm'
import { bytesToHex, type Hex, isAddressEqual } from 'viem'
import { payment } from '#db/schema/payment'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'
import { paysIn } from '#lib/adapters/facilitator/authorization'
import type { Known } from '#lib/services/bounties/load-facts'
import { noteBlocker, type Pass } from '#lib/services/bounties/pass'
import { expectedOf, readTransfer } from '#lib/services/payments/read-transfer'

/**
 * True if the payment of a bounty reached our treasury at or below a block. A reorganisation can undo a settlement, or let another
 * transaction settle it. Paying out money that did not arrive would spend the money of other bounties.
 */
export async function isSettledBy(args: { pass: Pass; known: Known; block: number }): Promise<boolean> {
  const { pass, known, block } = args
  const { ctx, chain } = pass
  const { row } = known
  const [paid] = await ctx.db.select().from(payment).where(eq(payment.id, row.paymentId))
  if (!paid) throw new Error(`bounty ${row.bountyId} has no payment`)
  if (!isAddressEqual(paid.payTo as Hex, ctx.env.treasury)) {
    const text = 'It was paid to another treasury than the settings name. Its money stays where it is.'
    noteBlocker({ pass, row, blocker: { code: 'other_treasury', text, data: { paid_to: paid.payTo } } })
    return false
  }
  const stored = await findReceipt(chain, [bytesToHex(row.paymentTx)])
  if (stored && paysIn(stored, expectedOf(paid))) return Number(stored.blockNumber) <= block
  const truth = await readTransfer({ ctx, input: paid })
  if (truth.is === 'paid') return Number(truth.blockNumber) <= block
  const text =
    'Its settlement is not on its chain. Its money stays where it is until the chain shows the settlement.'
  noteBlocker({ pass, row, blocker: { code: 'settlement_missing', text, data: {} } })
  return false
}
