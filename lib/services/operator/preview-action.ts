import 'server-only'
import { createSiweMessage } from 'viem/siwe'
import type { Context } from '#lib/adapters/context'
import type { Session } from '#lib/services/accounts/authorize-session'
import { issueNonce } from '#lib/services/accounts/issue-nonce'
import type { Preview } from '#lib/services/operator/action'
import { type AskedAction, describeAction } from '#lib/services/operator/describe-action'

export type PreviewedAction = Preview & {
  signs: boolean
  /** The people concerned read the reason. */
  publishes_reason: boolean
  /** The message to sign, valid once and for ten minutes; `null` if the action needs no signature, is refused, or lacks a reason. */
  message: string | null
}

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
    ...{ address: operator.address, chainId: operator.chainId, nonce, version: '1' },
    ...{ domain: here.host, uri: here.origin, statement, resources: [resource] },
    issuedAt: new Date(Math.floor(ctx.clock.now().getTime() / 1_000) * 1_000),
  })
  return { ...preview, ...kind, message }
}
