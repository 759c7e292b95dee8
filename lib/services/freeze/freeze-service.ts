import 'server-only'
import { serviceFreeze } from '#db/schema/freeze'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { ringWorkers } from '#lib/adapters/worker-bell'
import type { Freeze } from '#lib/services/freeze/get-freeze'

/**
 * Makes the whole service stand still from the next commit on: see `refuse_while_frozen` in the schema. One that stands still
 * already keeps its first reason.
 *
 * @returns whether this was the one that did it
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
  await ringWorkers(tx)
  ctx.log.error({ ...input }, 'the service is frozen')
  return true
}
