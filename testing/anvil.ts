import { startAnvil as start } from '#sandbox/anvil'
import { type LocalClient, openLocal } from '#sandbox/local-chain'

export type Anvil = {
  rpcUrl: string
  /** For what only a test does to a chain: dropping transactions, setting code and balances. */
  control: LocalClient
  stop: () => Promise<void>
}

/** A bare chain of its own, a block for each transaction. `safe` is 2 blocks behind the head, `finalized` 4. */
export async function startAnvil(options: { chainId: number }): Promise<Anvil> {
  const anvil = await start({ ...options, finalityDepth: 2 })
  return { ...anvil, control: openLocal(anvil.rpcUrl) }
}
