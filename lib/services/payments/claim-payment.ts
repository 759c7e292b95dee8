import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { commitAs, durable, givenRows, mayBeLost } from '#lib/adapters/durability'
import { currentTraceparent } from '#lib/adapters/trace'
import { type PaymentKey, paymentKeyOf, sameKey } from '#lib/schemas/payment-key'
import { journalBatcher } from '#lib/services/payments/journal-batcher'
import type { PurchaseInput } from '#lib/services/payments/types'

/** Longer than the slowest answer (statements end after 15 seconds). */
const claimSeconds = 20

export type NewClaim = PaymentKey & {
  payTo: string
  amountAtomic: bigint
  /** Epoch seconds. */
  validBefore: bigint
  operation: string
  requestHash: Uint8Array
  payloadHash: Uint8Array
  /** W3C trace context of the request that claims it. */
  traceparent?: string | undefined
}

/**
 * The right to answer and settle a payment. `attempt` is a fencing token: a write of an earlier attempt changes nothing.
 * `createdAt` is when the payment was first claimed, the same for all attempts.
 */
export type Claim = { id: number; attempt: number; createdAt: Date }

/** `created_at` to the millisecond, as a number. */
export const createdMs = (sql: Sql) => sql`extract(epoch from created_at)::float8 * 1000 as "createdMs"`

const claim = journalBatcher(insertClaims)

/** The row of a payment in the journal. The payment check has compared `payTo` and the amount with our terms. */
export function claimOf(
  { payment, operation, requestHash }: Pick<PurchaseInput, 'payment' | 'operation' | 'requestHash'>,
  payloadHash: Uint8Array,
): NewClaim {
  const { to, validBefore } = payment.payload.authorization
  return {
    ...paymentKeyOf(payment),
    payTo: to.toLowerCase(),
    amountAtomic: BigInt(payment.accepted.amount),
    validBefore: BigInt(validBefore),
    operation,
    requestHash,
    payloadHash,
    traceparent: currentTraceparent(),
  }
}

/** Claims a payment that is not in the journal yet; `undefined` if another request was first. */
export function claimPayment(args: {
  ctx: Pick<Context, 'sql'>
  input: NewClaim
}): Promise<Claim | undefined> {
  return claim(args.ctx.sql, args.input)
}

async function insertClaims(sql: Sql, claims: readonly NewClaim[]): Promise<(Claim | undefined)[]> {
  const rows = claims.map((claim) => ({
    network: claim.network,
    asset: claim.asset,
    payer: claim.payer,
    nonce: claim.nonce,
    pay_to: claim.payTo,
    amount_atomic: claim.amountAtomic.toString(),
    valid_before: claim.validBefore.toString(),
    operation: claim.operation,
    request_hash: Buffer.from(claim.requestHash).toString('hex'),
    payload_hash: Buffer.from(claim.payloadHash).toString('hex'),
    traceparent: claim.traceparent,
  }))
  const columns = sql`
    network text, asset text, payer text, nonce text, pay_to text, amount_atomic numeric, valid_before numeric,
    operation text, request_hash text, payload_hash text, traceparent text`
  const durability = mayBeLost('no money can move for a payment that is only claimed')
  const claimed = await sql<(PaymentKey & { id: string; attempt: number; createdMs: number })[]>`
    with ${givenRows(sql, { rows, columns, durability })}
    insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation,
                         request_hash, payload_hash, traceparent, state, claimed_until)
    select network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation,
           decode(request_hash, 'hex'), decode(payload_hash, 'hex'), traceparent, 'claimed',
           now() + make_interval(secs => ${claimSeconds})
    from given
    on conflict on constraint payment_authorization do nothing
    returning id, attempt, network, asset, payer, nonce, ${createdMs(sql)}`
  return claims.map((claim) => {
    const index = claimed.findIndex((row) => sameKey(row, claim))
    const [row] = index < 0 ? [] : claimed.splice(index, 1)
    return row && { id: Number(row.id), attempt: row.attempt, createdAt: new Date(row.createdMs) }
  })
}

/**
 * Claims a payment whose earlier attempt ended without a transfer: it is void, failed, or claimed with a lease that is over. A
 * process that still works on that attempt can write nothing any more.
 *
 * @returns `undefined` when another request was first
 */
export async function reclaimPayment(args: {
  ctx: Pick<Context, 'sql'>
  id: number
  attempt: number
}): Promise<Claim | undefined> {
  const { sql } = args.ctx
  const [row] = await sql<{ attempt: number; createdMs: number }[]>`
    update payment
    set state = 'claimed', attempt = attempt + 1, closed_at = null, reason = null,
        claimed_until = now() + make_interval(secs => ${claimSeconds})
    where id = ${args.id} and attempt = ${args.attempt}
      and (state in ('void', 'failed') or (state = 'claimed' and claimed_until <= now()))
    returning attempt, ${createdMs(sql)}, ${commitAs(sql, durable)}`
  return row && { id: args.id, attempt: row.attempt, createdAt: new Date(row.createdMs) }
}
