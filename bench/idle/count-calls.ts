import type { LocalChains } from '../../sandbox/chains.ts'
import { startRpcProxy } from '../../testing/chaos/rpc-proxy.ts'

export type Counted = { what: string; count: number }

/** Puts a proxy before each chain, which counts the calls by network and method. */
export async function countCalls(chains: LocalChains): Promise<{
  chains: LocalChains
  reset: () => void
  list: () => Counted[]
  close: () => Promise<void>
}> {
  const counts = new Map<string, number>()
  const proxied = await Promise.all(
    Object.entries(chains.networks).map(async ([id, network]) => {
      const proxy = await startRpcProxy({
        rpcUrl: network.rpcUrl,
        rules: () => ({
          fate: (calls) => {
            for (const { method } of calls) {
              const what = `${id} ${method}`
              counts.set(what, (counts.get(what) ?? 0) + 1)
            }
            return { do: 'pass' }
          },
          answered: () => 'go',
        }),
      })
      return { id, proxy, network: { ...network, rpcUrl: proxy.url } }
    }),
  )
  const networks = Object.fromEntries(proxied.map(({ id, network }) => [id, network]))
  return {
    chains: { ...chains, networks: networks as LocalChains['networks'] },
    reset: () => counts.clear(),
    list: () => [...counts].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count),
    close: async () => void (await Promise.all(proxied.map(({ proxy }) => proxy.close()))),
  }
}
