import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { serviceFreeze } from '#db/schema/freeze'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { CairnError } from '#lib/domain/errors'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { trustIncarnation } from '#lib/services/freeze/incarnation'

/**
 * Ends the freeze and trusts this database from now on. `accepted` is the digest of the audit's findings. Call `checkUnfreeze`
 * first.
 *
 * @throws CairnError `conflict` if the service is running, or a network was not replayed
 */
export async function endFreeze(args: {
  ctx: Pick<Context, 'sql' | 'env' | 'log'>
  tx: Tx
  input: { by: string; accepted: string | null }
}): Promise<{ freezeId: number; since: Date }> {
  const { ctx, tx, input } = args
  const freeze = await getFreeze({ ctx: { db: tx, env: ctx.env } })
  if (!freeze) throw new CairnError('conflict', 'The service is not frozen.')
  if (freeze.waiting.length > 0)
    throw new CairnError('conflict', `Not yet replayed: ${freeze.waiting.join(', ')}.`)
  const [ended] = await tx
    .update(serviceFreeze)
    .set({ endedAt: sql`service_now()`, endedBy: input.by, accepted: input.accepted })
    .where(and(eq(serviceFreeze.id, freeze.id), isNull(serviceFreeze.endedAt)))
    .returning({ id: serviceFreeze.id })
  if (!ended) throw new CairnError('conflict', 'Someone else has just unfrozen it.')
  await trustIncarnation({ ctx, tx })
  await notifyWorkers(tx)
  ctx.log.warn({ freezeId: freeze.id, ...input }, 'the service goes on')
  return { freezeId: freeze.id, since: freeze.since }
}
