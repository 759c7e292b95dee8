import 'server-only'
import { type Client, type Hex, toHex } from 'viem'

/**
 * The balance of this account stores how far a local chain is ahead of real time. Anvil forgets that when it restarts, and a
 * balance is saved with the blocks.
 */
const clockAccount = '0x000000000000000000000000000000000000c10c'

type Request = (call: { method: string; params: unknown[] }) => Promise<unknown>

/**
 * Moves the clock of a local chain to `seconds` ahead of real time, and mines a block. Idempotent. A real chain refuses the call.
 */
export async function setLead(client: Pick<Client, 'request'>, seconds: number): Promise<void> {
  const request = client.request as Request
  const further = seconds - (await leadOf(client))
  if (further > 0) await request({ method: 'evm_increaseTime', params: [further] })
  await request({ method: 'anvil_setBalance', params: [clockAccount, toHex(seconds)] })
  await request({ method: 'evm_mine', params: [] })
}

/** How many seconds a local chain runs ahead of real time. */
export async function leadOf(client: Pick<Client, 'request'>): Promise<number> {
  const request = client.request as Request
  return Number((await request({ method: 'eth_getBalance', params: [clockAccount, 'latest'] })) as Hex)
}
