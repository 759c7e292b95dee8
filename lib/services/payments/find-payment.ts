import 'server-only'
import { gunzipSync } from 'node:zlib'
import { bytesToHex, type Hex } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { Answer, PaymentKey } from '#lib/services/payments/types'

/** A row of the journal. */
export type JournalledPayment = {
  id: number
  state: 'claimed' | 'settling' | 'settled' | 'failed' | 'void'
  attempt: number
  requestHash: Uint8Array
  payloadHash: Uint8Array
  amountAtomic: bigint
  createdAt: Date
  settleTx: Hex | undefined
  /** Whether its taker may still be at work. */
  leased: boolean
}

type Row = Omit<JournalledPayment, 'id' | 'amountAtomic' | 'settleTx' | 'createdAt'> & {
  id: string
  createdMs: number
  amountAtomic: string
  settleTx: Uint8Array | null
}

/** The journal's row for an authorization. */
export async function findPayment(args: {
  ctx: Pick<Context, 'sql'>
  input: PaymentKey
}): Promise<JournalledPayment | undefined> {
  const { network, asset, payer, nonce } = args.input
  const [row] = await args.ctx.sql<Row[]>`
    select id, state, attempt, request_hash as "requestHash", payload_hash as "payloadHash",
           amount_atomic as "amountAtomic", extract(epoch from created_at)::float8 * 1000 as "createdMs", settle_tx as "settleTx",
           claimed_until > now() as leased
    from payment
    where network = ${network} and asset = ${asset} and payer = ${payer} and nonce = ${nonce}`
  if (!row) return undefined
  const { createdMs, ...rest } = row
  return {
    ...rest,
    id: Number(row.id),
    createdAt: new Date(createdMs),
    amountAtomic: BigInt(row.amountAtomic),
    settleTx: row.settleTx ? bytesToHex(row.settleTx) : undefined,
  }
}

/** The answer that was kept for a payment. */
export async function loadAnswer(args: {
  ctx: Pick<Context, 'sql'>
  paymentId: number
}): Promise<Answer | undefined> {
  const [row] = await args.ctx.sql<{ status: number; body: Uint8Array }[]>`
    select status, body from payment_answer where payment_id = ${args.paymentId}`
  return row && { status: row.status, body: gunzipSync(row.body).toString('utf8') }
}
