import 'server-only'
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import { idleHours, lifeHours } from '#lib/services/uploads/upload-limits'

export type UploadRow = typeof upload.$inferSelect

/** Neither submitted nor expired. */
export const isStaged = and(
  inArray(upload.state, ['receiving', 'received']),
  gt(upload.expiresAt, sql`service_now()`),
)

/** The service's time. */
export const serviceNow = sql`service_now()`

type Time = SQL | typeof upload.createdAt

/** The expiry of an upload whose last bytes came at `usedAt`, in whole seconds. */
export function nextExpiry(usedAt: Time = serviceNow, createdAt: Time = upload.createdAt): SQL {
  return sql`date_trunc('second', least(${usedAt} + make_interval(hours => ${idleHours}), ${createdAt} + make_interval(hours => ${lifeHours})))`
}

export function isOwnUpload(input: { uploadId: string; owner: string }): SQL | undefined {
  return and(eq(upload.uploadId, input.uploadId), eq(upload.owner, input.owner.toLowerCase()))
}
