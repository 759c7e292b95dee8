import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Context } from '#lib/adapters/context'
import type { DoneAction } from '#lib/schemas/operator-action'
import type { Session } from '#lib/services/accounts/authorize-session'
import { previewAction } from '#lib/services/operator/preview-action'
import { runAction } from '#lib/services/operator/run-action'

const wallet = privateKeyToAccount(generatePrivateKey())
const operator = { address: wallet.address, chainId: 8453 } as Session

/** Acts as an operator does in the console: previews the action, signs it if it moves money, and runs it. */
export async function operate(
  ctx: Context,
  action: string,
  input: object,
  reason = 'It breaks the rules.',
): Promise<DoneAction> {
  const asked = { action, input, reason }
  const { message, refusal } = await previewAction({ ctx, input: asked, operator })
  if (refusal !== null) throw new Error(refusal)
  const confirmation =
    message === null ? undefined : { message, signature: await wallet.signMessage({ message }) }
  return runAction({ ctx, input: { ...asked, confirmation }, operator, requestId: 'r' })
}
