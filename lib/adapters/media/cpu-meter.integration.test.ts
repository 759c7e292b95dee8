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
/** Uses this much CPU time, independent of the load of the machine. */
const work = (ms: number) =>
  `const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1_000 }
   const begun = used(); while (used() - begun < ${ms}) Math.sqrt(2)`
const measured = async (act: () => Promise<unknown>): Promise<CpuMeter> => {
  const meter = { seconds: 0 }
  await withCpuMeter(meter, act)
  return meter
}

test('the CPU time of a program is counted, not the elapsed time', async () => {
  const busy = await measured(() => run(work(1_000)))
  expect(busy.seconds).toBeGreaterThanOrEqual(1)
  const idle = await measured(() => run('setTimeout(() => {}, 1_500)'))
  expect(idle.seconds).toBeLessThan(busy.seconds)
  expect(idle.seconds).toBeLessThan(1)
})

test('the programs of one job add up, including failed ones', { tags: 'thorough' }, async () => {
  const meter = await measured(async () => {
    await run(work(500))
    await run(`${work(500)}; process.exit(1)`).catch(() => {})
  })
  expect(meter.seconds).toBeGreaterThanOrEqual(1)
})

test('concurrent jobs are counted separately', { tags: 'thorough' }, async () => {
  const [much, little] = await Promise.all([measured(() => run(work(1_500))), measured(() => run(work(100)))])
  expect(much.seconds).toBeGreaterThanOrEqual(1.5)
  expect(little.seconds).toBeLessThan(much.seconds)
})

test('a program that is killed at its time limit counts for at least that time', {
  tags: 'thorough',
}, async () => {
  const meter = await measured(() => run('for (;;);', 1).catch(() => {}))
  expect(meter.seconds).toBeGreaterThanOrEqual(0.9)
})
