import 'server-only'
import { zeroAddress } from 'viem'
import { commandLineChainId, operatorAction } from '#db/schema/operator'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import type { Session } from '#lib/services/accounts/authorize-session'
import { type Confirmation, commandLine } from '#lib/services/operator/action'
import type { AskedAction, DescribedAction } from '#lib/services/operator/describe-action'

/** Who acts: an operator in the console, by a request, or `null`: whoever has a shell, from the command line. */
export type Actor = {
  operator: Session
  requestId: string
  /** The signature for an action that needs one. */
  confirmation: Confirmation | undefined
} | null

/**
 * Carries out a described action and logs it, in the given transaction. It checks neither a refusal nor a signature: `runAction` and
 * `runFromCommandLine` do.
 *
 * @returns `id` is the number in the log; `once` is shown and not stored
 * @throws CairnError `conflict` if the action's guard does not hold (any more)
 */
export async function writeAction(args: {
  ctx: Context
  tx: Tx
  described: DescribedAction
  asked: AskedAction
  actor: Actor
}): Promise<{ id: number; result: object; once: Record<string, string> | null }> {
  const { ctx, tx, asked, actor } = args
  const { action, input, preview } = args.described
  const { kind, id: subjectId } = action.subjectOf(input)
  const operator = actor?.operator.address ?? commandLine
  const { result, once = null } = await action.run({ ctx, tx, input, operator, reason: asked.reason })
  const [written] = await tx
    .insert(operatorAction)
    .values({
      operator: (actor?.operator.address ?? zeroAddress).toLowerCase(),
      chainId: actor?.operator.chainId ?? commandLineChainId,
      requestId: actor?.requestId ?? '',
      action: action.name,
      subject: kind,
      subjectId,
      input: asked.input,
      reason: asked.reason,
      effect: preview.effect,
      result,
      message: actor?.confirmation?.message,
      signature: actor?.confirmation?.signature,
    })
    .returning({ id: operatorAction.id })
  ctx.log.info({ action: action.name, subject: kind, subjectId }, 'operator action carried out')
  return { id: written!.id, result, once }
}
