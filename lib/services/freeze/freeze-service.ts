import 'server-only'
import { serviceFreeze } from '#db/schema/freeze'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import type { Freeze } from '#lib/services/freeze/get-freeze'

/**
 * Freezes the whole service from the next commit on: see `refuse_while_frozen` in the schema. If it is frozen already, the first
 * reason stays.
 *
 * @returns true if this call froze it
 */
export async function freezeService(args: {
  ctx: Pick<Context, 'log'>
  tx: Tx | Context['db']
  input: Pick<Freeze, 'cause' | 'reason'>
}): Promise<boolean> {
  const { ctx, tx, input } = args
  const [made] = await tx
    .insert(serviceFreeze)
    .values(input)
    .onConflictDoNothing()
    .returning({ id: serviceFreeze.id })
  if (!made) return false
  await notifyWorkers(tx)
  ctx.log.error({ ...input }, 'the service is frozen')
  return true
}
