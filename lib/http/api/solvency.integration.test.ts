import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChain } from '#lib/adapters/chain/client'
import type { Context } from '#lib/adapters/context'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { scheduledRoute } from '#lib/http/api/scheduled-route'
import { route } from '#lib/http/route'
import { getSolvency, reconcile } from '#lib/operations/ledger'
import { type Solvency, solvencySchema } from '#lib/schemas/solvency'
import { startRpcProxy } from '#testing/chaos/rpc-proxy'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'

let fixture: LedgerFixture
beforeAll(async () => {
  fixture = await startLedgerFixture()
})
afterAll(() => fixture.close())

/** Asks a new web process, which has nothing cached. */
async function ask(ctx: Context = fixture.ctx): Promise<{ response: Response; body: Solvency }> {
  const web = { ...ctx, facilitator: openFacilitator(ctx) }
  const response = await route(getSolvency, async () => web).GET(
    new Request('http://cairn.test/api/solvency'),
  )
  expect(response.status).toBe(200)
  return { response, body: solvencySchema.parse(await response.json()) }
}

/** The same service with another RPC endpoint for Base. */
function over(rpcUrl: string): Context {
  const chain = openChain({ chainId: 8453, rpcUrls: [rpcUrl], finality: 0 })
  return { ...fixture.ctx, chains: new Map([...fixture.ctx.chains, [8453, chain]]) }
}

const call = (init: RequestInit = {}) =>
  scheduledRoute(reconcile, async () => fixture.ctx)[init.method === 'POST' ? 'POST' : 'GET'](
    new Request('http://cairn.test/api/cron/reconcile', init),
  )
const authorized = (method: string): RequestInit => ({
  method,
  headers: { authorization: `Bearer ${fixture.ctx.env.cronSecret}` },
})

test('before the first block was followed, the answer is "could not check" instead of solvent', async () => {
  const { body } = await ask()
  expect(body.solvent).toBeNull()
  expect(
    body.networks.map(({ status, solvent, escrow, treasury, block }) => [
      status,
      solvent,
      escrow,
      treasury,
      block,
    ]),
  ).toEqual([1, 2].map(() => ['could not check', null, null, null, null]))
})

test('the scheduler’s call settles, writes the books on and audits; twice at once is as once', async () => {
  await fixture.payBounty({ network: 'eip155:8453', amountUsdc: 50 })
  const answers = await Promise.all([call(authorized('GET')), call(authorized('POST'))])
  const bodies = await Promise.all(answers.map((answer) => answer.json()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(bodies[0]).toMatchObject({
    payments: { settled: 0, failed: 0, voided: 0, open: 0 },
    findings: [],
  })
  const third = (await (await call(authorized('POST'))).json()) as { verdict: string; networks: unknown[] }
  expect(third).toMatchObject({
    verdict: 'sound',
    networks: [
      { network: 'eip155:8453', solvent: true, treasury_difference_usdc: '0.00', could_not_check: null },
      { network: 'eip155:5042', solvent: true, escrow_difference_usdc: '0.00', could_not_check: null },
    ],
  })
  const lines = await fixture.ctx.sql`select from ledger_entry`
  expect(lines).toHaveLength(1)
})

test('nobody else may call it', async () => {
  expect((await call({ method: 'POST' })).status).toBe(401)
  expect((await call({ method: 'POST', headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
})

test('anyone is told where the money is, at which block, and can check it', async () => {
  await fixture.run()
  const paid = await fixture.payBounty({ network: 'eip155:8453', amountUsdc: 77 })
  await fixture.check()
  const { response, body } = await ask()
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('public, max-age=5')
  const [base] = body.networks
  const { client } = fixture.ctx.chains.get(8453)!
  const block = await client.getBlock({ blockNumber: BigInt(base!.block!.number) })
  expect(base).toMatchObject({
    network: 'eip155:8453',
    escrow_address: paid.network.escrow.toLowerCase(),
    treasury_address: fixture.ctx.env.treasury.toLowerCase(),
    status: 'checked',
    solvent: true,
    block: {
      hash: block.hash,
      time: new Date(Number(block.timestamp) * 1_000).toISOString().replace('.000Z', 'Z'),
    },
    escrow: {
      balance: { usdc: '50.00', atomic: '50000000' },
      our_bounties: { usdc: '50.00' },
      difference: { atomic: '0' },
    },
    treasury: { in_flight: { usdc: '77.00', atomic: '77000000' }, difference: { atomic: '0' } },
  })
  expect(body.solvent).toBe(true)
  const text = JSON.stringify(body).toLowerCase()
  expect(text).not.toContain(paid.payer.address.slice(2).toLowerCase())
  expect(text).not.toContain(paid.row.bountyId)
})

test('a missing unit is not solvent, by exactly that unit', async () => {
  await fixture.transfer(fixture.networkOf('eip155:8453'), fixture.ctx.env.treasury, fixture.stranger, 1n)
  await fixture.check()
  const { body } = await ask()
  expect(body.solvent).toBe(false)
  expect(body.networks.map(({ solvent }) => solvent)).toEqual([false, true])
  expect(body.networks[0]!.treasury).toMatchObject({
    difference: { usdc: '-0.000001', atomic: '-1' },
    unmatched_out: { atomic: '1' },
  })
  await fixture.transfer(fixture.networkOf('eip155:8453'), fixture.stranger, fixture.ctx.env.treasury, 1n)
  await fixture.check()
  expect((await ask()).body.solvent).toBe(true)
})

test('a chain that is down is shown as "could not check", and the other one as solvent', async () => {
  const { body } = await ask(over('http://127.0.0.1:9'))
  expect(body.networks.map(({ status, solvent }) => [status, solvent])).toEqual([
    ['could not check', null],
    ['checked', true],
  ])
  expect(body.networks[0]).toMatchObject({ escrow: null, treasury: null, block: null })
  expect(body.solvent).toBeNull()
})

test('many requests read the chain only once every few seconds', async () => {
  let calls = 0
  const proxy = await startRpcProxy({
    rpcUrl: fixture.rpcUrlOf(fixture.networkOf('eip155:8453')),
    rules: () => ({
      fate: (asked) => {
        calls += asked.length
        return { do: 'delay', ms: 50 }
      },
      answered: () => 'go',
    }),
  })
  try {
    const ctx = over(proxy.url)
    const web = { ...ctx, facilitator: openFacilitator(ctx) }
    const get = () => route(getSolvency, async () => web).GET(new Request('http://cairn.test/api/solvency'))
    const answers = await Promise.all(Array.from({ length: 50 }, get))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const once = calls
    expect(once).toBeLessThan(10)
    await Promise.all(Array.from({ length: 50 }, get))
    expect(calls).toBe(once)
  } finally {
    await proxy.close()
  }
})
