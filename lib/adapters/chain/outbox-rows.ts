import 'server-only'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Address, bytesToHex, type Hex } from 'viem'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import { feeLimitsOf } from '#lib/adapters/chain/fees'
import type { Context } from '#lib/adapters/context'
import type { Db } from '#lib/adapters/db'
import type { AttemptFacts, SignedFacts } from '#lib/domain/chain/next-transaction-step'

/** Transactions of one sender on one chain, in nonce order. */
export type SenderQueue = { chainId: number; sender: Address }

/** A signed transaction that is not final yet, as stored. */
export type SignedRow = Pick<
  SignedFacts,
  'state' | 'nonce' | 'minedBlock' | 'nonceUsedBlock' | 'bumpIsAsked' | 'cancelIsAsked' | 'feeLimits'
> & {
  txId: number
  kind: string
  /** Its cost is already added to the gas spent that day. */
  feeIsRecorded: boolean
  /** W3C trace context of the request for it. */
  traceparent: string | null
  /** At least one; the newest is the last. */
  attempts: (AttemptFacts & { hash: Hex })[]
}

/** Condition: rows of a sender queue, in any state. */
export function inQueue(queue: SenderQueue) {
  return and(eq(chainTx.chainId, queue.chainId), eq(chainTx.sender, queue.sender.toLowerCase()))
}

type State = typeof chainTx.$inferSelect.state

/** Written as literals rather than parameters: the planner uses the partial index of open rows only for states it knows. */
export function stateIs(...states: State[]) {
  return sql`${chainTx.state} in (${sql.raw(states.map((state) => `'${state}'`).join(', '))})`
}

/** Signed transactions that are not final, lowest nonce first, of those that fulfil a condition. */
export async function readSigned(db: Pick<Db, 'select'>, condition: SQL | undefined): Promise<SignedRow[]> {
  const ageMs = (since: SQL) => sql`extract(epoch from now() - ${since}) * 1000`.mapWith(Number)
  const found = await db
    .select({
      chainId: chainTx.chainId,
      txId: chainTx.id,
      kind: chainTx.kind,
      state: chainTx.state,
      nonce: chainTx.nonce,
      minedBlock: chainTx.minedBlock,
      feeIsRecorded: sql<boolean>`${chainTx.feeWei} is not null`,
      nonceUsedBlock: chainTx.nonceGoneBlock,
      feeCap: chainTx.feeCap,
      bumpIsAsked: sql<boolean>`${chainTx.bumpAskedAt} is not null`,
      cancelIsAsked: sql<boolean>`${chainTx.cancelAskedAt} is not null`,
      traceparent: chainTx.traceparent,
      attempt: {
        hash: chainAttempt.hash,
        cancels: chainAttempt.cancels,
        maxFeePerGas: chainAttempt.maxFeePerGas,
        maxPriorityFeePerGas: chainAttempt.maxPriorityFeePerGas,
        signedAgeMs: ageMs(sql`${chainAttempt.createdAt}`),
        sentAgeMs: ageMs(sql`coalesce(${chainAttempt.broadcastAt}, ${chainAttempt.createdAt})`),
      },
    })
    .from(chainTx)
    .innerJoin(chainAttempt, eq(chainAttempt.txId, chainTx.id))
    .where(and(condition, stateIs('sent', 'mined')))
    .orderBy(asc(chainTx.nonce), asc(chainAttempt.maxFeePerGas))
  const rows = new Map<number, SignedRow>()
  for (const { chainId, feeCap, attempt, state, nonce, ...row } of found) {
    if (nonce === null || (state !== 'sent' && state !== 'mined')) continue
    const limits = feeLimitsOf(chainId)
    const feeLimits = { ...limits, cap: feeCap ?? limits.cap }
    const signed = rows.get(row.txId) ?? { ...row, state, nonce, feeLimits, attempts: [] }
    signed.attempts.push({ ...attempt, hash: bytesToHex(attempt.hash) })
    rows.set(row.txId, signed)
  }
  return [...rows.values()]
}

/**
 * The signed bytes of a transaction that nodes should have: those that were mined; otherwise the newest attempt, of the call
 * or, once an operator asked for that, of the empty transaction in its place.
 */
export async function wantedAttempt(
  db: Pick<Context['db'], 'select'>,
  txId: number,
): Promise<{ hash: Hex; raw: Hex }> {
  const [attempt] = await db
    .select({ hash: chainAttempt.hash, raw: chainAttempt.raw })
    .from(chainAttempt)
    .innerJoin(chainTx, eq(chainTx.id, chainAttempt.txId))
    .where(eq(chainAttempt.txId, txId))
    .orderBy(
      sql`${chainAttempt.hash} is not distinct from ${chainTx.minedHash} desc`,
      sql`${chainAttempt.cancels} = (${chainTx.cancelAskedAt} is not null) desc`,
      desc(chainAttempt.maxFeePerGas),
    )
    .limit(1)
  if (!attempt || attempt.raw.length === 0) throw new Error(`chain transaction ${txId} has no signed bytes`)
  return { hash: bytesToHex(attempt.hash), raw: bytesToHex(attempt.raw) }
}

/** Stores why a transaction is held up, and logs it once rather than at every pass. */
export async function recordTrouble(
  ctx: Pick<Context, 'db' | 'log'>,
  txId: number,
  error: string,
): Promise<void> {
  const changed = await ctx.db
    .update(chainTx)
    .set({ error })
    .where(and(eq(chainTx.id, txId), sql`${chainTx.error} is distinct from ${error}`))
    .returning({ kind: chainTx.kind, sender: chainTx.sender, chainId: chainTx.chainId })
  if (changed[0]) ctx.log.warn({ transactionId: txId, ...changed[0], error }, 'chain transaction is held up')
}
