import 'server-only'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { bounty, isUnderWay } from '#db/schema/bounty'
import { chainTx } from '#db/schema/outbox'
import { findPostIn } from '#lib/adapters/chain/escrow'
import type { Context } from '#lib/adapters/context'
import type { AskedTx, BountyFacts } from '#lib/domain/bounty-progress'
import type { BountyRow } from '#lib/services/bounties/transition'
import { postedRefOf, type Visit } from '#lib/services/bounties/visit'

type ChainTxRow = Pick<
  typeof chainTx.$inferSelect,
  'id' | 'kind' | 'state' | 'minedHash' | 'minedBlock' | 'nonceGoneBlock'
> & { ageSeconds: number }

/** A bounty and the latest transaction asked for each of its effects. */
export type Known = {
  row: BountyRow
  post: ChainTxRow | undefined
  exit: ChainTxRow | undefined
  payback: ChainTxRow | undefined
}

/** A page of the bounties of a network that something has to be done about. */
export async function loadUnderWay(args: {
  ctx: Pick<Context, 'db'>
  chainId: number
  /** The last bounty of the page before. */
  after: string
  limit: number
}): Promise<Known[]> {
  const { ctx, chainId, after, limit } = args
  const rows = await ctx.db
    .select()
    .from(bounty)
    .where(and(eq(bounty.chainId, chainId), sql`(${isUnderWay})`, gt(bounty.bountyId, after)))
    .orderBy(asc(bounty.bountyId))
    .limit(limit)
  return withTransactions(ctx, rows)
}

/** The same bounty as it is now. */
export async function loadAgain(args: { ctx: Pick<Context, 'db'>; bountyId: string }): Promise<Known> {
  const { ctx, bountyId } = args
  const rows = await ctx.db.select().from(bounty).where(eq(bounty.bountyId, bountyId))
  const [known] = await withTransactions(ctx, rows)
  if (!known) throw new Error(`bounty ${bountyId} is gone`)
  return known
}

async function withTransactions(ctx: Pick<Context, 'db'>, rows: BountyRow[]): Promise<Known[]> {
  const ids = rows
    .flatMap((row) => [row.postChainTxId, row.exitChainTxId, row.paybackChainTxId])
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
            ageSeconds: sql`extract(epoch from service_now() - ${chainTx.updatedAt})`.mapWith(Number),
          })
          .from(chainTx)
          .where(inArray(chainTx.id, ids))
  const byId = new Map(found.map((item) => [item.id, item]))
  const of = (id: number | null) => (id === null ? undefined : byId.get(id))
  return rows.map((row) => ({
    row,
    post: of(row.postChainTxId),
    exit: of(row.exitChainTxId),
    payback: of(row.paybackChainTxId),
  }))
}

/** What `nextAction` decides from. The chain is asked only whether a post that is deep enough to be shown succeeded. */
export async function factsOf(args: { visit: Visit; known: Known }): Promise<BountyFacts> {
  const { visit, known } = args
  const { row } = known
  return {
    state: row.state,
    post: askedOf(known.post, row.postTries, await isPostShown(visit, known)),
    exit: askedOf(known.exit, row.exitTries, false),
    payback: askedOf(known.payback, row.paybackTries, false),
    postIsFinal: row.postIsFinal,
    inContract: 'unread',
    paidBack: 'unread',
  }
}

function askedOf(asked: ChainTxRow | undefined, tries: number, confirmed: boolean): AskedTx | undefined {
  return asked && { state: asked.state, tries, ageSeconds: asked.ageSeconds, confirmed }
}

/** Deep enough, and successful by its receipt: the outbox says `mined` of a revert too, until that is final. */
async function isPostShown(visit: Visit, { row, post }: Known): Promise<boolean> {
  if (row.state !== 'creating' || post?.state !== 'mined' || !post.minedHash) return false
  if (visit.head - post.minedBlock! < visit.network.confirmations) return false
  const { chain } = visit
  const transaction = bytesToHex(post.minedHash)
  return (await findPostIn({ chain, posted: postedRefOf(visit, row), transaction })) !== undefined
}
