import 'server-only'
import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import { type Address, hexToBytes, zeroAddress } from 'viem'
import { inflowReturn } from '#db/schema/inflow-return'
import { ledgerEntry } from '#db/schema/ledger'
import { paymentJournal } from '#db/schema/payment-archive'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import type { Db, Tx } from '#lib/adapters/db'
import type { Env, NetworkConfig } from '#lib/adapters/env'
import { readServiceTime } from '#lib/adapters/service-time'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money/money'
import { isUnmatched } from '#lib/services/inflows/is-unmatched'
import type { InflowKey } from '#lib/services/inflows/return-nonce'
import { booksOf } from '#lib/services/ledger/books'
import { readBooks } from '#lib/services/ledger/read-books'

/** A transfer to us, from a final block. */
export type Inflow = InflowKey & {
  /** The treasury, for bounties; or PAY_TO, for look-ups. */
  to: 'treasury' | 'revenue'
  chainId: number
  sender: Address
  amountAtomic: bigint
  /** The EIP-3009 nonce that moved it. */
  authorization: Uint8Array | null
  /** The final block that has it. */
  block: number
}

/** Why an inflow may not be sent back. `isForGood`: this cannot change any more. */
export type Refusal = { text: string; isForGood: boolean }

/** The payer may still be about to show the payment. */
export const returnAfterMinutes = 60

/** The longest that the reconciliation watches a payment. */
const givenUpDays = 30

const chainTimeoutMs = 8_000

/** The inflow as the books have it. @throws CairnError `not_found` */
export async function loadInflow(args: {
  db: Db | Tx
  env: Pick<Env, 'treasury' | 'networks'>
  key: InflowKey
}): Promise<Inflow> {
  const { db, env, key } = args
  const network = networkOf(env, key)
  const [entry] = await db
    .select({
      sender: ledgerEntry.fromAddress,
      amountAtomic: ledgerEntry.amountAtomic,
      authorization: ledgerEntry.ref,
      block: ledgerEntry.block,
      kind: ledgerEntry.kind,
    })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.chainId, network.chainId),
        eq(ledgerEntry.txHash, hexToBytes(key.transaction)),
        eq(ledgerEntry.logIndex, key.logIndex),
        or(
          eq(ledgerEntry.toAddress, env.treasury.toLowerCase()),
          and(eq(ledgerEntry.toAddress, network.payTo.toLowerCase()), eq(ledgerEntry.kind, 'revenue_in')),
        ),
      ),
    )
  if (!entry)
    throw new CairnError(
      'not_found',
      'The books lack such a transfer into the treasury, or to PAY_TO for an unknown payment. They end at the last final block.',
    )
  const { kind, ...found } = entry
  return {
    ...key,
    ...found,
    to: kind === 'revenue_in' ? 'revenue' : 'treasury',
    chainId: network.chainId,
    sender: entry.sender as Address,
  }
}

/** @throws CairnError `not_found` */
export function networkOf(env: Pick<Env, 'networks'>, { network: id }: InflowKey): NetworkConfig {
  const network = env.networks.find((one) => one.id === id)
  if (network) return network
  throw new CairnError('not_found', 'This service has no such network.')
}

/**
 * Checks by books, journal and chain that an inflow may be sent back to its sender: no payment matches it or can still match it,
 * and the treasury retains the money in flight. Only reads.
 *
 * @param input.isAsked checked by a worker, for a return that was decided before
 */
export async function checkReturn(args: {
  ctx: Pick<Context, 'sql' | 'db' | 'chains' | 'env' | 'clock'>
  input: { inflow: Inflow; isAsked: boolean }
}): Promise<Refusal | undefined> {
  const { ctx, input } = args
  const { inflow, isAsked } = input
  const network = networkOf(ctx.env, inflow)
  return (
    (isAsked ? undefined : await findReturn(ctx.db, inflow)) ??
    refuseSender(ctx.env, network, inflow) ??
    (await refusePaid(ctx.db, network, inflow)) ??
    (await refuseExplained(ctx, network, inflow)) ??
    (await refuseYoung(ctx, inflow)) ??
    refuseShort(ctx, network, inflow)
  )
}

/** Guard: its block is old enough, by the time of the block and PostgreSQL's clock. */
async function refuseYoung(
  { chains, sql }: Pick<Context, 'chains' | 'sql'>,
  { chainId, block }: Inflow,
): Promise<Refusal | undefined> {
  try {
    const { timestamp } = await chains.get(chainId)!.client.getBlock({ blockNumber: BigInt(block) })
    const ageMs = (await readServiceTime(sql)).getTime() - Number(timestamp) * 1_000
    if (ageMs >= returnAfterMinutes * 60_000) return undefined
  } catch (error) {
    return { text: `Its block could not be asked for: ${errorText(error)}`, isForGood: false }
  }
  const text = `This came in less than ${returnAfterMinutes} minutes ago: its sender may still show a payment for it. Wait.`
  return { text, isForGood: false }
}

async function findReturn(db: Db | Tx, inflow: Inflow): Promise<Refusal | undefined> {
  const [known] = await db
    .select({ state: inflowReturn.state })
    .from(inflowReturn)
    .where(and(isReturnOf(inflow), ne(inflowReturn.state, 'withdrawn')))
  if (!known) return undefined
  const text =
    known.state === 'returned' ? 'This has been sent back already.' : 'This is being sent back already.'
  return { text, isForGood: true }
}

