import 'server-only'
import type { Context } from '#lib/adapters/context'
import { CairnError, fieldError } from '#lib/domain/errors'
import type { DoneAction } from '#lib/schemas/operator-action'
import type { Session } from '#lib/services/accounts/authorize-session'
import type { Confirmation } from '#lib/services/operator/action'
import { checkConfirmation, markConfirmationUsed } from '#lib/services/operator/check-confirmation'
import { type AskedAction, describeAction } from '#lib/services/operator/describe-action'
import { writeAction } from '#lib/services/operator/write-action'

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
  if (asked.reason === '') throw fieldError('reason', 'say why, for the audit log')
  const described = await describeAction({ ctx, asked })
  const { action, preview } = described
  if (preview.refusal !== null) throw new CairnError('conflict', preview.refusal)
  const confirmation = action.signs ? asked.confirmation : undefined
  const nonce = action.signs ? await checkConfirmation({ ctx, described, operator, confirmation }) : undefined
  return ctx.db.transaction(async (tx) => {
    if (nonce !== undefined) await markConfirmationUsed({ tx, nonce })
    const actor = { operator, requestId, confirmation }
    const { id, result, once } = await writeAction({ ctx, tx, described, asked, actor })
    return { id, title: preview.title, result: { ...result }, once }
  })
}
