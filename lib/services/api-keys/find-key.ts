import 'server-only'
import { eq } from 'drizzle-orm'
import { apiKey } from '#db/schema/api-key'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'

/** Finds a key by its prefix. @throws CairnError `not_found` */
export async function findKey(args: {
  ctx: Pick<Context, 'db'>
  input: { prefix: string }
}): Promise<typeof apiKey.$inferSelect> {
  const { prefix } = args.input
  const [found] = await args.ctx.db.select().from(apiKey).where(eq(apiKey.prefix, prefix))
  if (found) return found
  throw new CairnError('not_found', `No key begins with ${prefix}.`, { field: 'prefix' })
}
