import { expect } from 'vitest'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import type { CreatedBounty } from '#lib/schemas/bounty'
import { setAutomine } from '#sandbox/chain-controls'
import { startChains } from '#sandbox/chains'
import { bountyPath, postBounty, withToken } from '#testing/bounty-request'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import {
  createPayer,
  receiptOf,
  settingsFor,
  signPayment,
  startPaidService,
  treasury,
  usdcBalance,
  withPayment,
} from '#testing/paid-service'
import { createShortWaitFacilitator } from '#testing/short-wait'
import { startTcpProxy } from '#testing/tcp-proxy'

const base = 'eip155:8453'
const usdc = 1_000_000n
export const priceAtomic = 50n * usdc
export const fundsAtomic = 60n * usdc

export type OrderFixture = Awaited<ReturnType<typeof startOrderFixture>>

/**
 * A service that takes orders, whose database and whose way to Base can be cut, and a payer, a new one for each test.
 *
 * @param own the database; a new one of the run's PostgreSQL unless given
 */
export async function startOrderFixture(own?: TestDatabase) {
  const [chains, database] = await Promise.all([startChains(), own ?? createTestDatabase()])
  const network = chains.networks[base]
  const [databaseProxy, rpcProxy] = await Promise.all([
    startTcpProxy(database.url),
    startTcpProxy(network.rpcUrl),
  ])
  const settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
  /** Called before and after the settlement by the facilitator. */
  const around: { before?: () => Promise<unknown>; after?: () => Promise<unknown> } = {}
  const service = await startPaidService({
    settings: { ...settings, DATABASE_URL: databaseProxy.url, RPC_URLS_8453: rpcProxy.url },
    facilitator: (ctx): Facilitator => {
      const own = createShortWaitFacilitator(ctx)
      return {
        ...own,
        settle: async (payload, requirements) => {
          await around.before?.()
          const settled = await own.settle(payload, requirements)
          await around.after?.()
          return settled
        },
      }
    },
  })
  const fixture = {
    database,
    databaseProxy,
    network,
    rpcProxy,
    service,
    settings,
    around,
    payer: await createPayer(chains, fundsAtomic),
    /** Before each test. */
    begin: async () => {
      around.before = around.after = undefined
      await setAutomine(network.rpcUrl, true)
      // Bounties that earlier tests left open are not counted.
      await database.sql`update payment set closed_at = now() where closed_at is null`
      await fixture.changePayer()
    },
    /** Pays and asks as a new payer from now on. */
    changePayer: async () => {
      fixture.payer = await createPayer(chains, fundsAtomic)
    },
    sign: (url = service.url) =>
      signPayment({ url: url + bountyPath, init: postBounty(), payer: fixture.payer, network: base }),
    pay: (header: string, url = service.url) => fetch(url + bountyPath, withPayment(postBounty(), header)),
    balance: () => usdcBalance(network, fixture.payer.address),
    treasuryBalance: () => usdcBalance(network, treasury),
    payments: () =>
      database.sql<{ id: string; state: string }[]>`
        select id, state from payment where payer = ${fixture.payer.address.toLowerCase()} order by id`,
    bounties: () =>
      database.sql<{ bountyId: string; state: string }[]>`
        select bounty_id as "bountyId", state from bounty where payer = ${fixture.payer.address.toLowerCase()}`,
    /** Ends the lease of the process that settles the payment, as if it had died. */
    endLease: () =>
      database.sql`update payment set claimed_until = now() where payer = ${fixture.payer.address.toLowerCase()}`,
    /** Expects that the payer was charged once and has one bounty, which the token in the answer opens. */
    expectServed: async (response: Response): Promise<CreatedBounty> => {
      expect(response.status).toBe(201)
      const made = (await response.json()) as CreatedBounty
      expect(await fixture.bounties()).toEqual([{ bountyId: made.bounty_id, state: 'paid' }])
      expect(await fixture.payments()).toMatchObject([{ state: 'settled' }])
      expect(await fixture.balance()).toBe(fundsAtomic - priceAtomic)
      expect(receiptOf(response)).toMatchObject({ success: true, transaction: made.payment_tx })
      const got = await fetch(`${service.url}${bountyPath}/${made.bounty_id}`, withToken(made.agent_token))
      expect(got.status).toBe(200)
      return made
    },
    close: async () => {
      await service.close()
      await Promise.all([databaseProxy.close(), rpcProxy.close()])
      await Promise.all([chains.stop(), database.close()])
    },
  }
  return fixture
}

export async function expectPending(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(await bodyOf(response)).toMatchObject({ error: 'settlement_pending' })
  expect(response.headers.get('retry-after')).toBe('2')
  expect(response.headers.get('payment-required')).toBeNull()
  expect(receiptOf(response)).toMatchObject({ success: false, errorReason: 'settlement_pending' })
}

export async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>
}
