import 'server-only'
import { and, eq, inArray } from 'drizzle-orm'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { ledgerEntry } from '#db/schema/ledger'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import {
  type ExpectedTransfer,
  type FoundTransfer,
  findTransfer,
  isNonceSpent,
  isNonceSpentSince,
} from '#lib/adapters/facilitator/authorization'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { type PaymentKey, paymentKeyOf } from '#lib/schemas/payment-key'
import type { ExactPayment } from '#lib/schemas/x402'
import { loadCursor } from '#lib/services/ledger/books'

/** An authorization on the chain; `next-payment-step.ts` says what the states mean. */
export type ReadTransfer = ({ is: 'paid' } & FoundTransfer) | { is: 'unused' } | { is: 'spent' }

/** How much older than its row a transfer may be: clocks differ, and a crash may have undone the row, which was then written again. */
const marginMs = 10 * 60 * 1_000

/**
 * Enough for the blocks from the end of the books to the head, and for hours more. Anyone may ask, so the cost must not grow
 * with the age of a payment.
 */
const maxSearches = 8

/** The transfer that an authorization is for. */
export function expectedOf(input: PaymentKey & { payTo: string; amountAtomic: bigint }): ExpectedTransfer {
  return {
    asset: input.asset as Hex,
    from: input.payer as Hex,
    nonce: input.nonce as Hex,
    payTo: input.payTo as Hex,
    value: input.amountAtomic,
  }
}

/**
 * Reads what became of an authorization, by any sender. A spent nonce is looked up in the books, which have every transfer to us
 * without a settled payment, up to a final block; only later blocks are searched on the chain. So it costs a few requests,
 * however old the payment is.
 *
 * @param args.since a block that the node must have for `unused` to count
 * @throws when the chain or the database cannot be read, the node is behind, or the books end too far back for a short search
 */
export async function readTransfer(args: {
  ctx: Pick<Context, 'chains' | 'db' | 'env'>
  input: PaymentKey & { payTo: string; amountAtomic: bigint; createdAt: Date }
  since?: bigint
}): Promise<ReadTransfer> {
  const { ctx, input, since } = args
  const chain = chainOf(ctx, input.network)
  const expected = expectedOf(input)
  const isSpent = await (since === undefined
    ? isNonceSpent({ chain, expected })
    : isNonceSpentSince({ chain, expected, since }))
  if (!isSpent) return { is: 'unused' }
  // Their end is read first: an entry written meanwhile is then found twice, and not missed.
  const booksEnd = await findBooksEnd(ctx, chain.chainId)
  const booked = await findTransferInBooks(ctx, expected, chain.chainId)
  if (booked) return { is: 'paid', ...booked }
  const notBefore = new Date(input.createdAt.getTime() - marginMs)
  const from = booksEnd === undefined ? 0 : booksEnd + 1
  const found = await findTransfer({ chain, expected, notBefore, from, maxSearches })
  return found ? { is: 'paid', ...found } : { is: 'spent' }
}

/** The last block of the books; `undefined` when they are not of the treasury and token in the settings. */
async function findBooksEnd(
  { db, env }: Pick<Context, 'db' | 'env'>,
  chainId: number,
): Promise<number | undefined> {
  const network = env.networks.find((one) => one.chainId === chainId)
  const cursor = await loadCursor({ db }, chainId)
  const fits =
    cursor?.token === network?.usdc.address.toLowerCase() && cursor?.treasury === env.treasury.toLowerCase()
  return fits ? cursor?.block : undefined
}

/** The transfer to us that an authorization made, as recorded in the ledger. */
export async function findTransferInBooks(
  { db }: Pick<Context, 'db'>,
  { from, nonce, payTo, value }: Omit<ExpectedTransfer, 'asset'>,
  chainId: number,
): Promise<FoundTransfer | undefined> {
  const [entry] = await db
    .select({ txHash: ledgerEntry.txHash, block: ledgerEntry.block })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.chainId, chainId),
        eq(ledgerEntry.ref, hexToBytes(nonce)),
        inArray(ledgerEntry.kind, ['treasury_in', 'revenue_in']),
        eq(ledgerEntry.fromAddress, from.toLowerCase()),
        eq(ledgerEntry.toAddress, payTo.toLowerCase()),
        eq(ledgerEntry.amountAtomic, value),
      ),
    )
  return entry && { transaction: bytesToHex(entry.txHash), blockNumber: BigInt(entry.block) }
}

/** Like `readTransfer`, for a payment that a request shows; `unknown` when the chain cannot be read. */
export async function tryReadTransfer(args: {
  ctx: Pick<Context, 'chains' | 'db' | 'env' | 'log'>
  payment: ExactPayment
  createdAt: Date
}): Promise<ReadTransfer | { is: 'unknown' }> {
  const { ctx, payment, createdAt } = args
  const payTo = payment.payload.authorization.to
  const amountAtomic = BigInt(payment.accepted.amount)
  try {
    return await readTransfer({ ctx, input: { ...paymentKeyOf(payment), payTo, amountAtomic, createdAt } })
  } catch (error) {
    ctx.log.error({ ...paymentKeyOf(payment), error: errorText(error) }, 'the chain cannot be read')
    return { is: 'unknown' }
  }
}

/** @throws when the settings no longer have the network */
export function chainOf({ chains }: Pick<Context, 'chains'>, network: string): Chain {
  const chain = chains.get(chainIdOf(network))
  if (!chain) throw new Error(`${network} is not configured any more`)
  return chain
}
