import 'server-only'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { capture } from '#db/schema/capture'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { isoTime } from '#lib/domain/text/iso-time'
import { pageOf } from '#lib/schemas/cursor'
import {
  type OperatorWithdrawal,
  type operatorWithdrawalsQuery,
  writeWithdrawalCursor,
} from '#lib/schemas/operator-captures'

/** Withdrawn captures, the latest withdrawal first. */
export async function listWithdrawn(args: {
  ctx: Pick<Context, 'db'>
  input: z.output<typeof operatorWithdrawalsQuery>
}): Promise<{ withdrawals: OperatorWithdrawal[]; next_cursor: string | null }> {
  const { reason, limit, cursor } = args.input
  const at = withdrawnCapture.withdrawnAt
  const rows = await args.ctx.db
    .select({
      withdrawn: withdrawnCapture,
      capture,
      micros: sql<string>`(extract(epoch from ${at}) * 1000000)::bigint::text`,
    })
    .from(withdrawnCapture)
    .innerJoin(capture, eq(capture.sha256, withdrawnCapture.sha256))
    .where(
      and(
        reason && eq(withdrawnCapture.reason, reason),
        cursor &&
          sql`(${at}, ${withdrawnCapture.sha256}) < (timestamptz 'epoch' + ${cursor.micros}::bigint * interval '1 microsecond', ${Buffer.from(hexToBytes(cursor.sha256))}::bytea)`,
      ),
    )
    .orderBy(desc(at), desc(withdrawnCapture.sha256))
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(rows, limit, ({ micros, withdrawn }) =>
    writeWithdrawalCursor(micros, bytesToHex(withdrawn.sha256)),
  )
  return {
    withdrawals: page.map(({ withdrawn, capture: row }) => ({
      sha256: bytesToHex(withdrawn.sha256),
      reason: withdrawn.reason,
      withdrawn_at: isoTime(withdrawn.withdrawnAt),
      geohash: cellToGeohash(row.cell),
      captured_at: isoTime(row.capturedAt),
      tree_id: row.treeId,
    })),
    next_cursor,
  }
}
