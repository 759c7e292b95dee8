import 'server-only'
import { createSiweMessage } from 'viem/siwe'
import type { Context } from '#lib/adapters/context'
import type { PreviewedAction } from '#lib/schemas/operator-action'
import type { Session } from '#lib/services/accounts/authorize-session'
import { issueNonce } from '#lib/services/accounts/issue-nonce'
import { type AskedAction, describeAction } from '#lib/services/operator/describe-action'

/**
 * Previews the current effect of an action, with the message to sign for it.
 *
 * @throws CairnError `invalid_request`, `not_found`, `unavailable`
 */
export async function previewAction(args: {
  ctx: Context
  input: AskedAction
  operator: Session
}): Promise<PreviewedAction> {
  const { ctx, input: asked, operator } = args
  const { action, preview, statement, resource } = await describeAction({ ctx, asked })
  const mayBeSigned = action.signs && preview.refusal === null && asked.reason !== ''
  const kind = { signs: action.signs, publishes_reason: action.publishesReason ?? false }
  if (!mayBeSigned) return { ...preview, ...kind, message: null }
  const { nonce } = await issueNonce({ ctx })
  const here = new URL(ctx.env.baseUrl)
  const message = createSiweMessage({
    address: operator.address,
    chainId: operator.chainId,
    nonce,
    version: '1',
    domain: here.host,
    uri: here.origin,
    statement,
    resources: [resource],
    issuedAt: new Date(Math.floor(ctx.clock.now().getTime() / 1_000) * 1_000),
  })
  return { ...preview, ...kind, message }
}
