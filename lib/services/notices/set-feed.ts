import 'server-only'
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { noticeFeed } from '#db/schema/notice'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import type { NoticeFeed } from '#lib/schemas/notice'

/** Gives the notices of a contributor a new feed address, or none. Either way, the address before it stops working. */
export async function setFeed(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: { contributor: string; enabled: boolean }
}): Promise<NoticeFeed> {
  const { ctx, input } = args
  const contributor = input.contributor.toLowerCase()
  if (!input.enabled) {
    await ctx.db.delete(noticeFeed).where(eq(noticeFeed.contributor, contributor))
    return { feed_url: null }
  }
  const token = randomBytes(32).toString('base64url')
  const row = { tokenHash: hashToken(token), madeAt: sql`service_now()` }
  await ctx.db
    .insert(noticeFeed)
    .values({ contributor, ...row })
    .onConflictDoUpdate({ target: noticeFeed.contributor, set: row })
  return { feed_url: `${ctx.env.baseUrl}/board/notices/${token}.xml` }
}

/** The contributor whose feed has this token in its address; `undefined` if none has. */
export async function findFeedOwner(args: {
  ctx: Pick<Context, 'db'>
  input: { token: string }
}): Promise<string | undefined> {
  const [found] = await args.ctx.db
    .select({ contributor: noticeFeed.contributor })
    .from(noticeFeed)
    .where(eq(noticeFeed.tokenHash, hashToken(args.input.token)))
  return found?.contributor
}
