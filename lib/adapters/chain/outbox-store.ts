import 'server-only'
import type { PendingQuery, Row } from 'postgres'
import { hexToBytes } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { openAccount, readNextNonce } from '#lib/adapters/chain/outbox-nonce'
import { signBytes } from '#lib/adapters/chain/outbox-sign'
import type { ChainTxIntent, SignedTx } from '#lib/adapters/chain/outbox-types'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Db, Sql } from '#lib/adapters/db'
import { currentTraceparent, traced } from '#lib/adapters/trace'
import type { Fees } from '#lib/domain/chain/fees'

const maxTries = 4
/**
 * For this long after another process has taken the expected nonce, the stored one is read before each signature, because a read costs
 * less than a second signature.
 */
const sharedMs = 10_000
/**
 * A key as this process knows it.
 *
 * @property expected the nonce expected next: a guess, which the statement checks
 * @property sharedUntil by `performance.now()`: until then this process assumes that others use the key too
 */
type Key = { expected: number | undefined; sharedUntil: number }
/** By connection pool, chain and address. */
const keys = new WeakMap<Sql, Map<string, Key>>()

/**
 * Signs a transaction and stores it, with its bytes and the caller's own rows, in one statement and so in one commit and
 * one round trip. It is signed for the nonce that is expected next, and the statement takes effect only if that nonce is
 * still free; otherwise it is signed again for the next one. The row of the key is locked for that statement alone.
 *
 * For a caller that broadcasts at once. If that process dies first, the sender queue sends it.
 *
 * @param beside an `insert … select … from stored`, where `stored (id)` is the row of the transaction; if it fails,
 *   nothing is stored
 * @returns `undefined` if others were faster each time or the sender queue is frozen; `signNow` then waits its turn or throws
 */
export async function storeSigned(args: {
  ctx: { db: Db; sql: Sql }
  chain: Chain
  signer: Signer
  intent: ChainTxIntent
  gasLimit: bigint
  fees: Fees
  beside: (sql: Sql) => PendingQuery<Row[]>
}): Promise<SignedTx | undefined> {
  const { ctx, chain, signer, intent, gasLimit, fees, beside } = args
  const { sql } = ctx
  const sender = signer.address.toLowerCase()
  const key = openKey(sql, `${chain.chainId} ${sender}`)
  for (let tries = 0; tries < maxTries; tries += 1) {
    const mustRead = key.expected === undefined || performance.now() < key.sharedUntil
    const stored = mustRead ? await readNextNonce(ctx.db, chain, signer.address) : 0
    if (stored === undefined) {
      await openAccount({ db: ctx.db, chain, address: signer.address })
      continue
    }
    // Concurrent calls of this process expect the nonce after this one, which is not stored yet.
    const nonce = Math.max(stored, key.expected ?? 0)
    key.expected = nonce + 1
    try {
      const { hash, raw } = await traced(
        'sign transaction',
        { facts: { 'cairn.chain_id': chain.chainId, 'cairn.kind': intent.kind } },
        () => signBytes({ signer, intent, nonce, gasLimit, fees }),
      )
      const [row] = await sql<{ id: string }[]>`
        with taken as (
          update chain_account set next_nonce = next_nonce + 1
          where chain_id = ${chain.chainId} and address = ${sender} and next_nonce = ${nonce} and frozen_at is null
          returning 1
        ), stored as (
          insert into chain_tx (chain_id, sender, kind, idem_key, recipient, data, value, gas_limit, state, nonce,
                                traceparent)
          select ${chain.chainId}::int, ${sender}::text, ${intent.kind}::text, ${intent.idemKey}::text,
                 ${intent.to.toLowerCase()}::text, ${hexToBytes(intent.data)}::bytea,
                 ${(intent.value ?? 0n).toString()}::numeric, ${gasLimit.toString()}::bigint, 'sent', ${nonce}::bigint,
                 ${currentTraceparent() ?? null}::text
          from taken
          returning id
        ), attempt as (
          insert into chain_attempt (hash, tx_id, raw, max_fee_per_gas, max_priority_fee_per_gas)
          select ${hexToBytes(hash)}::bytea, id, ${hexToBytes(raw)}::bytea, ${fees.maxFeePerGas.toString()}::numeric,
                 ${fees.maxPriorityFeePerGas.toString()}::numeric
          from stored
        ), beside as (${beside(sql)})
        select id from stored`
      if (row) return { txId: Number(row.id), hash, raw, nonce }
    } catch (error) {
      key.expected = undefined
      throw error
    }
    key.expected = undefined
    key.sharedUntil = performance.now() + sharedMs
  }
  return undefined
}

function openKey(sql: Sql, name: string): Key {
  const known = keys.get(sql) ?? new Map<string, Key>()
  keys.set(sql, known)
  const key = known.get(name) ?? { expected: undefined, sharedUntil: 0 }
  known.set(name, key)
  return key
}
