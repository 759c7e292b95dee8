import type { Address } from 'viem'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money'
import { fundUsdc, openLocal } from '#lib/sandbox/chain-controls'

/** Enough for two bounties at their highest and any number of look-ups. */
const grantAtomic = 10_000_000_000n
const gasWei = 10n ** 18n

/**
 * Gives a wallet test USDC and gas on every network. Sandbox only; production has no token that could be minted.
 *
 * @throws CairnError `not_found` outside the sandbox
 */
export async function fundWallet(args: {
  ctx: Pick<Context, 'env'>
  input: { address: Address }
}): Promise<{ address: Address; granted_usdc: string; networks: string[] }> {
  const { env } = args.ctx
  const { address } = args.input
  if (env.mode !== 'sandbox') throw new CairnError('not_found', 'There is nothing at this address.')
  await Promise.all(
    env.networks.map(async (network) => {
      const rpcUrl = network.rpcUrls[0]!
      await fundUsdc(rpcUrl, network.usdc.address, address, grantAtomic)
      await openLocal(rpcUrl).setBalance({ address, value: gasWei })
    }),
  )
  return { address, granted_usdc: formatUsdc(grantAtomic), networks: env.networks.map(({ id }) => id) }
}
