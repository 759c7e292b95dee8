import type { Env } from '#lib/adapters/env'

/** A network as people call it; what is told may be of one that is not configured any more, which keeps its CAIP-2 id. */
export function networkName({ networks }: Pick<Env, 'networks'>, id: string): string {
  return networks.find((network) => network.id === id)?.name ?? id
}
