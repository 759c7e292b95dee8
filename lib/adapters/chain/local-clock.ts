import 'server-only'
import { type Client, type Hex, toHex } from 'viem'

/**
 * A local chain's lead over real time is kept as the balance of this account: anvil forgets the lead when it restarts, and
 * this way it is stored with the blocks it belongs to.
 */
const clockAccount = '0x000000000000000000000000000000000000c10c'

type Request = (call: { method: string; params: unknown[] }) => Promise<unknown>

/**
 * Moves a local chain so that it runs `seconds` ahead of real time, and makes a block there. Saying the same lead twice
 * moves it once. A real chain knows no such call and refuses it.
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

/** Gives a restarted chain the lead that its blocks say it had. */
export async function restoreLead(client: Pick<Client, 'request'>): Promise<void> {
  const seconds = await leadOf(client)
  if (seconds > 0) await (client.request as Request)({ method: 'evm_increaseTime', params: [seconds] })
}
