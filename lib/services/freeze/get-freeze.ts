import 'server-only'
import { isNull } from 'drizzle-orm'
import { type Replayed, serviceFreeze } from '#db/schema/freeze'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'

/** The service stands still: why, since when, and how far its records were brought up to the chains. */
export type Freeze = {
  id: number
  /**
   * copy: this database is another copy than the one used last. chain: the chain has what we did and this database does not.
   * operator: by hand.
   */
  cause: 'copy' | 'chain' | 'operator'
  /** For people. */
  reason: string
  since: Date
  /** By CAIP-2 id, the networks that were replayed to the end. */
  replayed: Replayed
  /** CAIP-2 ids of those that were not yet. */
  waiting: string[]
  /** What the last replay did and what hinders it, by network. */
  report: Record<string, unknown>
}

/** Why the service stands still; `undefined` while it runs. Asks the database: every process sees the same at once. */
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
