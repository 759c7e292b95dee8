import type { Env } from '#lib/adapters/env'

/** The display name of a network. A network that is no longer configured is shown by its CAIP-2 id. */
export function networkName({ networks }: Pick<Env, 'networks'>, id: string): string {
  return networks.find((network) => network.id === id)?.name ?? id
}
