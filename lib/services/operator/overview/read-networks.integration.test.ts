import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '#lib/adapters/context'
import { readNetworks } from '#lib/services/operator/overview/read-networks'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { chainId, type OutboxFixture, randomHex, startOutboxFixture } from '#testing/outbox-fixture'

let database: TestDatabase
let fixture: OutboxFixture
const [token, payTo] = [randomHex(20), randomHex(20)]
/** A contract that answers every call with 1,000,000. */
const oneUsdc = '0x620f424060005260206000f3'

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  fixture = await startOutboxFixture(database)
})
afterEach(() => fixture.anvil.stop())

/** The network as the overview shows it. Chains are cached by this map, so each call has its own. */
async function read() {
  const network = { id: `eip155:${chainId}`, chainId, rpcUrls: [fixture.anvil.rpcUrl], payTo }
  const ctx = {
    ...fixture.ctx,
    env: { networks: [{ ...network, usdc: { address: token } }] },
    chains: new Map([[chainId, fixture.chain]]),
    clock: { now: () => new Date() },
  } as unknown as Context
  const money = { ageSeconds: null, networks: new Map() } as never
  const [found] = await readNetworks({ ctx, money })
  return found!
}

test('a network has its newest final block and the balance of the revenue wallet, which is null if it could not be read', async () => {
  expect((await read()).revenue).toEqual({ address: payTo, usdc: null })
  await fixture.anvil.control.setCode({ address: token, bytecode: oneUsdc })
  await fixture.anvil.control.mine({ blocks: 5 })
  const { revenue, final_block: final, providers } = await read()
  expect(revenue).toEqual({ address: payTo, usdc: '1.00' })
  expect(final).toBeLessThanOrEqual(providers[0]!.head!)
  expect(final).toBeGreaterThan(0)
})
