import 'server-only'
import { sql } from 'drizzle-orm'
import type { Context } from '#lib/adapters/context'

/**
 * Milliseconds until the age of a waiting capture makes a tree due, or until a round may be over; negative for a time that has passed.
 *
 * @returns `undefined` if nothing waits
 */
export async function untilNextTree({
  ctx,
}: {
  ctx: Pick<Context, 'db' | 'env'>
}): Promise<number | undefined> {
  const [row] = await ctx.db.execute<{ ms: number | null }>(sql`
    select (extract(epoch from min(at) - service_now()) * 1000)::float8 as ms from (
      (select ready_at + make_interval(secs => ${ctx.env.anchor.maxAgeSeconds}) as at
        from capture where tree_id is null and ready_at is not null order by ready_at limit 1)
      union all
      select case when early_at > service_now() then early_at else late_at end
        from publication_round where ended_at is null
    ) as due`)
  return row?.ms ?? undefined
}
