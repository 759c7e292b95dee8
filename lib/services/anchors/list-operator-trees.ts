import 'server-only'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { capture } from '#db/schema/capture'
import { tree } from '#db/schema/tree'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { arrayText } from '#lib/adapters/db/array-text'
import { toHex } from '#lib/domain/proof/leaf'
import { isoTime } from '#lib/domain/text/iso-time'
import { pageOf } from '#lib/schemas/cursor'
import {
  type OperatorTree,
  operatorTreeCursor,
  type operatorTreesQuery,
} from '#lib/schemas/operator-captures'

/** Trees, newest first, including those whose attestation is not final yet. */
export async function listOperatorTrees(args: {
  ctx: Pick<Context, 'db'>
  input: z.output<typeof operatorTreesQuery>
}): Promise<{ trees: OperatorTree[]; next_cursor: string | null }> {
  const { state, limit, cursor } = args.input
  const rows = await args.ctx.db
    .select()
    .from(tree)
    .where(and(state && eq(tree.state, state), cursor === undefined ? undefined : lt(tree.treeId, cursor)))
    .orderBy(desc(tree.treeId))
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(rows, limit, ({ treeId }) => operatorTreeCursor.write(treeId))
  const withdrawn = await countByTree(
    args.ctx,
    page.map(({ treeId }) => treeId),
  )
  return {
    trees: page.map((row) => ({
      tree_id: row.treeId,
      state: row.state,
      leaf_count: row.leafCount,
      root: toHex(row.root),
      built_at: isoTime(row.builtAt),
      attested_at: row.attestedAt && isoTime(row.attestedAt),
      chain_id: row.chainId,
      attest_uid: row.attestUid && toHex(row.attestUid),
      attest_tx: row.attestTx && toHex(row.attestTx),
      transaction_id: row.chainTxId,
      withdrawn: withdrawn.get(row.treeId) ?? 0,
    })),
    next_cursor,
  }
}

/** Starts from the withdrawals, which are few. */
async function countByTree(
  { db }: Pick<Context, 'db'>,
  treeIds: readonly number[],
): Promise<Map<number, number>> {
  if (treeIds.length === 0) return new Map()
  const rows = await db
    .select({ treeId: capture.treeId, count: sql<number>`count(*)::int` })
    .from(withdrawnCapture)
    .innerJoin(capture, eq(capture.sha256, withdrawnCapture.sha256))
    .where(sql`${capture.treeId} = any(${arrayText(treeIds)}::int[])`)
    .groupBy(capture.treeId)
  return new Map(rows.map(({ treeId, count }) => [treeId!, count]))
}
