import 'server-only'
import { eq } from 'drizzle-orm'
import { getAddress, type Hex } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { operatorAction } from '#db/schema/operator'
import { verifySignature } from '#lib/adapters/chain/verify-signature'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import type { CheckedSignature } from '#lib/schemas/operator-action'
import { termsOf } from '#lib/services/operator/describe-action'

/**
 * Checks the signature of a logged action again, from the log alone: its signer, and that it covers exactly this action.
 *
 * @throws CairnError `not_found` if the action is unknown or unsigned
 */
export async function checkSignature(args: {
  ctx: Pick<Context, 'db' | 'chains'>
  input: { id: number }
}): Promise<CheckedSignature> {
  const { ctx, input } = args
  const [row] = await ctx.db.select().from(operatorAction).where(eq(operatorAction.id, input.id))
  const { message, signature } = row ?? {}
  if (!row || !message || !signature)
    throw new CairnError('not_found', 'No action of this number was signed: only what moves money is.')
  const said = parseSiweMessage(message)
  const terms = termsOf({ action: row.action, input: row.input, reason: row.reason, effect: row.effect })
  const isOfWallet = said.address?.toLowerCase() === row.operator && said.chainId === row.chainId
  const signed = { address: getAddress(row.operator), message, signature: signature as Hex }
  const chain = ctx.chains.get(row.chainId)
  // A chain that is no longer configured cannot be read either.
  const holds = chain ? await verifySignature(chain, signed).catch(() => null) : null
  return {
    id: row.id,
    is_by_operator: isOfWallet ? holds : false,
    is_for_action: said.resources?.length === 1 && said.resources[0] === terms.resource,
    is_for_effect: said.statement === terms.statement,
  }
}
