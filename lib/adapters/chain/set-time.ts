import 'server-only'
import type { Chain } from '#lib/adapters/chain/client'

/** Moves a local chain to a time and makes a block there. Real chains know no such call and refuse it. */
export async function setChainTime(chain: Chain, at: Date): Promise<void> {
  const request = chain.client.request as (call: { method: string; params: unknown[] }) => Promise<unknown>
  await request({ method: 'evm_setTime', params: [Math.floor(at.getTime() / 1_000)] })
  await request({ method: 'evm_mine', params: [] })
}
