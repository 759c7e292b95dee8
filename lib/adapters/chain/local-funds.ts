import 'server-only'
import { type Address, erc20Abi, type PublicClient, toHex } from 'viem'

const gasWei = 10n ** 18n

/**
 * Adds test USDC to a wallet of a local chain and gives it gas. Anvil writes the balance, without a transaction and its nonce.
 * A real chain refuses these calls.
 *
 * @param funds.grantAtomic millionths of a USDC, on top of the wallet's balance
 */
export async function addFunds(
  client: PublicClient,
  funds: { to: Address; usdc: Address; grantAtomic: bigint },
): Promise<void> {
  const { to, usdc, grantAtomic } = funds
  const request = client.request as (call: { method: string; params: unknown[] }) => Promise<unknown>
  const read = { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [to] } as const
  const balance = await client.readContract(read)
  await request({ method: 'anvil_dealERC20', params: [to, usdc, toHex(balance + grantAtomic)] })
  await request({ method: 'anvil_setBalance', params: [to, toHex(gasWei)] })
}
