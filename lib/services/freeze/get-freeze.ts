import 'server-only'
import { isNull } from 'drizzle-orm'
import { type Replayed, serviceFreeze } from '#db/schema/freeze'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'

/** A freeze of the service: its reason, its start, and how far the database was replayed from the chains. */
export type Freeze = {
  id: number
  /**
   * copy: this database is another copy than the one used last. chain: the chain has transactions of ours
   * that this database lacks. operator: by hand.
   */
  cause: 'copy' | 'chain' | 'operator'
  /** For people. */
  reason: string
  since: Date
  /** CAIP-2 ids of the networks that were replayed to the end. */
  replayed: Replayed
  /** CAIP-2 ids of the networks that are still replayed. */
  waiting: string[]
  /** The progress and the blocker of the last replay, by network. */
  report: Record<string, unknown>
}

/** The current freeze; `undefined` while the service runs. Reads the database, so that all processes see the same. */
export async function getFreeze(args: {
  ctx: Pick<Context, 'env'> & { db: Pick<Tx, 'select'> }
}): Promise<Freeze | undefined> {
  const { db, env } = args.ctx
  const [row] = await db.select().from(serviceFreeze).where(isNull(serviceFreeze.endedAt))
  if (!row) return undefined
  const { id, cause, reason, since, replayed, report } = row
  const waiting = env.networks.map((network) => network.id).filter((network) => !replayed[network])
  return { id, cause, reason, since, replayed, waiting, report }
}
