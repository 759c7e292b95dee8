// @module-tag thorough

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifyWorkers, workerChannel } from '#lib/adapters/worker-notifier'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { mine, setAutomine } from '#sandbox/chain-controls'
import { openLocal } from '#sandbox/local-chain'
import { type OrderFixture, startOrderFixture } from '#testing/order-fixture'
import { type OwnServer, startOwnServer } from '#testing/own-server'
import { until } from '#testing/until'

// A real server, ended by its own signals. After `immediate` it recovers from its log, as after a crash.

let server: OwnServer
let fixture: OrderFixture
beforeAll(async () => {
  server = await startOwnServer()
  fixture = await startOrderFixture(server.database)
})
afterAll(() => fixture?.close())
beforeEach(() => fixture.begin())

const read = (path: string) => fetch(fixture.service.url + path)

/** The answer while there is no database: that the question could not be answered, and when to ask again. */
async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ error: 'unavailable' })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('payment-required')).toBeNull()
}

const modes = ['fast', 'immediate'] as const

test.each(modes)(
  'PostgreSQL restarted (%s) while a settlement waits for its block: told the truth meanwhile, charged once, served once',
  async (mode) => {
    const { network } = fixture
    const header = await fixture.sign()
    await setAutomine(network.rpcUrl, false)
    const interrupted = fixture.pay(header)
    await until(
      async () => (await openLocal(network.rpcUrl).getBlock({ blockTag: 'pending' })).transactions.length > 0,
      { what: 'the settlement in the pool' },
    )
    await server.stop(mode)
    expect((await interrupted).status).toBe(503)
    expect((await read('/api/health')).status).toBe(200)
    await expectUnavailable(await read('/api/ready'))
    await expectUnavailable(await read(`/api/v1/provenance/${'00'.repeat(32)}`))
    await expectUnavailable(await fixture.pay(header))
    await setAutomine(network.rpcUrl, true)
    await mine(network.rpcUrl)
    await server.start()
    await fixture.expectServed(await fixture.pay(header))
    expect((await read('/api/ready')).status).toBe(200)
  },
)

test.each(['payment', 'bounty_order', 'settlement', 'bounty'])(
  'PostgreSQL crashed while %s was written: the same payment is charged once and served once',
  async (table) => {
    const header = await fixture.sign()
    const { sql } = fixture.database
    const isWaiting = async () => {
      const rows = await sql`select from pg_locks where not granted and relation = ${table}::regclass`
      return rows.length > 0
    }
    const held = sql.begin(async (tx) => {
      await tx.unsafe(`lock table ${table} in access exclusive mode`)
      const interrupted = fixture.pay(header)
      await until(isWaiting, { what: `a write to ${table}` })
      await server.stop('immediate')
      return interrupted
    })
    await expect(held).rejects.toMatchObject({ code: expect.stringMatching(/CLOSED|57P0|ECONNRESET/) })
    await server.start()
    await fixture.endLease()
    await fixture.expectServed(await fixture.pay(header))
  },
)

test('workers and streams hear notices again after a crash of PostgreSQL', async () => {
  const { sql } = fixture.service.ctx
  let [listening, heard] = [0, 0]
  const subscription = await sql.listen(
    workerChannel,
    () => {
      heard += 1
    },
    () => {
      listening += 1
    },
  )
  await server.stop('immediate')
  await server.start()
  // This is counted as a notice by workers and streams, which look for what they missed.
  await until(() => listening >= 2, { what: 'it listens again' })
  await notifyWorkers(fixture.service.ctx.db)
  await until(() => heard === 1, { what: 'a notice' })
  await subscription.unlisten()
})

test('a payment that was settled while PostgreSQL was away makes its bounty without its payer', async () => {
  const header = await fixture.sign()
  fixture.around.after = () => server.stop('immediate')
  expect((await fixture.pay(header)).status).toBe(503)
  fixture.around.after = undefined
  await server.start()
  await fixture.endLease()
  expect(await reconcilePayments({ ctx: fixture.service.ctx })).toMatchObject({ settled: 1 })
  await fixture.expectServed(await fixture.pay(header))
})