function isReturnOf({ chainId, transaction, logIndex }: Inflow) {
  return and(
    eq(inflowReturn.chainId, chainId),
    eq(inflowReturn.txHash, hexToBytes(transaction)),
    eq(inflowReturn.logIndex, logIndex),
  )
}

/** Guard: an address of this service is not a valid recipient of a return. */
export function refuseSender(
  env: Pick<Env, 'treasury'>,
  network: NetworkConfig,
  { sender }: Inflow,
): Refusal | undefined {
  const { escrows, treasury, token } = booksOf(env, network)
  const ours: Record<string, string> = {
    ...Object.fromEntries(
      escrows.map((escrow) => [escrow, 'The escrow sent this: it belongs to bounties, not to a sender.']),
    ),
    [treasury]: 'The treasury sent this to itself.',
    [token]: 'The token contract sent this, and nobody could take it out there.',
    [zeroAddress]: 'This was minted: there is no sender to give it back to.',
  }
  const text = ours[sender]
  return text === undefined ? undefined : { text, isForGood: true }
}

/**
 * Guard: the authorization that moved the money is not in the journal, was closed there long ago without an order or an answer, or was
 * shown only after its money had been sent back. The money of a payment in the journal buys its answer when its payer sends it again.
 */
export async function refusePaid(
  db: Db | Tx,
  network: NetworkConfig,
  { sender, authorization, amountAtomic }: Inflow,
): Promise<Refusal | undefined> {
  if (!authorization) return undefined
  const [known] = await db
    .select({ id: paymentJournal.id })
    .from(paymentJournal)
    .where(
      and(
        eq(paymentJournal.network, network.id),
        eq(paymentJournal.asset, network.usdc.address.toLowerCase()),
        eq(paymentJournal.payer, sender),
        eq(paymentJournal.nonce, `0x${Buffer.from(authorization).toString('hex')}`),
        // Another amount was signed under the same nonce. That payment can no longer succeed.
        eq(paymentJournal.amountAtomic, amountAtomic),
        sql`not (${paymentJournal.state} in ('void', 'failed') and closed_at is not null
          and (${paymentJournal.reason} is not distinct from 'paid_and_sent_back'
               or closed_at < service_now() - make_interval(days => ${givenUpDays}))
          and not exists (select from bounty_order o where o.payment_id = ${paymentJournal.id})
          and not exists (select from payment_answer a where a.payment_id = ${paymentJournal.id}))`,
      ),
    )
  if (!known) return undefined
  const text = `Payment ${known.id} has this very authorization: a client that shows it again gets what it was for. See that payment; without an order it can go back ${givenUpDays} days after it was closed.`
  return { text, isForGood: true }
}

async function refuseExplained(
  ctx: Pick<Context, 'sql' | 'db' | 'env'>,
  network: NetworkConfig,
  inflow: Inflow,
): Promise<Refusal | undefined> {
  // Only a payment with its authorization explains it, which `refusePaid` looks up.
  if (inflow.to === 'revenue') return undefined
  const found = await isUnmatched({ ctx, input: { network, key: inflow } })
  if (found) return undefined
  if (found === undefined)
    return { text: 'The books are being rebuilt. Wait until they are complete.', isForGood: false }
  const text = 'A payment, an earlier transfer back to its sender, or a loss it made good explains this.'
  return { text, isForGood: true }
}

/**
 * Guard: the remaining balance covers all money on its way to the escrow or back, at the last final block.
 */
async function refuseShort(
  ctx: Pick<Context, 'sql' | 'db' | 'chains' | 'env' | 'clock'>,
  network: NetworkConfig,
  inflow: Inflow,
): Promise<Refusal | undefined> {
  const books = await readBooks({ ctx, input: { network, timeoutMs: chainTimeoutMs } })
  if (!books.checked)
    return { text: `It could not be checked what the treasury has: ${books.reason}`, isForGood: false }
  const [others] = await ctx.db
    .select({ amountAtomic: sql<string>`coalesce(sum(${inflowReturn.amountAtomic}), 0)` })
    .from(inflowReturn)
    .where(
      and(
        eq(inflowReturn.chainId, inflow.chainId),
        eq(inflowReturn.state, 'asked'),
        isNotNull(inflowReturn.chainTxId),
        or(
          ne(inflowReturn.txHash, hexToBytes(inflow.transaction)),
          ne(inflowReturn.logIndex, inflow.logIndex),
        ),
      ),
    )
  const left = books.treasuryBalance - BigInt(others!.amountAtomic) - inflow.amountAtomic
  const { inFlight, unmatchedIn } = books.figures.treasury
  if (inflow.to === 'revenue') {
    const lacking = inFlight + unmatchedIn - left
    if (lacking <= 0n) return undefined
    const sum = `${formatUsdc(lacking)} USDC on ${network.name} from PAY_TO (${network.payTo}) to the treasury (${ctx.env.treasury})`
    return {
      text: `Send ${sum} first: only the treasury's key is here, and what it has is for others.`,
      isForGood: false,
    }
  }
  if (left >= inFlight) return undefined
  const text =
    'The treasury would have less than is on its way to the escrow or back. See what the audit finds first.'
  return { text, isForGood: false }
}
