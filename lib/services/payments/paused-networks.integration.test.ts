import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalChains, startChains } from '#sandbox/chains'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { publishTestObservations } from '#testing/observations'
import {
  createPayer,
  type PaidService,
  settingsFor,
  signPayment,
  startPaidService,
  withPayment,
} from '#testing/paid-service'

const base = 'eip155:8453'
let chains: LocalChains
let database: TestDatabase
let service: PaidService
let settings: ReturnType<typeof settingsFor>
let path: string

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
  service = await startPaidService({ settings })
  const [id] = await publishTestObservations(database)
  path = `/api/v1/observations/${id}`
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})

test('a network whose relayer is frozen has no price, the readiness says so, and the other network is still sold', async () => {
  // The first settlement creates the row of the relayer's queue.
  const payment = await signPayment({
    url: service.url + path,
    payer: await createPayer(chains),
    network: base,
  })
  expect((await fetch(service.url + path, withPayment({}, payment))).status).toBe(200)
  const { sql } = service.ctx
  const all = Object.keys(chains.networks).sort()
  // A process may offer a network for a few seconds after it was paused, so each state gets a new one.
  const look = async () => {
    const seller = await startPaidService({ settings })
    const quote = await fetch(seller.url + path)
    const readiness = await (await fetch(`${seller.url}/api/ready`)).json()
    await seller.close()
    const { accepts = [], ...body } = await quote.json()
    return {
      ...{
        status: quote.status,
        offered: accepts.map(({ network }: { network: string }) => network).sort(),
        body,
      },
      ready: readiness.status,
      paused: pausedOf(readiness),
      since: sinceOf(readiness),
    }
  }
  const pausedOf = ({ chains: read }: { chains: { network: string; payments_paused: string | null }[] }) =>
    read.filter(({ payments_paused }) => payments_paused === 'operator').map(({ network }) => network)

  type Times = { network: string; payments_paused_since: string | null; payments_paused_until: string | null }
  const sinceOf = ({ chains: read }: { chains: Times[] }) =>
    read.find(({ network }) => network === base)!.payments_paused_since

  expect(await look()).toMatchObject({ status: 402, offered: all, paused: [], since: null })
  try {
    await sql`update chain_account set frozen_at = '2026-03-04T14:05:00Z', frozen_by = 'a test', frozen_reason = 'a look' where chain_id = 8453`
    expect(await look()).toMatchObject({
      status: 402,
      offered: all.filter((id) => id !== base),
      ready: 'degraded',
      paused: [base],
      since: '2026-03-04T14:05:00Z',
    })
    await sql`insert into chain_account (chain_id, address, next_nonce, frozen_at, frozen_by, frozen_reason)
      select 5042, address, 0, frozen_at, frozen_by, frozen_reason from chain_account where chain_id = 8453
      on conflict (chain_id, address) do update set frozen_at = excluded.frozen_at, frozen_by = excluded.frozen_by,
        frozen_reason = excluded.frozen_reason`
    const none = await look()
    expect(none).toMatchObject({ status: 503, offered: [], paused: expect.arrayContaining(all) })
    expect(none.body.message).toMatch(/^Payments are paused right now\..* Nothing was paid\./)
  } finally {
    await sql`update chain_account set frozen_at = null, frozen_by = null, frozen_reason = null`
  }
})

test('a network whose relayer has spent its gas of the day is paused until the next day begins', async () => {
  const { sql } = service.ctx
  const relayer = privateKeyToAddress(settings.RELAYER_KEY as `0x${string}`).toLowerCase()
  await sql`insert into gas_spent (chain_id, sender, day, wei)
    values (8453, ${relayer}, (service_now() at time zone 'utc')::date, 1e18)
    on conflict (chain_id, sender, day) do update set wei = excluded.wei`
  const seller = await startPaidService({ settings: { ...settings, GAS_BUDGET_8453: '0.5' } })
  const readiness = await (await fetch(`${seller.url}/api/ready`)).json()
  await seller.close()
  const tomorrow = new Date(service.ctx.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const chain = readiness.chains.find(({ network }: { network: string }) => network === base)
  expect(chain).toMatchObject({
    payments_paused: 'gas',
    payments_paused_since: null,
    payments_paused_until: `${tomorrow}T00:00:00Z`,
  })
})
