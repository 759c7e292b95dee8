import 'server-only'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { bounty, isUnderWay } from '#db/schema/bounty'
import { bountyBlocker } from '#db/schema/bounty-blocker'
import { chainAccount, chainTx } from '#db/schema/outbox'
import { findPostIn } from '#lib/adapters/chain/escrow'
import type { Context } from '#lib/adapters/context'
import type { AskedTx, BountyFacts } from '#lib/domain/bounty/bounty-progress'
import { type Pass, postedRefOf } from '#lib/services/bounties/pass'
import type { BountyRow } from '#lib/services/bounties/transition'

// The facts from which the next step of a bounty is decided.

type ChainTxRow = Pick<
  typeof chainTx.$inferSelect,
  'id' | 'kind' | 'state' | 'minedHash' | 'minedBlock' | 'nonceGoneBlock' | 'error' | 'updatedAt'
> & {
  ageSeconds: number
  /** Why an operator froze its sender queue; `null` if it is not frozen. */
  queueFrozen: string | null
}

/** The stored blocker of a bounty, from an earlier pass. */
type StoredBlocker = Pick<typeof bountyBlocker.$inferSelect, 'code' | 'text' | 'data'> & {
  lookedAgoSeconds: number
}

/** A bounty, the latest transaction of each of its effects, and its stored blocker. */
export type Known = {
  row: BountyRow
  blocker: StoredBlocker | undefined
  post: ChainTxRow | undefined
  exit: ChainTxRow | undefined
  payback: ChainTxRow | undefined
}

/** A page of the bounties of a network that are in progress. */
export async function loadUnderWay(args: {
  ctx: Pick<Context, 'db'>
  chainId: number
  /** The last bounty of the page before. */
  after: string
  limit: number
}): Promise<Known[]> {
  const { ctx, chainId, after, limit } = args
  const rows = await readRows(ctx)
    .where(and(eq(bounty.chainId, chainId), sql`(${isUnderWay})`, gt(bounty.bountyId, after)))
    .orderBy(asc(bounty.bountyId))
    .limit(limit)
  return withTransactions(ctx, rows)
}

/** Loads the current facts of one bounty, in any state. */
export async function loadKnown(args: {
  ctx: Pick<Context, 'db'>
  bountyId: string
}): Promise<Known | undefined> {
  const { ctx, bountyId } = args
  const rows = await readRows(ctx).where(eq(bounty.bountyId, bountyId))
  const [known] = await withTransactions(ctx, rows)
  return known
}

/** Reloads a bounty. */
export async function loadAgain(args: { ctx: Pick<Context, 'db'>; bountyId: string }): Promise<Known> {
  const { bountyId } = args
  const known = await loadKnown(args)
  if (!known) throw new Error(`bounty ${bountyId} is gone`)
  return known
}

function readRows({ db }: Pick<Context, 'db'>) {
  const { code, text, data, lookedAt } = bountyBlocker
  const lookedAgoSeconds = sql`extract(epoch from service_now() - ${lookedAt})`.mapWith(Number)
  return db
    .select({ row: bounty, blocker: { code, text, data, lookedAgoSeconds } })
    .from(bounty)
    .leftJoin(bountyBlocker, eq(bountyBlocker.bountyId, bounty.bountyId))
}

type ReadRow = Awaited<ReturnType<typeof readRows>>[number]

async function withTransactions(ctx: Pick<Context, 'db'>, rows: ReadRow[]): Promise<Known[]> {
  const ids = rows
    .flatMap(({ row }) => [row.postChainTxId, row.exitChainTxId, row.paybackChainTxId])
    .filter((id) => id !== null)
  const found =
    ids.length === 0
      ? []
      : await ctx.db
          .select({
            id: chainTx.id,
            kind: chainTx.kind,
            state: chainTx.state,
            minedHash: chainTx.minedHash,
            minedBlock: chainTx.minedBlock,
            nonceGoneBlock: chainTx.nonceGoneBlock,
            error: chainTx.error,
            updatedAt: chainTx.updatedAt,
            queueFrozen: chainAccount.frozenReason,
            ageSeconds: sql`extract(epoch from service_now() - ${chainTx.updatedAt})`.mapWith(Number),
          })
          .from(chainTx)
          .leftJoin(
            chainAccount,
            and(eq(chainAccount.chainId, chainTx.chainId), eq(chainAccount.address, chainTx.sender)),
          )
          .where(inArray(chainTx.id, ids))
  const byId = new Map(found.map((item) => [item.id, item]))
  const of = (id: number | null) => (id === null ? undefined : byId.get(id))
  return rows.map(({ row, blocker }) => ({
    row,
    blocker: blocker?.code ? blocker : undefined,
    post: of(row.postChainTxId),
    exit: of(row.exitChainTxId),
    payback: of(row.paybackChainTxId),
  }))
}

/** The facts for `nextAction`. Reads the chain only to check whether a post that is deep enough to be shown succeeded. */
export async function factsOf(args: { pass: Pass; known: Known }): Promise<BountyFacts> {
  const { pass, known } = args
  const { row } = known
  return {
    state: row.state,
    post: askedOf(row, known.post, row.postTries, await isPostShown(pass, known)),
    exit: askedOf(row, known.exit, row.exitTries, false),
    payback: askedOf(row, known.payback, row.paybackTries, false),
    postIsFinal: row.postIsFinal,
    inContract: 'unread',
    paidBack: 'unread',
  }
}

function askedOf(
  { retryAskedAt }: BountyRow,
  asked: ChainTxRow | undefined,
  tries: number,
  confirmed: boolean,
): AskedTx | undefined {
  if (!asked) return undefined
  const { state, ageSeconds, updatedAt } = asked
  const retryAsked = retryAskedAt !== null && retryAskedAt > updatedAt
  return { state, tries, ageSeconds, confirmed, retryAsked }
}

/** True if the post is deep enough and succeeded by its receipt: in the outbox a revert too is `mined` until it is final. */
async function isPostShown(pass: Pass, { row, post }: Known): Promise<boolean> {
  if (row.state !== 'creating' || post?.state !== 'mined' || !post.minedHash) return false
  if (pass.head - post.minedBlock! < pass.network.confirmations) return false
  const { chain } = pass
  const transaction = bytesToHex(post.minedHash)
  return (await findPostIn({ chain, posted: postedRefOf(pass, row), transaction })) !== undefined
}
