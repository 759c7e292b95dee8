import 'server-only'
import { cacheFor } from '#lib/adapters/cache-for'
import type { Context } from '#lib/adapters/context'
import { findUnannounced } from '#lib/services/payments/find-unannounced'

/** Steps that wake together ask within this time. */
const shareForMs = 100

/** Work without a notification. The steps that look for it at the same time share one statement. */
export const unannouncedOf = cacheFor(
  shareForMs,
  (ctx: Context) => ctx.sql,
  (ctx) => findUnannounced({ ctx }),
)
