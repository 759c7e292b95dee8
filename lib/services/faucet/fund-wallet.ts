import 'server-only'
import type { Address } from 'viem'
import { addFunds } from '#lib/adapters/chain/local-funds'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money/money'

/** Enough for two bounties of the highest amount and any number of queries. */
export const grantAtomic = 10_000_000_000n

type Grant = {
  address: Address
  granted_usdc: string
  networks: string[]
  endpoints: { network: string; rpc_url: string }[]
}

/**
 * Gives a wallet test USDC and gas on every network. Sandbox only: a real chain has no such call.
 *
 * @throws CairnError `not_found` outside the sandbox
 */
export async function fundWallet(args: {
  ctx: Pick<Context, 'env' | 'chains'>
  input: { address: Address }
}): Promise<Grant> {
  const { env, chains } = args.ctx
  const { address } = args.input
  if (env.mode !== 'sandbox') throw new CairnError('not_found', 'Endpoint not found.')
  await Promise.all(
    env.networks.map(({ chainId, usdc }) =>
      addFunds(chains.get(chainId)!.client, { to: address, usdc: usdc.address, grantAtomic }),
    ),
  )
  return {
    address,
    granted_usdc: formatUsdc(grantAtomic),
    networks: env.networks.map(({ id }) => id),
    endpoints: env.networks.map(({ id, rpcUrls }) => ({ network: id, rpc_url: rpcUrls[0]! })),
  }
}
