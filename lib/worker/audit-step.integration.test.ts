import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openChain } from '#lib/adapters/chain/client'
import type { Context } from '#lib/adapters/context'
import { sampleFigures } from '#lib/services/health/sample-figures'
import { auditStep } from '#lib/worker/audit-step'
import { schedulesOf } from '#lib/worker/schedules'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'

type Line = { level: number; msg: string; code?: string; network?: string; ids?: string[]; finding?: string }
const errorLevel = 50
const lines: Line[] = []
const log = pino(
  { level: 'info' },
  new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Line)
      done()
    },
  }),
)

let fixture: LedgerFixture
let ctx: Context
beforeAll(async () => {
  fixture = await startLedgerFixture()
  ctx = { ...fixture.ctx, log }
})
beforeEach(() => void lines.splice(0))
afterAll(() => fixture.close())

const signal = new AbortController().signal
const network = () => fixture.networkOf('eip155:8453')
const errors = () => lines.filter(({ level }) => level === errorLevel)

test('a finding is logged as an error once, again when it changes, and once more when it is gone', async () => {
  const step = auditStep()
  const run = () => step.run({ ctx, signal })
  await run()
  expect(lines).toEqual([])
  await fixture.transfer(network(), fixture.stranger, fixture.ctx.env.treasury, 5n)
  await run()
  expect(errors()).toMatchObject([{ code: 'inflow_without_payment', network: 'eip155:8453' }])
  expect(errors()[0]!.finding).toContain('0.000005 USDC')
  await run()
  await run()
  expect(errors()).toHaveLength(1)
  await fixture.transfer(network(), fixture.stranger, fixture.ctx.env.treasury, 6n)
  await run()
  expect(errors()).toHaveLength(2)
  expect(errors()[1]!.ids).toHaveLength(2)
  for (const amount of [5n, 6n])
    await fixture.transfer(network(), fixture.ctx.env.treasury, fixture.stranger, amount)
  await run()
  await run()
  expect(errors()).toHaveLength(2)
  expect(lines.at(-1)).toMatchObject({ msg: 'the audit no longer reports this finding' })
})

test('an unreadable network is logged as an error once, and read again soon', async () => {
  const step = auditStep()
  const chain = openChain({ chainId: 8453, rpcUrls: ['http://127.0.0.1:9'], finality: 0 })
  const away = { ...ctx, chains: new Map([...ctx.chains, [8453, chain]]) }
  await step.run({ ctx: away, signal })
  const asked = await step.run({ ctx: away, signal })
  expect(errors()).toMatchObject([
    { msg: 'the money of a network could not be checked', network: 'eip155:8453' },
  ])
  expect(asked).toEqual({ againInMs: 10_000 })
  expect(await step.run({ ctx, signal })).toBeUndefined()
})

test('an audit stores what it found in the sample of its five minutes', async () => {
  const amounts = async () =>
    (await ctx.sql`select escrow_atomic from figure_sample`).map(({ escrow_atomic }) => escrow_atomic)
  // Figures belong to periods of five minutes. Beginning a minute after the start of one, the audits are in the same period.
  const seconds = Math.floor(ctx.clock.now().getTime() / 1_000)
  await fixture.advanceClock(360 - (seconds % 300))
  await sampleFigures({ ctx })
  await auditStep().run({ ctx, signal })
  // The first bounties may be paid within the same minutes, so an audit before any of them tells nothing of those.
  expect(await amounts()).toEqual([null, null])
  await fixture.payBounty({ network: 'eip155:5042' })
  await auditStep().run({ ctx, signal })
  const samples = await ctx.sql`select escrow_atomic from figure_sample`
  expect(samples).toHaveLength(2)
  for (const { escrow_atomic } of samples) expect(escrow_atomic).not.toBeNull()
})

test('a worker follows each network, and logs if the chain has been replaced', async () => {
  const steps = schedulesOf(ctx).filter(({ name }) => name.startsWith('books'))
  expect(steps.map(({ name }) => name)).toEqual(['books eip155:8453', 'books eip155:5042'])
  await fixture.payBounty({ network: 'eip155:5042' })
  for (const step of steps) await step.run({ ctx, signal })
  const [cursor] = await ctx.sql`select block from ledger_cursor where chain_id = 5042`
  expect(Number(cursor!.block)).toBe(Number(await ctx.chains.get(5042)!.client.getBlockNumber()))
  const other: Context = { ...ctx, env: { ...ctx.env, mode: 'production', treasury: fixture.stranger } }
  await expect(steps[0]!.run({ ctx: other, signal })).rejects.toThrow('the books cannot be continued')
})
