import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addProgress, type ModelProgress, remainingSeconds } from './model-progress.ts'
import { overallFraction, type ReconstructionProgress, reconstructionStages } from './reconstruction.ts'

const report = fc.record(
  {
    stage: fc.constantFrom(...reconstructionStages),
    fraction: fc.double({ min: -1, max: 2, noNaN: true }),
    resumed: fc.constant(true as const),
  },
  { requiredKeys: ['stage', 'fraction'] },
)
/** Attempts, each with its reports. */
const attempts = fc.array(fc.array(report, { maxLength: 20 }), { maxLength: 5 })

/** All states of a chain of attempts. */
function follow(chain: ReconstructionProgress[][]): ModelProgress[] {
  const states: ModelProgress[] = []
  let shown = 0
  for (const reports of chain) {
    let state: ModelProgress | undefined
    for (const each of reports) {
      state = addProgress(state, shown, each)
      states.push(state)
    }
    shown = state?.shown ?? shown
  }
  return states
}

describe('the progress of a model', () => {
  test('never decreases within a chain of attempts, and stays between 0 and 1', () => {
    fc.assert(
      fc.property(attempts, (chain) => {
        const shown = follow(chain).map((state) => state.shown)
        expect(shown).toEqual(shown.toSorted((one, other) => one - other))
        for (const each of shown) expect(each >= 0 && each <= 1).toBe(true)
      }),
    )
  })

  test('is the engine’s own in a single attempt', () => {
    const states = follow([[{ stage: 'matching', fraction: 0.5 }]])
    expect(states[0]!.shown).toBe(overallFraction({ stage: 'matching', fraction: 0.5 }))
  })

  test('of an attempt that continues starts where the finished stages end', () => {
    const [, resumed, next] = follow([
      [
        { stage: 'frames', fraction: 1, resumed: true },
        { stage: 'matching', fraction: 1, resumed: true },
        { stage: 'cameras', fraction: 0.5 },
      ],
    ])
    expect(resumed!.start).toBe(overallFraction({ stage: 'matching', fraction: 1 }))
    expect(next!.start).toBe(resumed!.start)
  })
})

describe('the remaining time', () => {
  const at = (stage: ModelProgress['stage'], fraction: number, start = 0) => ({ stage, fraction, start })

  test('follows the pace of the attempt', () => {
    // 6 + 6 + 28 = 40 % are done.
    expect(remainingSeconds(at('matching', 1), 40)).toBe(60)
    expect(remainingSeconds(at('packing', 1), 100)).toBe(0)
  })

  test('does not count the stages of earlier attempts as done at once', () => {
    const start = overallFraction({ stage: 'matching', fraction: 1 })
    expect(remainingSeconds(at('cameras', 1, start), 20)).toBe(40)
  })

  test('is not told while too little was seen', () => {
    expect(remainingSeconds(at('frames', 0.5), 60)).toBeUndefined()
    expect(remainingSeconds(at('depth', 0.5), 2)).toBeUndefined()
    expect(remainingSeconds(at('frames', 1, 0.6), 60)).toBeUndefined()
  })

  test('is a whole number of seconds, never negative, and less the more is done', () => {
    const seconds = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(attempts, seconds, (chain, elapsed) => {
        for (const state of follow(chain)) {
          const left = remainingSeconds(state, elapsed)
          if (left === undefined) continue
          expect(Number.isInteger(left) && left >= 0).toBe(true)
          const end = remainingSeconds({ ...state, stage: 'packing', fraction: 1 }, elapsed)
          expect(end).toBe(0)
        }
      }),
    )
  })
})
