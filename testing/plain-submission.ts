import type { Context } from '#lib/adapters/context'
import { insertSubmission } from '#lib/services/submissions/insert-submission'

/** A submission without a film, for tests of what becomes of bounties. It takes the guarded way, as every other. */
export function createPlainSubmission({
  ctx,
  input,
}: {
  ctx: Pick<Context, 'env' | 'db'>
  input: { bountyId: string; contributor: string; note?: string }
}): Promise<{ submissionId: string }> {
  return ctx.db.transaction((tx) => insertSubmission({ tx, env: ctx.env, input }))
}
