import 'server-only'
import { and, eq, inArray } from 'drizzle-orm'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { ledgerCursor, ledgerEntry } from '#db/schema/ledger'
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
import { chainIdOf } from '#lib/domain/caip2'
import type { ExactPayment } from '#lib/schemas/x402'
import { keyOf, type PaymentKey } from '#lib/services/payments/types'

/** `spent`: used or cancelled without paying us. */
export type Truth = ({ is: 'paid' } & FoundTransfer) | { is: 'unused' } | { is: 'spent' }

/** How far a transfer may lie before its row: clocks differ, and a row may have been lost and written again. */
const marginMs = 10 * 60 * 1_000

/**
 * Enough for what lies between the last block of the books and the head, and for hours more. Anyone may ask, so it must not
 * cost more the older a payment is.
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
 * What the chain says of an authorization, whoever sent it. A spent nonce is looked up in the books, which have every
 * transfer to us that no settled payment explains, up to a final block; only what came after that block is searched for on
 * the chain. So it costs a few requests, however old the payment is.
 *
 * @param args.since a block that the node must have for `unused` to count
 * @throws when the chain or the database cannot be asked, the node is behind, or the books end too far back for a short search
 */
export async function readTruth(args: {
  ctx: Pick<Context, 'chains' | 'db' | 'env'>
  input: PaymentKey & { payTo: string; amountAtomic: bigint; createdAt: Date }
  since?: bigint
}): Promise<Truth> {
  const { ctx, input, since } = args
  const chain = chainOf(ctx, input.network)
  const expected = expectedOf(input)
  const isSpent = await (since === undefined
    ? isNonceSpent({ chain, expected })
    : isNonceSpentSince({ chain, expected, since }))
  if (!isSpent) return { is: 'unused' }
  // Where they end comes first: what is written meanwhile is then found twice, and not missed.
  const booksEnd = await findBooksEnd(ctx, chain.chainId)
  const booked = await findInBooks(ctx, expected, chain.chainId)
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
  const [cursor] = await db.select().from(ledgerCursor).where(eq(ledgerCursor.chainId, chainId))
  const fits =
    cursor?.token === network?.usdc.address.toLowerCase() && cursor?.treasury === env.treasury.toLowerCase()
  return fits ? cursor?.block : undefined
}

/** A transfer to us by its authorization, as the books have it. */
export async function findInBooks(
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

/** The same for a payment that was shown; `unknown` when the chain cannot be asked. */
export async function askTruth(args: {
  ctx: Pick<Context, 'chains' | 'db' | 'env' | 'log'>
  payment: ExactPayment
  createdAt: Date
}): Promise<Truth | { is: 'unknown' }> {
  const { ctx, payment, createdAt } = args
  const payTo = payment.payload.authorization.to
  const amountAtomic = BigInt(payment.accepted.amount)
  try {
    return await readTruth({ ctx, input: { ...keyOf(payment), payTo, amountAtomic, createdAt } })
  } catch (error) {
    ctx.log.error({ ...keyOf(payment), error: errorText(error) }, 'the chain cannot be asked')
    return { is: 'unknown' }
  }
}

/** @throws when the settings do not have the network any more */
export function chainOf({ chains }: Pick<Context, 'chains'>, network: string): Chain {
  const chain = chains.get(chainIdOf(network))
  if (!chain) throw new Error(`${network} is not configured any more`)
  return chain
}
