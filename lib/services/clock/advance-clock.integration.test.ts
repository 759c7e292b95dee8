import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { advanceClock } from '#lib/services/clock/advance-clock'
import { type LocalChains, startChains } from '#sandbox/chains'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { settingsFor } from '#testing/paid-service'

let database: TestDatabase
let chains: LocalChains
let ctx: OpenContext
const variables = () => settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://localhost:3000' })
beforeAll(async () => {
  ;[database, chains] = await Promise.all([createTestDatabase(), startChains()])
  ctx = await openContext(parseEnv(variables()), { service: 'test' })
})
afterAll(async () => {
  await ctx.close()
  await chains.stop()
  await database.close()
})

/** Each clock's lead over real time, in seconds. */
async function leads(): Promise<number[]> {
  const [row] = await database.sql`select extract(epoch from service_now())::float8 as now`
  const heads = await Promise.all([...ctx.chains.values()].map(({ client }) => client.getBlock()))
  const clocks = [
    ctx.clock.now().getTime() / 1000,
    Number(row?.now),
    ...heads.map((head) => Number(head.timestamp)),
  ]
  return clocks.map((clock) => clock - Date.now() / 1000)
}

describe('the sandbox clock', () => {
  test('moves the service, its database and both chains together, each time further', async () => {
    for (const lead of [86_400, 90_000]) {
      await advanceClock({ ctx, input: { advanceSeconds: lead === 86_400 ? 86_400 : 3_600 } })
      for (const clock of await leads()) expect(Math.abs(clock - lead)).toBeLessThan(10)
    }
  })

  test('goes as far as all moves at once together, and the chains no further', async () => {
    const before = ctx.clock.offsetSeconds()
    await Promise.all(
      [600, 1_200, 1_800].map((advanceSeconds) => advanceClock({ ctx, input: { advanceSeconds } })),
    )
    expect(ctx.clock.offsetSeconds()).toBe(before + 3_600)
    for (const clock of await leads()) expect(Math.abs(clock - before - 3_600)).toBeLessThan(10)
  })

  test('is not there in production', async () => {
    const env = { ...parseEnv(variables()), mode: 'production' as const }
    const before = ctx.clock.offsetSeconds()
    await expect(advanceClock({ ctx: { ...ctx, env }, input: { advanceSeconds: 60 } })).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
    expect(ctx.clock.offsetSeconds()).toBe(before)
  })

  test('stays where it is when a chain does not answer, and catches up on the next try', async () => {
    const before = ctx.clock.offsetSeconds()
    const chain = ctx.chains.get(5042)!
    const silent = { ...chain, client: { ...chain.client, request: () => Promise.reject(new Error('away')) } }
    const broken = new Map([...ctx.chains, [5042, silent]]) as typeof ctx.chains
    await expect(
      advanceClock({ ctx: { ...ctx, chains: broken }, input: { advanceSeconds: 600 } }),
    ).rejects.toMatchObject({ code: 'unavailable' })
    expect(ctx.clock.offsetSeconds()).toBe(before)
    await advanceClock({ ctx, input: { advanceSeconds: 600 } })
    for (const clock of await leads()) expect(Math.abs(clock - before - 600)).toBeLessThan(10)
  })
})
