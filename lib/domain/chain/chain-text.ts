import { networkOfChain } from './networks.ts'

/** The chain of a sandbox has the number of a network, and is not that network. */
export const localChain = 'a test chain on this machine'

/** A chain by its name in a sentence, or by its number if it is not one of ours. */
export function chainText(chainId: number | undefined, isDemo: boolean): string {
  if (isDemo) return localChain
  return (chainId === undefined ? undefined : networkOfChain(chainId)?.name) ?? `chain ${chainId}`
}
