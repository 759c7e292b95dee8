import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { eq } from 'drizzle-orm'
import { observation } from '#db/schema/observation'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import type { Observation } from '#lib/schemas/observation'
import { type AnchorTree, describeObservation } from '#lib/services/observations/describe'

/**
 * Finds an observation by its id.
 *
 * @param id 64 lower-case hexadecimal digits
 */
export async function loadObservation(
  ctx: Pick<Context, 'env' | 'db'>,
  id: string,
): Promise<Observation | undefined> {
  const [row] = await ctx.db
    .select({ observation, tree })
    .from(observation)
    .innerJoin(tree, eq(tree.treeId, observation.treeId))
    .where(eq(observation.sha256, hexToBytes(id)))
  return row && describeObservation(ctx.env, row.observation, row.tree as AnchorTree)
}
