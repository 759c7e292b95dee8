import 'server-only'
import { and, asc, desc, eq, max, sql } from 'drizzle-orm'
import { type Address, bytesToHex, type Hex } from 'viem'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import type { Fees } from '#lib/adapters/chain/fees'
import type { Context } from '#lib/adapters/context'

/** A lane: one key on one chain. */
export type Lane = { chainId: number; sender: Address }

export type LaneAttempt = Fees & {
  hash: Hex
  /** An empty one in the place of the call. */
  cancels: boolean
  /** Milliseconds since it was signed, and since it was last sent. */
  signedAgeMs: number
  sentAgeMs: number
}

/** A signed transaction that is not final yet. */
export type LaneRow = {
  txId: number
  kind: string
  state: 'sent' | 'mined'
  nonce: number
  minedBlock: number | null
  /** What it cost is in the day's gas. */
  feeIsNoted: boolean
  nonceGoneBlock: number | null
  /** What an operator wants of it. */
  bumpIsAsked: boolean
  cancelIsAsked: boolean
  /** W3C trace context in which it was asked for. */
  traceparent: string | null
  /** At least one; the newest last. */
  attempts: LaneAttempt[]
}

/** Rows of a lane, whatever their state. */
export function ofLane(lane: Lane) {
  return and(eq(chainTx.chainId, lane.chainId), eq(chainTx.sender, lane.sender.toLowerCase()))
}

type State = typeof chainTx.$inferSelect.state

/** Written out rather than as parameters, because the index of open rows is used only for states known to the planner. */
export function stateIs(...states: State[]) {
  return sql`${chainTx.state} in (${sql.raw(states.map((state) => `'${state}'`).join(', '))})`
}

/** Everything signed and not final, lowest nonce first. */
export async function openRows(ctx: Pick<Context, 'db'>, lane: Lane): Promise<LaneRow[]> {
  const ageMs = (since: ReturnType<typeof sql>) =>
    sql`extract(epoch from now() - ${since}) * 1000`.mapWith(Number)
  const found = await ctx.db
    .select({
      txId: chainTx.id,
      kind: chainTx.kind,
      state: chainTx.state,
      nonce: chainTx.nonce,
      minedBlock: chainTx.minedBlock,
      feeIsNoted: sql<boolean>`${chainTx.feeWei} is not null`,
      nonceGoneBlock: chainTx.nonceGoneBlock,
      bumpIsAsked: sql<boolean>`${chainTx.bumpAskedAt} is not null`,
      cancelIsAsked: sql<boolean>`${chainTx.cancelAskedAt} is not null`,
      traceparent: chainTx.traceparent,
      hash: chainAttempt.hash,
      cancels: chainAttempt.cancels,
      maxFeePerGas: chainAttempt.maxFeePerGas,
      maxPriorityFeePerGas: chainAttempt.maxPriorityFeePerGas,
      signedAgeMs: ageMs(sql`${chainAttempt.createdAt}`),
      sentAgeMs: ageMs(sql`coalesce(${chainAttempt.broadcastAt}, ${chainAttempt.createdAt})`),
    })
    .from(chainTx)
    .innerJoin(chainAttempt, eq(chainAttempt.txId, chainTx.id))
    .where(and(ofLane(lane), stateIs('sent', 'mined')))
    .orderBy(asc(chainTx.nonce), asc(chainAttempt.maxFeePerGas))
  const rows = new Map<number, LaneRow>()
  for (const { hash, cancels, maxFeePerGas, maxPriorityFeePerGas, signedAgeMs, sentAgeMs, ...of } of found) {
    const { txId, state, nonce } = of
    if (nonce === null || (state !== 'sent' && state !== 'mined')) continue
    const row = rows.get(txId) ?? { ...of, state, nonce, attempts: [] }
    const fees = { maxFeePerGas, maxPriorityFeePerGas }
    row.attempts.push({ ...fees, hash: bytesToHex(hash), cancels, signedAgeMs, sentAgeMs })
    rows.set(txId, row)
  }
  return [...rows.values()]
}

/**
 * The signed bytes that the chain should have of a transaction: those it has mined, else the newest of the call, or of the
 * empty one in its place once that is wanted.
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
  if (!attempt) throw new Error(`chain transaction ${txId} has no signed bytes`)
  return { hash: bytesToHex(attempt.hash), raw: bytesToHex(attempt.raw) }
}

/** The most that was offered for a nonce, whatever for: what a node wants more than. */
export async function highestFees(db: Pick<Context['db'], 'select'>, txId: number): Promise<Fees> {
  const [fees] = await db
    .select({
      maxFeePerGas: max(chainAttempt.maxFeePerGas),
      maxPriorityFeePerGas: max(chainAttempt.maxPriorityFeePerGas),
    })
    .from(chainAttempt)
    .where(eq(chainAttempt.txId, txId))
  if (!fees?.maxFeePerGas || fees.maxPriorityFeePerGas === null)
    throw new Error(`chain transaction ${txId} has no signed bytes`)
  return { maxFeePerGas: BigInt(fees.maxFeePerGas), maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas) }
}

/** Keeps what hinders a transaction beside it, and logs it once, not at every pass. */
export async function noteTrouble(
  ctx: Pick<Context, 'db' | 'log'>,
  txId: number,
  error: string,
): Promise<void> {
  const changed = await ctx.db
    .update(chainTx)
    .set({ error })
    .where(and(eq(chainTx.id, txId), sql`${chainTx.error} is distinct from ${error}`))
    .returning({ kind: chainTx.kind })
  if (changed[0])
    ctx.log.warn({ transactionId: txId, kind: changed[0].kind, error }, 'chain transaction is held up')
}
