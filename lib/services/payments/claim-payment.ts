import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { journalLane } from '#lib/services/payments/journal-lane'
import { type PaymentKey, sameKey } from '#lib/services/payments/types'

/** Longer than the slowest answer (statements end after 15 seconds). */
const claimSeconds = 20

export type NewClaim = PaymentKey & {
  payTo: string
  amountAtomic: bigint
  validBefore: bigint
  operation: string
  requestHash: Uint8Array
  payloadHash: Uint8Array
  /** W3C trace context of the request that takes it. */
  traceparent?: string | undefined
}

/**
 * The right to answer and settle a payment; `attempt` is a fencing token that every later write must show. `createdAt` is
 * when the payment was first taken, whoever takes it again.
 */
export type Claim = { id: number; attempt: number; createdAt: Date }

/** `created_at` as the driver gives it exactly. */
export const createdMs = (sql: Sql) => sql`extract(epoch from created_at)::float8 * 1000 as "createdMs"`

const claim = journalLane(insertClaims)

/** Takes an authorization that was never seen; `undefined` when someone else took it first. */
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
  // Asynchronous commit: while a payment is claimed no money can move, so losing the row in a crash loses nothing.
  const taken = await sql<(PaymentKey & { id: string; attempt: number; createdMs: number })[]>`
    insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation,
                         request_hash, payload_hash, traceparent, state, claimed_until)
    select network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation,
           decode(request_hash, 'hex'), decode(payload_hash, 'hex'), traceparent, 'claimed',
           now() + make_interval(secs => ${claimSeconds})
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (
      network text, asset text, payer text, nonce text, pay_to text, amount_atomic numeric, valid_before numeric,
      operation text, request_hash text, payload_hash text, traceparent text)
    where set_config('synchronous_commit', 'off', true) = 'off'
    on conflict on constraint payment_authorization do nothing
    returning id, attempt, network, asset, payer, nonce, ${createdMs(sql)}`
  return claims.map((claim) => {
    const index = taken.findIndex((row) => sameKey(row, claim))
    const [row] = index < 0 ? [] : taken.splice(index, 1)
    return row && { id: Number(row.id), attempt: row.attempt, createdAt: new Date(row.createdMs) }
  })
}

/**
 * Takes over a row whose earlier try ended without money moving: void, failed, or claimed by someone whose lease is over.
 * Its earlier taker, should it still live, can write nothing any more.
 */
export async function reclaimPayment(args: {
  ctx: Pick<Context, 'sql'>
  id: number
  attempt: number
}): Promise<Claim | undefined> {
  const [row] = await args.ctx.sql<{ attempt: number; createdMs: number }[]>`
    update payment
    set state = 'claimed', attempt = attempt + 1, closed_at = null, reason = null,
        claimed_until = now() + make_interval(secs => ${claimSeconds})
    where id = ${args.id} and attempt = ${args.attempt}
      and (state in ('void', 'failed') or (state = 'claimed' and claimed_until <= now()))
    returning attempt, ${createdMs(args.ctx.sql)}`
  return row && { id: args.id, attempt: row.attempt, createdAt: new Date(row.createdMs) }
}
