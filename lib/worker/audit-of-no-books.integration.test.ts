import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openChain } from '#lib/adapters/chain/client'
import type { Context } from '#lib/adapters/context'
import { hasNothingToRecord } from '#lib/services/ledger/has-nothing-to-record'
import { auditStep } from '#lib/worker/audit-step'
import { createTestDatabase } from '#testing/database'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'

type Line = { level: number; msg: string; network?: string }
const [infoLevel, errorLevel] = [30, 50]
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
const base = 'eip155:8453'
const signal = new AbortController().signal

let fixture: LedgerFixture
/** The first block in the books is not final yet, as on the day of an installation. */
let ctx: Context
beforeAll(async () => {
  fixture = await startLedgerFixture()
  const networks = fixture.ctx.env.networks.map((network) => ({ ...network, ledgerFromBlock: 1_000_000_000 }))
  ctx = { ...fixture.ctx, log, env: { ...fixture.ctx.env, networks } }
})
beforeEach(() => void lines.splice(0))
afterAll(() => fixture.close())

const isEmpty = (of: Pick<Context, 'sql' | 'chains' | 'env'> = ctx) =>
  hasNothingToRecord({ ctx: of, input: { network: fixture.networkOf(base), timeoutMs: 10_000 } })
const ofBase = () => lines.filter(({ network }) => network === base)

test('books that have not begun are accepted while neither chain nor database has bounty money', async () => {
  const step = auditStep()
  expect(await step.run({ ctx, signal })).toEqual({ againInMs: 10_000 })
  await step.run({ ctx, signal })
  expect(ofBase()).toMatchObject([{ level: infoLevel, msg: 'a network has no bounty money to check yet' }])
  // It is still not called checked.
  expect(await ctx.sql`select verdict from audit_run`).toEqual([{ verdict: 'unchecked' }])
})

test('they are an error if the logs of the chain cannot be read', async () => {
  const chain = openChain({ chainId: 8453, rpcUrls: ['http://127.0.0.1:9'], finality: 0 })
  const away = { ...ctx, chains: new Map([...ctx.chains, [8453, chain]]) }
  await auditStep().run({ ctx: away, signal })
  expect(ofBase()).toMatchObject([{ level: errorLevel }])
  expect(await isEmpty(away)).toBe(false)
})

test('they are an error as soon as the treasury has money', async () => {
  const step = auditStep()
  await step.run({ ctx, signal })
  await fixture.transfer(fixture.networkOf(base), fixture.stranger, fixture.ctx.env.treasury, 5n)
  await step.run({ ctx, signal })
  expect(ofBase().map(({ level }) => level)).toEqual([infoLevel, errorLevel])
  await fixture.transfer(fixture.networkOf(base), fixture.ctx.env.treasury, fixture.stranger, 5n)
  expect(await isEmpty()).toBe(true)
})

test('they are an error once there was a bounty, also if the database no longer has it and its money is gone', async () => {
  const paid = await fixture.payBounty({ network: base })
  await fixture.run()
  await fixture.cancel(paid)
  await fixture.run()
  await auditStep().run({ ctx, signal })
  expect(ofBase()).toMatchObject([{ level: errorLevel }])
  const emptyDatabase = await createTestDatabase()
  try {
    expect(await isEmpty({ ...ctx, sql: emptyDatabase.sql })).toBe(false)
  } finally {
    await emptyDatabase.close()
  }
})
