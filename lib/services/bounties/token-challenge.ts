import 'server-only'
import { createHmac } from 'node:crypto'
import type { Address } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import type { Context } from '#lib/adapters/context'
import { deriveKey } from '#lib/adapters/derive-key'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import type { TokenChallenge } from '#lib/schemas/token-recovery'

const challengeSeconds = 300
const purpose = 'cairn token recovery'

type Ctx = Pick<Context, 'env' | 'clock'>

/**
 * The message that the wallet which paid for a bounty signs to get a new token (EIP-4361), in the form of the x402 extension
 * `sign-in-with-x`. It names this deployment and the bounty. It is issued for any id, so it does not reveal which bounties exist.
 */
export function issueChallenge(args: { ctx: Ctx; input: { bountyId: string } }): TokenChallenge {
  const { ctx, input } = args
  const supportedChains = ctx.env.networks.map(({ id }) => ({ chainId: id, type: 'eip191' as const }))
  return { info: describe(ctx.env, input.bountyId, ctx.clock.now()), supportedChains }
}

/** The signed message and its nonce; `undefined` if no challenge of the last five minutes has this time. */
export function challengeOf(args: {
  ctx: Ctx
  input: { bountyId: string; network: string; payer: string; issuedAt: string }
}): { message: string; nonce: string } | undefined {
  const { ctx, input } = args
  const issuedAt = new Date(input.issuedAt)
  const ageMs = ctx.clock.now().getTime() - issuedAt.getTime()
  if (!(ageMs >= 0 && ageMs <= challengeSeconds * 1_000)) return undefined
  const { expirationTime, issuedAt: _, ...rest } = describe(ctx.env, input.bountyId, issuedAt)
  const message = createSiweMessage({
    ...rest,
    address: checksumAddress(input.payer) as Address,
    chainId: chainIdOf(input.network),
    issuedAt,
    expirationTime: new Date(expirationTime),
  })
  return { message, nonce: rest.nonce }
}

function describe(
  { baseUrl, secretKey }: Context['env'],
  bountyId: string,
  at: Date,
): TokenChallenge['info'] {
  const issuedAt = at.toISOString()
  const nonce = createHmac('sha256', deriveKey({ secretKey, purpose }))
    .update(JSON.stringify([baseUrl, bountyId, issuedAt]))
    .digest('hex')
    .slice(0, 32)
  return {
    domain: new URL(baseUrl).host,
    uri: `${baseUrl}/api/v1/bounties/${encodeURIComponent(bountyId)}/token`,
    statement: `I paid for the bounty ${bountyId.replaceAll(/[^\w-]/g, '')} and ask for a new key to it. The old key stops working. This moves no money.`,
    version: '1',
    nonce,
    issuedAt,
    expirationTime: new Date(at.getTime() + challengeSeconds * 1_000).toISOString(),
  }
}
