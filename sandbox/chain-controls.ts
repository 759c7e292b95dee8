import { type Address, encodeFunctionData, type Hex } from 'viem'
import { sandboxUsdcAbi } from '#contracts/sandbox-usdc'
import { openLocal, sendAsDeployer } from '#sandbox/local-chain'

// What tests make a local chain do: mine, reorganise, drop transactions, blacklist wallets.

/** With `false` transactions wait until `mine`. */
export async function setAutomine(rpcUrl: string, enabled: boolean): Promise<void> {
  await openLocal(rpcUrl).setAutomine(enabled)
}

export async function mine(rpcUrl: string, blocks = 1): Promise<void> {
  await openLocal(rpcUrl).mine({ blocks })
}

/** Replaces the last blocks with empty ones: their transactions disappear, from the pool too. */
export async function reorg(rpcUrl: string, depth: number): Promise<void> {
  await openLocal(rpcUrl).request({ method: 'anvil_reorg' as never, params: [depth, []] as never })
}

/** Removes a waiting transaction from the pool. */
export async function dropTransaction(rpcUrl: string, hash: Hex): Promise<void> {
  await openLocal(rpcUrl).dropTransaction({ hash })
}

/** Makes every transfer from or to the account revert, as the issuer of USDC can, or allows them again. */
export async function setBlacklisted(
  rpcUrl: string,
  usdc: Address,
  account: Address,
  on: boolean,
): Promise<void> {
  const functionName = on ? 'blacklist' : 'unBlacklist'
  await sendAsDeployer(
    openLocal(rpcUrl),
    usdc,
    encodeFunctionData({ abi: sandboxUsdcAbi, functionName, args: [account] }),
  )
}
