import 'server-only'
import { cacheFor } from '#lib/adapters/cache-for'
import type { Context } from '#lib/adapters/context'
import { findUnannounced } from '#lib/services/payments/find-unannounced'

/** Steps that wake together ask within this time. */
const shareForMs = 100

/** Work that was stored without a notification. Steps that look for it at the same time share one query. */
export const unannouncedOf = cacheFor(
  shareForMs,
  (ctx: Context) => ctx.sql,
  (ctx) => findUnannounced({ ctx }),
)
