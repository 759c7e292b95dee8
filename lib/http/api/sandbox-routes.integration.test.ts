import { erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { queueJob } from '#lib/adapters/jobs'
import { route } from '#lib/http/route'
import { advanceClock, fundWallet } from '#lib/operations/sandbox'
import { checkReadiness } from '#lib/operations/service'
import { beat } from '#lib/services/health/beat'
import { type LocalChains, startChains } from '#sandbox/chains'
import { openLocal } from '#sandbox/local-chain'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { settingsFor } from '#testing/paid-service'

let database: TestDatabase
let chains: LocalChains
const open: OpenContext[] = []
beforeAll(async () => {
  ;[database, chains] = await Promise.all([createTestDatabase(), startChains()])
})
afterAll(async () => {
  for (const ctx of open) await ctx.close()
  await chains.stop()
  await database.close()
})

async function serve(mode: 'sandbox' | 'production') {
  const settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://localhost:3000' })
  const env = { ...parseEnv(settings), mode }
  const ctx = await openContext(env, { service: 'test', maxConnections: 3 })
  open.push(ctx)
  const context = async () => ({ ...ctx, facilitator: openFacilitator(ctx) })
  return {
    clock: route(advanceClock, context),
    faucet: route(fundWallet, context),
    ready: route(checkReadiness, context),
  }
}

const post = (path: string, body?: unknown) =>
  new Request(`http://localhost:3000/api/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
const address = '0x00000000000000000000000000000000000000AA'

describe('outside the sandbox', () => {
  test.each([
    ['clock', { advance_seconds: 60 }],
    ['clock', undefined],
    ['clock', { advance_seconds: 'soon' }],
    ['faucet', { address }],
    ['faucet', undefined],
  ] as const)('there is no %s, with any body: %j', async (path, body) => {
    const routes = await serve('production')
    const answer = await routes[path].POST(post(path, body))
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: 'not_found' })
    expect((await routes[path].GET(new Request(`http://localhost:3000/api/sandbox/${path}`))).status).toBe(
      404,
    )
  })
})

