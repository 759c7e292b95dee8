import 'server-only'
import { sql } from 'drizzle-orm'
import { type Address, bytesToHex, hexToBytes } from 'viem'
import { agentToken, bountyOrder } from '#db/schema/bounty'
import { payment } from '#db/schema/payment'
import { findPostIn } from '#lib/adapters/chain/escrow'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { hashToken } from '#lib/adapters/hash-token'
import { formatUsdc } from '#lib/domain/money/money'
import { agentTokenOf, bountyIdOf, bountyRef } from '#lib/services/bounties/identity'
import { beginBounty } from '#lib/services/bounties/transition'
import { bountyOperation } from '#lib/services/payments/types'
import { unknownDigest } from '#lib/services/payments/unknown-digest'

const title = 'An order whose words were lost'
const brief =
  'The words of this order were lost with a database that was restored from an older backup. It takes no films: its money goes back to the wallet that paid.'
const daySeconds = 86_400

type Inflow = {
  txHash: Uint8Array
  payer: string
  nonce: Uint8Array
  amount: string
  postTx: Uint8Array
  postRef: Uint8Array
  escrow: Address
}

/**
 * Recreates lost orders whose money is, or was, in the escrow, from the chain. The reference of a post is derived from its payment,
 * so the ledger alone shows which belong together. Such a bounty has its payer, amount, deadline, number, identity and token, but
 * no brief. If it is still open it is cancelled, so that its money goes back to the payer.
 *
 * @returns how many
 */
export async function replayOrders(args: {
  ctx: Context
  input: { network: NetworkConfig }
}): Promise<number> {
  const { ctx } = args
  const { network } = args.input
  const asset = network.usdc.address.toLowerCase()
  const inflows = await ctx.sql<Inflow[]>`
    select i.tx_hash as "txHash", i.from_address as payer, i.ref as nonce, i.amount_atomic::text as amount,
           p.tx_hash as "postTx", p.ref as "postRef", p.to_address as escrow
    from ledger_entry i
    join ledger_entry p on p.chain_id = i.chain_id and p.kind = 'posted' and p.refund_to = i.from_address
      and p.amount_atomic = i.amount_atomic and p.from_address = i.to_address
    where i.chain_id = ${network.chainId} and i.kind = 'treasury_in' and i.ref is not null
      and not exists (
        select from payment_journal where network = ${network.id} and asset = ${asset} and payer = i.from_address
          and nonce = '0x' || encode(i.ref, 'hex'))`
  let made = 0
  for (const inflow of inflows) {
    const key = { network: network.id, asset, payer: inflow.payer, nonce: bytesToHex(inflow.nonce) }
    if (Buffer.compare(bountyRef(key), inflow.postRef) !== 0) continue
    if (await restore(ctx, network, key, inflow)) made += 1
  }
  return made
}

async function restore(
  ctx: Context,
  network: NetworkConfig,
  key: { network: string; asset: string; payer: string; nonce: `0x${string}` },
  inflow: Inflow,
): Promise<boolean> {
  const { env, db } = ctx
  const { secretKey } = env
  const chain = ctx.chains.get(network.chainId)!
  const ref = bytesToHex(inflow.postRef)
  const posted = { escrow: inflow.escrow, poster: env.treasury, ref }
  const post = await findPostIn({ chain, posted, transaction: bytesToHex(inflow.postTx) })
  if (!post) return false
  const receipt = await chain.client.getTransactionReceipt({ hash: bytesToHex(inflow.txHash) })
  const { timestamp } = await chain.client.getBlock({ blockHash: receipt.blockHash })
  const amountAtomic = BigInt(inflow.amount)
  const amountUsdc = Number(formatUsdc(amountAtomic))
  const deadlineDays = Math.max(1, Math.round(Number(post.deadline - timestamp) / daySeconds))
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('cairn.replay', 'on', true)`)
    const [paid] = await tx
      .insert(payment)
      .values({
        ...key,
        payTo: env.treasury.toLowerCase(),
        amountAtomic,
        validBefore: 0n,
        operation: bountyOperation,
        requestHash: unknownDigest,
        payloadHash: unknownDigest,
        state: 'settled',
        claimedUntil: new Date(0),
        settleTx: inflow.txHash,
        closedAt: sql`service_now()`,
      })
      .onConflictDoNothing()
      .returning({ id: payment.id })
    if (!paid) return false
    await tx.insert(bountyOrder).values({ paymentId: paid.id, title, brief, amountUsdc, deadlineDays })
    const bountyId = bountyIdOf({ secretKey, key })
    await beginBounty({
      tx,
      row: {
        bountyId,
        paymentId: paid.id,
        title,
        brief,
        amountUsdc,
        chainId: network.chainId,
        escrow: inflow.escrow,
        payer: key.payer,
        ref: hexToBytes(ref),
        paymentTx: inflow.txHash,
        deadline: new Date(Number(post.deadline) * 1_000),
        paidAt: new Date(Number(timestamp) * 1_000),
      },
    })
    await tx.insert(agentToken).values({ tokenHash: hashToken(agentTokenOf({ secretKey, key })), bountyId })
    return true
  })
}
