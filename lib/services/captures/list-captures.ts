import 'server-only'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { capture } from '#db/schema/capture'
import { tree } from '#db/schema/tree'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import {
  axisBits,
  cellColumn,
  cellRow,
  cellToGeohash,
  columnCount,
  geohashLength,
  geohashToCell,
} from '#lib/domain/geo/geohash'
import { isoTime } from '#lib/domain/text/iso-time'
import { pageOf } from '#lib/schemas/cursor'
import {
  type ListedCapture,
  type operatorCapturesQuery,
  writeCaptureCursor,
} from '#lib/schemas/operator-captures'
import { captureStateOf } from '#lib/services/captures/get-capture'

type Query = z.output<typeof operatorCapturesQuery>

/**
 * All captures: those that wait for a tree, then tree by tree, the newest first. This is the order of an index; a filter by cell has none,
 * so the list is read from its beginning until a page is full.
 */
export async function listCaptures(args: {
  ctx: Pick<Context, 'db'>
  input: Query
}): Promise<{ captures: ListedCapture[]; next_cursor: string | null }> {
  const { geohash, limit, cursor } = args.input
  const rows = await args.ctx.db
    .select({
      capture,
      tree: { state: tree.state },
      withdrawal: { reason: withdrawnCapture.reason },
      micros: sql<string>`(extract(epoch from ${capture.receivedAt}) * 1000000)::bigint::text`,
    })
    .from(capture)
    .leftJoin(tree, eq(tree.treeId, capture.treeId))
    .leftJoin(withdrawnCapture, eq(withdrawnCapture.sha256, capture.sha256))
    .where(and(geohash === undefined ? undefined : isIn(geohash), ...after(cursor)))
    .orderBy(sql`${capture.treeId} desc nulls first`, desc(capture.receivedAt), desc(capture.sha256))
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(rows, limit, ({ micros, capture: { treeId, sha256 } }) =>
    writeCaptureCursor({ treeId, micros, sha256: bytesToHex(sha256) }),
  )
  return {
    captures: page.map((found) => {
      const { sha256, cell, capturedAt, receivedAt, treeId } = found.capture
      return {
        sha256: bytesToHex(sha256),
        geohash: cellToGeohash(cell),
        state: captureStateOf(found),
        captured_at: isoTime(capturedAt),
        received_at: isoTime(receivedAt),
        tree_id: treeId,
      }
    }),
    next_cursor,
  }
}

/** The cells of a geohash are in rows and columns, not in one range. */
function isIn(geohash: string): SQL {
  const [low, high] = ['0', 'z'].map((end) => geohashToCell(geohash.padEnd(geohashLength, end))!) as [
    number,
    number,
  ]
  return sql`${capture.cell} >> ${axisBits}::int between ${cellRow(low)} and ${cellRow(high)}
    and ${capture.cell} & ${columnCount - 1}::int between ${cellColumn(low)} and ${cellColumn(high)}`
}

function after(cursor: Query['cursor']): (SQL | undefined)[] {
  if (!cursor) return []
  const { treeId, micros, sha256 } = cursor
  const isLater = sql`(${capture.receivedAt}, ${capture.sha256}) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${Buffer.from(hexToBytes(sha256))}::bytea)`
  if (treeId === null) return [sql`(${capture.treeId} is not null or ${isLater})`]
  return [lte(capture.treeId, treeId), sql`(${capture.treeId} < ${treeId} or ${isLater})`]
}
