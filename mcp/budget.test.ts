import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBudget } from './budget.ts'
import { Refusal } from './refusal.ts'

const unlimited = 10n ** 30n
const noCaps = {
  callAtomic: unlimited,
  bountyAtomic: unlimited,
  sessionAtomic: unlimited,
  dayAtomic: unlimited,
}
const call = (priceAtomic: bigint) => ({ kind: 'call' as const, tool: 'cairn_query_coverage', priceAtomic })

let home: string
let today: Date
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cairn-budget-'))
  today = new Date('2026-11-20T12:00:00Z')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const open = (caps: Partial<typeof noCaps>, folder = home) =>
  openBudget({ home: folder, caps: { ...noCaps, ...caps }, now: () => today })

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Refusal)
  return (error as Refusal).message
}

describe('a budget', () => {
  test('refuses what is above the cap of a call, and names price, cap and setting', async () => {
    const budget = await open({ callAtomic: 1_000n })
    expect(await refusalOf(budget.reserve(call(10_000n)))).toBe(
      'price 0.01, cap 0.001 (USDC): no signature was made; raise CAIRN_MAX_PER_CALL',
    )
    expect(await budget.left()).toMatchObject({ day_usdc: expect.stringMatching(/^1000/) })
  })

  test('holds bounties against their own cap', async () => {
    const budget = await open({ callAtomic: 0n, bountyAtomic: 60_000_000n })
    await budget.reserve({ ...call(50_000_000n), kind: 'bounty' })
    expect(await refusalOf(budget.reserve({ ...call(61_000_000n), kind: 'bounty' }))).toContain(
      'price 61.00, cap 60.00 (USDC): no signature was made; raise CAIRN_MAX_PER_BOUNTY',
    )
  })

  test('of a session restarts with another server, that of a day does not', async () => {
    const caps = { sessionAtomic: 10_000n, dayAtomic: 25_000n }
    const first = await open(caps)
    await first.reserve(call(10_000n))
    expect(await refusalOf(first.reserve(call(1n)))).toContain('raise CAIRN_MAX_PER_SESSION')
    const second = await open(caps)
    await second.reserve(call(10_000n))
    expect(await second.left()).toEqual({ session_usdc: '0.00', day_usdc: '0.005' })
    const third = await open(caps)
    expect(await refusalOf(third.reserve(call(10_000n)))).toBe(
      'price 0.01, cap 0.025 of which 0.02 is taken (USDC): no signature was made; raise CAIRN_MAX_PER_DAY',
    )
    today = new Date('2026-11-21T00:00:00Z')
    await third.reserve(call(10_000n))
  })

  test('lets nothing through when it cannot read what was spent', async () => {
    const budget = await open({})
    await budget.reserve(call(1n))
    writeFileSync(join(home, 'budget/2026-11-20/000002.json'), '')
    expect(await refusalOf(budget.reserve(call(1n)))).toContain('000002.json: no signature was made')
  })

  test('continues after a draft that a killed process has left', async () => {
    const budget = await open({ dayAtomic: 2n })
    await budget.reserve(call(1n))
    writeFileSync(join(home, 'budget/2026-11-20/000002.json.0011223344556677.draft'), '{"day_')
    await budget.reserve(call(1n))
    expect(await refusalOf(budget.reserve(call(1n)))).toContain('CAIRN_MAX_PER_DAY')
  })

  test('is for the eyes of its owner', async () => {
    const budget = await open({})
    await budget.reserve(call(1n))
    const folder = join(home, 'budget/2026-11-20')
    const [entry] = readdirSync(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, entry!)).mode & 0o777).toBe(0o600)
  })

  test('is never exceeded, however calls of several servers fall together', async () => {
    const price = fc.bigInt({ min: 1n, max: 50n })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(price, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 200n }),
        fc.bigInt({ min: 0n, max: 300n }),
        fc.bigInt({ min: 0n, max: 50n }),
        async (servers, sessionAtomic, dayAtomic, callAtomic) => {
          const folder = mkdtempSync(join(home, 'run-'))
          const signed = await Promise.all(
            servers.map(async (prices) => {
              const budget = await open({ sessionAtomic, dayAtomic, callAtomic }, folder)
              const taken = await Promise.all(
                prices.map((one) =>
                  budget.reserve(call(one)).then(
                    () => one,
                    () => 0n,
                  ),
                ),
              )
              for (const one of taken) expect(one <= callAtomic).toBe(true)
              return taken.reduce((sum, one) => sum + one, 0n)
            }),
          )
          for (const sum of signed) expect(sum <= sessionAtomic).toBe(true)
          const all = signed.reduce((sum, one) => sum + one, 0n)
          expect(all <= dayAtomic).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('lets through all that fits when calls come one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: 1n, max: 50n }), { maxLength: 10 }),
        fc.bigInt({ min: 0n, max: 200n }),
        async (prices, dayAtomic) => {
          const budget = await open({ dayAtomic }, mkdtempSync(join(home, 'run-')))
          let spent = 0n
          for (const one of prices) {
            const fits = spent + one <= dayAtomic
            const taken = await budget.reserve(call(one)).then(
              () => true,
              () => false,
            )
            expect(taken).toBe(fits)
            if (taken) spent += one
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
