import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'

const capAtomic = 300n
let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cairn-budget-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/**
 * A process that prints 0 when it is ready. Once it is told to, it takes 1 from the budget of the day as often as it can, and prints
 * each success.
 */
function startSpender() {
  const script = `
    const { openBudget } = await import(${JSON.stringify(join(import.meta.dirname, 'budget.ts'))})
    const most = 10n ** 12n
    const budget = await openBudget({
      home: ${JSON.stringify(home)},
      caps: { callAtomic: most, bountyAtomic: most, sessionAtomic: most, dayAtomic: ${capAtomic}n },
      now: () => new Date('2026-11-20T12:00:00Z'),
    })
    process.stdout.write('0')
    await new Promise((goOn) => process.stdin.once('data', goOn))
    for (;;) {
      try {
        await budget.reserve({ kind: 'call', tool: 'test', priceAtomic: 1n })
      } catch (error) {
        if (!error.message.includes('CAIRN_MAX_PER_DAY')) throw error
        process.exit(0)
      }
      process.stdout.write('1')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    isReady: () => said !== '',
    start: () => void child.stdin.write('start'),
    taken: () => BigInt(said.replace('0', '').length),
    kill: () => child.kill('SIGKILL'),
    ended,
  }
}

describe('the budget of a day', () => {
  test('holds across processes, and when one is killed at any moment', async () => {
    const killed = [startSpender(), startSpender()]
    const others = [startSpender(), startSpender()]
    const all = [...killed, ...others]
    // At once, so that none has spent everything before another has started.
    await until(() => all.every(({ isReady }) => isReady()), { what: 'all are ready' })
    for (const { start } of all) start()
    for (const [index, spender] of killed.entries()) {
      await until(() => spender.taken() > 5n * BigInt(index + 1), { what: 'it spends' })
      spender.kill()
    }
    expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0])
    await Promise.all(killed.map(({ ended }) => ended))

    const folder = join(home, 'budget/2026-11-20')
    const entries = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const sums = entries
      .sort()
      .map((name) => BigInt(JSON.parse(readFileSync(join(folder, name), 'utf8')).day_atomic))
    // Each number was used once, and each sum continues the one before.
    expect(sums).toEqual(Array.from({ length: Number(capAtomic) }, (_, index) => BigInt(index + 1)))
    // A killed process may have spent money before reporting it, so reports never exceed the sum that was spent.
    const said = all.reduce((sum, { taken }) => sum + taken(), 0n)
    expect(said <= capAtomic && said >= capAtomic - 2n).toBe(true)
  })
})
