import { randomBytes } from 'node:crypto'
import { bytesToHex, type Hex } from 'viem'
import type { Sql } from '#lib/adapters/db'
import { multicall3Address } from '#lib/adapters/facilitator/transfer-call'
import type { PaymentKey } from '#lib/schemas/payment-key'
import { bindIdentifier } from '#lib/services/payments/bind-identifier'
import { claimPayment, type NewClaim } from '#lib/services/payments/claim-payment'
import { markFailed, markSettled, voidPayment } from '#lib/services/payments/close-payment'
import { storeAnswer, storeOrder } from '#lib/services/payments/store-result'
import { insertBounty } from '#testing/bounty-rows'
import type { TestDatabase } from '#testing/database'

/** What became of a payment. All but the first two stay in `payment`, however old they are. */
export const histories = [
  'settled',
  'settledElsewhere',
  'claimed',
  'settling',
  'failed',
  'failedForGood',
  'void',
  'order',
  'bounty',
  'named',
  'notFinal',
  'contractPayerOpen',
  'settledLate',
] as const
export type History = (typeof histories)[number]

export const isMovable = (history: History) => history === 'settled' || history === 'settledElsewhere'

export type OldPayment = {
  id: number
  history: History
  key: PaymentKey
  requestHash: Uint8Array
  transaction: Hex
  chainTxId?: number
}

const hash = () => new Uint8Array(randomBytes(32))
const answer = { status: 200, body: '{"observations":[]}' }
const order = { title: 'A title', brief: 'Film the square, slowly', amountUsdc: 50, deadlineDays: 7 }

export const newClaim = (changes: Partial<NewClaim> = {}): NewClaim => ({
  network: 'eip155:8453',
  asset: `0x${'a5'.repeat(20)}`,
  payer: bytesToHex(randomBytes(20)),
  nonce: bytesToHex(randomBytes(32)),
  payTo: `0x${'0e'.repeat(20)}`,
  amountAtomic: 5_000n,
  validBefore: 1_900_000_000n,
  operation: 'getObservation',
  requestHash: hash(),
  payloadHash: hash(),
  ...changes,
})

/** Creates a payment in the given state and sets its times back by `days`. It uses the service's own functions where there are any. */
export async function insertOldPayment(
  database: Pick<TestDatabase, 'sql' | 'db'>,
  { history, days, changes = {} }: { history: History; days: number; changes?: Partial<NewClaim> },
): Promise<OldPayment> {
  const { sql, db } = database
  const ctx = database
  const transaction = bytesToHex(hash())
  if (history === 'bounty') {
    const { paymentId } = await insertBounty(db, 'accepted')
    await makeOlder(sql, { ids: [paymentId], days })
    const [row] = await sql<(PaymentKey & { requestHash: Uint8Array })[]>`
      select network, asset, payer, nonce, request_hash as "requestHash" from payment where id = ${paymentId}`
    const { requestHash, ...key } = row!
    return { id: paymentId, history, key, requestHash, transaction }
  }
  const operation = history === 'order' ? 'createBounty' : 'getObservation'
  const terms = newClaim({ operation, ...changes })
  const { network, asset, payer, nonce, requestHash } = terms
  const key = { network, asset, payer, nonce }
  const claim = (await claimPayment({ ctx, input: terms }))!
  const { id } = claim
  const reason = 'insufficient_funds'
  const settle = () => markSettled({ ctx, input: { id, transaction } })
  const store = () => storeAnswer({ ctx, input: { ...claim, answer, isFlushedLater: false } })
  let chainTxId: number | undefined
  if (history === 'named')
    await bindIdentifier({ ctx, input: { payer: key.payer, identifier: bytesToHex(hash()), paymentId: id } })
  if (history === 'void') await voidPayment({ ctx, input: { ...claim, reason: 'not_found' } })
  else if (history === 'order') await storeOrder({ ctx, input: { ...claim, order: order as never } })
  else if (history !== 'claimed') {
    await store()
    if (history === 'failed' || history === 'failedForGood')
      await markFailed({ ctx, input: { ...claim, reason } })
    else if (history !== 'settling') {
      if (history !== 'settledElsewhere')
        chainTxId = await insertSettlement(sql, key, { history, transaction })
      await settle()
    }
  }
  await makeOlder(sql, { ids: [id], days })
  if (history === 'failedForGood') await sql`update payment set closed_at = created_at where id = ${id}`
  if (history === 'settledLate') await makeOlder(sql, { ids: [id], days: -50, columns: ['closed_at'] })
  return { id, history, key, requestHash, transaction, ...(chainTxId === undefined ? {} : { chainTxId }) }
}

/** The rows of our facilitator for a payment, with two signed forms of its transaction. */
async function insertSettlement(
  sql: Sql,
  { network, asset, payer, nonce }: PaymentKey,
  { history, transaction }: { history: History; transaction: Hex },
): Promise<number> {
  const mined = Buffer.from(transaction.slice(2), 'hex')
  const isFinal = history !== 'notFinal'
  const [tx] = await sql<{ id: string }[]>`
    insert into chain_tx (chain_id, sender, kind, idem_key, recipient, data, state, nonce, mined_hash, mined_block)
    select ${Number(network.slice(7))}::int, ${`0x${'5e'.repeat(20)}`}::text, 'settle', ${`settle:${nonce}`}::text, ${multicall3Address}, '\\x01',
           ${isFinal ? 'final' : 'mined'}::text, (select coalesce(max(nonce), 0) + 1 from chain_tx), ${mined}::bytea, 1
    returning id`
  const id = Number(tx!.id)
  await sql`
    insert into chain_attempt (hash, tx_id, raw, max_fee_per_gas, max_priority_fee_per_gas)
    values (${mined}, ${id}, '\\x02', 2, 1), (${Buffer.from(hash())}, ${id}, '\\x03', 1, 1)`
  const hasCode = history === 'contractPayerOpen'
  await sql`
    insert into settlement (network, asset, payer, nonce, chain_tx_id, contract_payer)
    values (${network}, ${asset}, ${payer}, ${nonce}, ${id}, ${hasCode})`
  return id
}

/** Moves the times of payments and of their transactions into the past, which the guards refuse. */
export async function makeOlder(
  sql: Sql,
  args: { ids: readonly number[]; days: number; columns?: readonly string[] },
): Promise<void> {
  const { ids, days, columns = ['created_at', 'closed_at', 'claimed_until', 'looked_at'] } = args
  const set = columns.map((column) => `${column} = ${column} - interval '${days} days'`).join(', ')
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = 'replica'`
    for (const id of ids) {
      await tx.unsafe(`update payment set ${set} where id = ${id}`)
      await tx.unsafe(
        `update chain_attempt a set created_at = a.created_at - interval '${days} days'
         from settlement s join payment p using (network, asset, payer, nonce)
         where p.id = ${id} and a.tx_id = s.chain_tx_id`,
      )
    }
  })
}
