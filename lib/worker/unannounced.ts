import 'server-only'
import type { Context } from '#lib/adapters/context'
import { shareReads } from '#lib/adapters/share-reads'
import { findUnannounced, type Unannounced } from '#lib/services/payments/find-unannounced'

/** Steps that wake together ask within this time. */
const shareForMs = 100

const reads = new WeakMap<Context, () => Promise<Unannounced>>()

/** Work without a notification. The steps that look for it at the same time share one statement. */
export function unannouncedOf(ctx: Context): Promise<Unannounced> {
  let read = reads.get(ctx)
  if (!read) {
    read = shareReads(shareForMs, () => findUnannounced({ ctx }))
    reads.set(ctx, read)
  }
  return read()
}
