import type { Address, Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { recoveredTokenSchema, tokenChallengeSchema, walletProofHeader } from '#lib/schemas/token-recovery'
import { ApiRefusal } from './api-refusal.ts'
import { callApi } from './call-api.ts'

/**
 * Gets a new key to a bounty by a message that the wallet which paid for it signs. All earlier keys stop working.
 *
 * @param args.network that the bounty was paid on
 * @returns the new `agent_token`
 * @throws Error, in words for people, if the wallet did not pay for the bounty on that network
 */
export async function recoverKey(args: {
  bountyId: string
  address: Address
  network: { chainId: number; name: string }
  sign: (message: string) => Promise<Hex>
}): Promise<string> {
  const { bountyId, address, sign } = args
  const { chainId, name } = args.network
  const path = `/api/v1/bounties/${encodeURIComponent(bountyId)}/token` as const
  const { info } = await callApi({ path, schema: tokenChallengeSchema })
  const message = createSiweMessage({
    ...info,
    address,
    chainId,
    issuedAt: new Date(info.issuedAt),
    expirationTime: new Date(info.expirationTime),
  })
  const proof = {
    ...info,
    address,
    chainId: `eip155:${chainId}`,
    type: 'eip191',
    signature: await sign(message),
  }
  try {
    const headers = { [walletProofHeader]: btoa(JSON.stringify(proof)) }
    return (await callApi({ path, method: 'POST', headers, isProof: true, schema: recoveredTokenSchema }))
      .agent_token
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 401)) throw error
    throw new Error(`This wallet did not pay for this bounty on ${name}. The key was not changed.`)
  }
}