describe('in the sandbox', () => {
  test('the clock moves and says where it is', async () => {
    const { clock } = await serve('sandbox')
    const answer = await clock.POST(post('clock', { advance_seconds: 3_600 }))
    expect(answer.status).toBe(200)
    const body = (await answer.json()) as { now: string; offset_seconds: number }
    expect(body.offset_seconds).toBe(3_600)
    expect(Math.abs(Date.parse(body.now) - Date.now() - 3_600_000)).toBeLessThan(10_000)
  })

  test.each([
    undefined,
    {},
    { advance_seconds: 0 },
    { advance_seconds: -5 },
    { advance_seconds: 1.5 },
    { advance_seconds: '60' },
    [],
    'soon',
    null,
    7,
  ])('a clock is not moved by %j', async (body) => {
    const { clock } = await serve('sandbox')
    const answer = await clock.POST(post('clock', body))
    expect(answer.status).toBe(400)
    const refusal = (await answer.json()) as { error: string; message: string }
    expect(refusal.error).toBe('invalid_request')
    expect(refusal.message).not.toMatch(/Invalid|expected|received|charged/)
  })

  test('the faucet adds USDC and gives gas on both networks', async () => {
    const { faucet } = await serve('sandbox')
    const answer = await faucet.POST(post('faucet', { address }))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      address,
      granted_usdc: '10000.00',
      networks: ['eip155:8453', 'eip155:5042'],
      endpoints: (['eip155:8453', 'eip155:5042'] as const).map((network) => ({
        network,
        rpc_url: chains.networks[network].rpcUrl,
      })),
    })
    expect(fundWallet.example!.output).toMatchObject({ granted_usdc: '10000.00' })
    for (const { rpcUrl, usdc } of Object.values(chains.networks)) {
      const client = openLocal(rpcUrl)
      const read = { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
      expect(await client.readContract(read)).toBe(10_000_000_000n)
      expect(await client.getBalance({ address })).toBe(10n ** 18n)
    }

    await faucet.POST(post('faucet', { address }))
    for (const { rpcUrl, usdc } of Object.values(chains.networks)) {
      const read = { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
      expect(await openLocal(rpcUrl).readContract(read)).toBe(20_000_000_000n)
    }
  })

  test.each([
    [
      { addr: address },
      'is required and must be an address: 0x and 40 hexadecimal digits. Ignored, because this request has no such member: "addr" (did you mean "address"?).',
    ],
    [{}, 'is required and must be an address: 0x and 40 hexadecimal digits'],
    [{ address: '0x1' }, 'must be an address: 0x and 40 hexadecimal digits'],
    [{ address: 7 }, 'must be an address: 0x and 40 hexadecimal digits'],
  ])('the faucet refuses %j and says what it needs', async (body, rule) => {
    const { faucet } = await serve('sandbox')
    const answer = await faucet.POST(post('faucet', body))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ field: 'address', message: `address ${rule}` })
  })

  test('readiness says that no worker lives', async () => {
    const { ready } = await serve('sandbox')
    const answer = await ready.GET(new Request('http://localhost:3000/api/ready'))
    expect(await answer.json()).toMatchObject({
      status: 'degraded',
      database: { ok: true },
      worker: { ok: false, last_beat_seconds: null },
      films: { ok: true, oldest_job_seconds: null, unconfined_workers: 0 },
      chains: [
        { network: 'eip155:8453', ok: true },
        { network: 'eip155:5042', ok: true },
      ],
    })
  })

  test('readiness says how long a film has waited', async () => {
    const { ready } = await serve('sandbox')
    await database.db.transaction((tx) => queueJob({ tx, name: 'inspect', submissionId: 'sub_of_nobody' }))
    const wait = (seconds: number) =>
      database.sql`update pgboss.job set start_after = now() - make_interval(secs => ${seconds})`
    const films = async () => {
      const answer = await ready.GET(new Request('http://localhost:3000/api/ready'))
      return ((await answer.json()) as { films: unknown }).films
    }
    const none = {
      oldest_check_seconds: null,
      oldest_forecast_seconds: null,
      oldest_model_seconds: null,
      unconfined_workers: 0,
    }
    await wait(200)
    expect(await films()).toEqual({ ...none, ok: true, oldest_job_seconds: 200, oldest_check_seconds: 200 })
    await wait(600)
    expect(await films()).toEqual({ ...none, ok: false, oldest_job_seconds: 600, oldest_check_seconds: 600 })
    // The limit for forecasts is longer than that for checks, and shorter than that for models.
    await database.sql`update pgboss.job set name = 'forecast'`
    const forecast = (seconds: number) => ({ oldest_job_seconds: seconds, oldest_forecast_seconds: seconds })
    expect(await films()).toEqual({ ...none, ok: true, ...forecast(600) })
    await wait(1_200)
    expect(await films()).toEqual({ ...none, ok: false, ...forecast(1_200) })
    await wait(600)
    // A model may wait for others.
    await database.sql`update pgboss.job set name = 'reconstruct'`
    expect(await films()).toEqual({ ...none, ok: true, oldest_job_seconds: 600, oldest_model_seconds: 600 })
    await wait(3_600)
    expect(await films()).toMatchObject({ ok: false, oldest_model_seconds: 3_600 })
  })

  test('readiness says when workers cannot confine media programs, and so leave films alone', async () => {
    const { ready } = await serve('sandbox')
    const films = async () => {
      const answer = await ready.GET(new Request('http://localhost:3000/api/ready'))
      const { ok, unconfined_workers } = ((await answer.json()) as { films: Record<string, unknown> }).films
      return { ok, unconfined_workers }
    }
    await database.sql`delete from pgboss.job`
    const production = { mode: 'production', media: { jobs: 1, modelJobs: 1, sandbox: 'required' } }
    const beatOf = (workerId: string, env: object) =>
      beat({ ctx: { db: database.db, env: env as never }, workerId })
    // Bubblewrap cannot be found here.
    vi.stubEnv('PATH', '/nowhere')
    await beatOf('a', production)
    await beatOf('without films', {
      mode: 'production',
      media: { jobs: 0, modelJobs: 0, sandbox: 'required' },
    })
    expect(await films()).toEqual({ ok: false, unconfined_workers: 1 })
    await beatOf('b', { mode: 'production', media: { jobs: 1, sandbox: 'weak' } })
    expect(await films()).toEqual({ ok: true, unconfined_workers: 1 })
    await beatOf('a', { ...production, media: { jobs: 1, sandbox: 'weak' } })
    expect(await films()).toEqual({ ok: true, unconfined_workers: 0 })
    // A worker that has been silent for long does not count any more.
    await beatOf('a', production)
    await database.sql`update worker_heartbeat set beat_at = beat_at - interval '1 minute'`
    expect(await films()).toEqual({ ok: true, unconfined_workers: 0 })
    vi.unstubAllEnvs()
    await database.sql`delete from worker_heartbeat`
  })
})
