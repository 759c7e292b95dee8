import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { watchProgram } from './program-watch.ts'

const limits = { silentSeconds: 60, silentCpuSeconds: 100, cpuSeconds: 1_000 }
const idle = { cpuSeconds: 0, wantsToRun: false }

describe('a program', () => {
  test('that is idle and silent is ended after the time limit', () => {
    const { look } = watchProgram(limits)
    for (let second = 0; second <= 60; second++) expect(look(second, idle)).toBeUndefined()
    expect(look(61, idle)).toBe('silent')
  })

  test('that only wakes up for its timers counts as one that does nothing', () => {
    const { look } = watchProgram(limits)
    const verdicts = Array.from({ length: 100 }, (_, second) =>
      look(second, { cpuSeconds: second * 0.01, wantsToRun: false }),
    )
    expect(verdicts).toContain('silent')
  })

  test('is ended by its total processor time, even if it reports often', () => {
    const { look, report } = watchProgram(limits)
    for (let second = 0; second <= 1_000; second++) {
      expect(look(second, { cpuSeconds: second, wantsToRun: true })).toBeUndefined()
      report()
    }
    expect(look(1_001, { cpuSeconds: 1_001, wantsToRun: true })).toBe('cpu')
  })

  test('that computes endlessly in silence is ended by its processor time', () => {
    const { look } = watchProgram(limits)
    expect(look(0, { cpuSeconds: 100, wantsToRun: true })).toBeUndefined()
    expect(look(1, { cpuSeconds: 101, wantsToRun: true })).toBe('silent')
  })

  test('on a system without process statistics is ended only if it is silent', () => {
    const { look, report } = watchProgram(limits)
    for (let second = 0; second < 10_000; second++) {
      expect(look(second, undefined)).toBeUndefined()
      if (second % 50 === 0) report()
    }
    const { look: lookAtSilent } = watchProgram(limits)
    const verdicts = Array.from({ length: 62 }, (_, second) => lookAtSilent(second, undefined))
    expect(verdicts.at(-1)).toBe('silent')
  })

  test('is not ended because the watching process stood still, or its clock jumped', () => {
    const { look, report } = watchProgram(limits)
    look(0, idle)
    expect(look(100_000, idle)).toBeUndefined()
    report()
    expect(look(200_000, idle)).toBeUndefined()
  })
})

test('a program that waits for a processor is never ended, even after a long wait', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.1, max: 1_000, noNaN: true }), { maxLength: 300 }), (steps) => {
      const { look } = watchProgram(limits)
      let now = 0
      for (const step of steps) {
        now += step
        expect(look(now, { cpuSeconds: 1, wantsToRun: true })).toBeUndefined()
      }
    }),
  )
})

test('a slow program that reports in time is never ended', () => {
  const step = fc.record({
    seconds: fc.double({ min: 0.1, max: 59, noNaN: true }),
    cpu: fc.double({ min: 0, max: 1, noNaN: true }),
    wantsToRun: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const { look, report } = watchProgram(limits)
      let [now, cpuSeconds] = [0, 0]
      for (const { seconds, cpu, wantsToRun } of steps) {
        now += seconds
        cpuSeconds += cpu
        expect(look(now, { cpuSeconds, wantsToRun })).toBeUndefined()
        report()
      }
    }),
  )
})
