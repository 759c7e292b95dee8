import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { serviceFreeze } from '#db/schema/freeze'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { ringWorkers } from '#lib/adapters/worker-bell'
import { CairnError } from '#lib/domain/errors'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { trustIncarnation } from '#lib/services/freeze/incarnation'

/**
 * Lets the service go on, and trusts this database from now on. What was found by the audit is `accepted` by its digest; look at
 * `checkUnfreeze` first.
 *
 * @throws CairnError `conflict` when it is not frozen, or not every network was replayed
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
  if (!ended) throw new CairnError('conflict', 'Somebody else has just unfrozen it.')
  await trustIncarnation({ ctx, tx })
  await ringWorkers(tx)
  ctx.log.warn({ freezeId: freeze.id, ...input }, 'the service goes on')
  return { freezeId: freeze.id, since: freeze.since }
}
