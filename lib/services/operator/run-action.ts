import 'server-only'
import { operatorAction } from '#db/schema/operator'
import type { Context } from '#lib/adapters/context'
import { CairnError, fieldError } from '#lib/domain/errors'
import type { DoneAction } from '#lib/schemas/operator-action'
import type { Session } from '#lib/services/accounts/authorize-session'
import type { Confirmation } from '#lib/services/operator/action'
import { checkConfirmation, markConfirmationUsed } from '#lib/services/operator/check-confirmation'
import { type AskedAction, describeAction } from '#lib/services/operator/describe-action'

/**
 * Runs an operator's action and logs it, both or neither. An action that moves money needs a signature for exactly this, which is
 * valid once.
 *
 * @throws CairnError `invalid_request`, `unauthorized` for a wrong signature, `not_found`, `conflict` if it is not
 *   allowed now, `unavailable`
 */
export async function runAction(args: {
  ctx: Context
  input: AskedAction & { confirmation?: Confirmation | undefined }
  operator: Session
  requestId: string
}): Promise<DoneAction> {
  const { ctx, input: asked, operator, requestId } = args
  const { confirmation } = asked
  if (asked.reason === '') throw fieldError('reason', 'say why, for the audit log')
  const described = await describeAction({ ctx, asked })
  const { action, input, preview } = described
  if (preview.refusal !== null) throw new CairnError('conflict', preview.refusal)
  const nonce = action.signs ? await checkConfirmation({ ctx, described, operator, confirmation }) : undefined
  const { kind, id: subjectId } = action.subjectOf(input)
  return ctx.db.transaction(async (tx) => {
    if (nonce !== undefined) await markConfirmationUsed({ tx, nonce })
    const { result, once = null } = await action.run({ ctx, tx, input, operator, reason: asked.reason })
    const [written] = await tx
      .insert(operatorAction)
      .values({
        operator: operator.address.toLowerCase(),
        chainId: operator.chainId,
        action: action.name,
        subject: kind,
        subjectId,
        input: asked.input,
        reason: asked.reason,
        effect: preview.effect,
        result,
        requestId,
        message: action.signs ? confirmation?.message : undefined,
        signature: action.signs ? confirmation?.signature : undefined,
      })
      .returning({ id: operatorAction.id })
    ctx.log.info({ action: action.name, subject: kind, subjectId }, 'operator action carried out')
    return { id: written!.id, title: preview.title, result: { ...result }, once }
  })
}
