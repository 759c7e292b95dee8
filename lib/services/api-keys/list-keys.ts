import 'server-only'
import { desc } from 'drizzle-orm'
import { apiKey } from '#db/schema/api-key'
import type { Context } from '#lib/adapters/context'
import type { Tier } from '#lib/domain/tier'

export type ListedKey = {
  prefix: string
  account: string
  tier: Tier
  state: 'good' | 'expired' | 'revoked'
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  /** A day (UTC), `YYYY-MM-DD`. */
  lastUsedOn: string | null
}

/** Every key there ever was, the newest first. */
export async function listKeys({ ctx }: { ctx: Pick<Context, 'db' | 'clock'> }): Promise<ListedKey[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db.select().from(apiKey).orderBy(desc(apiKey.id))
  return rows.map(({ id: _, keyHash: __, ...row }) => ({
    ...row,
    state: row.revokedAt ? 'revoked' : row.expiresAt && row.expiresAt <= now ? 'expired' : 'good',
  }))
}
