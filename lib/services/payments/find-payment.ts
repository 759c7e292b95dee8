import 'server-only'
import { gunzipSync } from 'node:zlib'
import { bytesToHex, type Hex } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { type PaymentKey, sameKey } from '#lib/schemas/payment-key'
import { createdMs } from '#lib/services/payments/claim-payment'
import { journalBatcher } from '#lib/services/payments/journal-batcher'
import type { Answer } from '#lib/services/payments/types'

/** A payment in the journal, also one that was moved to the archive. */
export type JournalledPayment = {
  id: number
  state: 'claimed' | 'settling' | 'settled' | 'failed' | 'void'
  attempt: number
  requestHash: Uint8Array
  payloadHash: Uint8Array
  createdAt: Date
  settleTx: Hex | undefined
  /** Another request may still be working on it. */
  leased: boolean
}

type Row = PaymentKey &
  Omit<JournalledPayment, 'id' | 'createdAt' | 'settleTx'> & {
    id: string
    createdMs: number
    settleTx: Uint8Array | null
  }

const find = journalBatcher(load)

/**
 * The journal's row for an authorization, also if it is in the archive or is being moved there: both are read in one statement, which
 * has one snapshot.
 */
export function findPayment(args: {
  ctx: Pick<Context, 'sql'>
  input: PaymentKey
}): Promise<JournalledPayment | undefined> {
  return find(args.ctx.sql, args.input)
}

async function load(sql: Sql, keys: readonly PaymentKey[]): Promise<(JournalledPayment | undefined)[]> {
  // `lateral` with `limit` gives one index probe per key, also when the planner misjudges the size of the list. The archive is read only
  // for a key that `payment` does not have.
  const rows = await sql<Row[]>`
    select found.*
    from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb)
           as given (network text, asset text, payer text, nonce text)
    cross join lateral (
      select id, network, asset, payer, nonce, state, attempt, request_hash as "requestHash",
             payload_hash as "payloadHash",
             ${createdMs(sql)}, settle_tx as "settleTx",
             claimed_until > now() as leased
      from payment_journal as payment
      where payment.network = given.network and payment.asset = given.asset
        and payment.payer = given.payer and payment.nonce = given.nonce
      limit 1
    ) as found`
  return keys.map((key) => {
    const row = rows.find((found) => sameKey(found, key))
    return row && toPayment(row)
  })
}

function toPayment(row: Row): JournalledPayment {
  const { id, state, attempt, requestHash, payloadHash, createdMs, settleTx, leased } = row
  return {
    id: Number(id),
    state,
    attempt,
    requestHash,
    payloadHash,
    createdAt: new Date(createdMs),
    settleTx: settleTx ? bytesToHex(settleTx) : undefined,
    leased,
  }
}

/** The answer that was stored for a payment. */
export async function loadAnswer(args: {
  ctx: Pick<Context, 'sql'>
  paymentId: number
}): Promise<Answer | undefined> {
  const [row] = await args.ctx.sql<
    { status: number; body: Uint8Array; headers: Record<string, string> | null }[]
  >`select status, body, headers from payment_answer where payment_id = ${args.paymentId}`
  if (!row) return undefined
  const { status, body, headers } = row
  return { status, body: gunzipSync(body).toString('utf8'), ...(headers ? { headers } : {}) }
}
