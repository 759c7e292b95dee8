import 'server-only'
import { count, inArray } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'

/** Counts the submitted films of some bounties, in one query. Bounties without films are missing. */
export async function countFilms(args: {
  ctx: Pick<Context, 'db'>
  input: { bountyIds: readonly string[] }
}): Promise<Map<string, number>> {
  const { ctx, input } = args
  if (input.bountyIds.length === 0) return new Map()
  const counted = await ctx.db
    .select({ bountyId: submission.bountyId, films: count() })
    .from(submission)
    .where(inArray(submission.bountyId, [...input.bountyIds]))
    .groupBy(submission.bountyId)
  return new Map(counted.map(({ bountyId, films }) => [bountyId, films]))
}
