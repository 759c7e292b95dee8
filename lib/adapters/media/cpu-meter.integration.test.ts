import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CpuMeter, withCpuMeter } from '#lib/adapters/media/cpu-meter'
import { runTool } from '#lib/adapters/media/run-tool'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-cpu-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (source: string, wallSeconds = 60) =>
  runTool({ tool: 'node', args: ['-e', source], folder, limits: { wallSeconds } })
/** Works for so much processor time, however busy the machine is. */
const work = (ms: number) =>
  `const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1_000 }
   const begun = used(); while (used() - begun < ${ms}) Math.sqrt(2)`
const measured = async (act: () => Promise<unknown>): Promise<CpuMeter> => {
  const meter = { seconds: 0 }
  await withCpuMeter(meter, act)
  return meter
}

test('a program counts for what it used, not for the time that passed', async () => {
  const busy = await measured(() => run(work(1_000)))
  expect(busy.seconds).toBeGreaterThanOrEqual(1)
  const idle = await measured(() => run('setTimeout(() => {}, 1_500)'))
  expect(idle.seconds).toBeLessThan(busy.seconds)
  expect(idle.seconds).toBeLessThan(1)
})

test('several programs of one job add up, and a failing one counts', async () => {
  const meter = await measured(async () => {
    await run(work(500))
    await run(`${work(500)}; process.exit(1)`).catch(() => {})
  })
  expect(meter.seconds).toBeGreaterThanOrEqual(1)
})

test('two jobs at once are counted apart', async () => {
  const [much, little] = await Promise.all([measured(() => run(work(1_500))), measured(() => run(work(100)))])
  expect(much.seconds).toBeGreaterThanOrEqual(1.5)
  expect(little.seconds).toBeLessThan(much.seconds)
})

test('a program that is killed after its time counts for at least that time', async () => {
  const meter = await measured(() => run('for (;;);', 1).catch(() => {}))
  expect(meter.seconds).toBeGreaterThanOrEqual(0.9)
})
