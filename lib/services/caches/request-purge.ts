import 'server-only'
import { sql } from 'drizzle-orm'
import { cachePurge } from '#db/schema/cache-purge'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { captureKey, withdrawalsKey } from '#lib/domain/freshness'

/**
 * Asks workers to purge what shared caches store about a capture, as soon as the transaction commits. Does nothing in a deployment without
 * purgeable caches, where answers are stored for at most a second.
 *
 * @param input.sha256 64 lower-case hex digits
 */
export async function requestPurge(args: {
  ctx: Pick<Context, 'env'>
  tx: Tx
  input: { sha256: string }
}): Promise<void> {
  const { ctx, tx, input } = args
  if (!ctx.env.cdn) return
  await tx
    .insert(cachePurge)
    .values([captureKey(input.sha256), withdrawalsKey].map((key) => ({ key })))
    .onConflictDoUpdate({
      target: cachePurge.key,
      set: { generation: sql`${cachePurge.generation} + 1`, remaining: 2, dueAt: sql`now()` },
    })
  await notifyWorkers(tx)
}
