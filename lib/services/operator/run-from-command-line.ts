import 'server-only'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { runActionInput } from '#lib/schemas/operator-action'
import { parseInput } from '#lib/schemas/parse'
import { describeAction } from '#lib/services/operator/describe-action'
import { writeAction } from '#lib/services/operator/write-action'

/**
 * Runs an operator's action from the command line and logs it, both or neither. Whoever has a shell and the settings may do it, so no
 * signature is asked for; the reason is required as in the console.
 *
 * @throws CairnError `invalid_request`, `not_found`, `conflict` if it is not allowed now, `unavailable`
 */
export async function runFromCommandLine(args: {
  ctx: Context
  input: { action: string; input: object; reason: string }
}): Promise<void> {
  const { ctx } = args
  const asked = parseInput(runActionInput, args.input)
  const described = await describeAction({ ctx, asked })
  if (described.preview.refusal !== null) throw new CairnError('conflict', described.preview.refusal)
  await ctx.db.transaction((tx) => writeAction({ ctx, tx, described, asked, actor: null }))
}
