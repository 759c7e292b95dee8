import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  modelModes,
  type ReconstructionProgress,
  reconstructionStages,
} from '#lib/domain/film/reconstruction'
import { stages } from '../../../reconstruction/progress.ts'
import { modes } from '../../../reconstruction/settings.ts'
import { onlyForward, parseEngineLine } from './engine-line.ts'

describe('a line of an engine', () => {
  test('is parsed as progress, or as the reason why there is no model', () => {
    expect(parseEngineLine('{"stage":"depth","fraction":0.5,"eta":3}')).toEqual({
      kind: 'progress',
      stage: 'depth',
      fraction: 0.5,
    })
    expect(parseEngineLine('{"reason":"Walk\\n around.\\u202e"}')).toEqual({
      kind: 'reason',
      reason: 'Walk around.',
    })
  })

  test.each([
    'Loading model …',
    '',
    '{"stage":"depth"',
    '{"stage":"splats","fraction":0.5}',
    '{"stage":"depth","fraction":"0.5"}',
    '{"stage":"depth","fraction":-1}',
    '{"stage":"depth","fraction":1e400}',
    '{"stage":"constructor","fraction":1}',
    '{"reason":""}',
    '{"reason":7}',
    'null',
    '[{"reason":"x"}]',
  ])('is nothing: %s', (line) => {
    expect(parseEngineLine(line)).toBeUndefined()
  })

  test('is cut when the reason is too long', () => {
    expect(parseEngineLine(JSON.stringify({ reason: 'a'.repeat(2_000) }))).toEqual({
      kind: 'reason',
      reason: 'a'.repeat(500),
    })
    expect(parseEngineLine(JSON.stringify({ reason: 'a'.repeat(10_000) }))).toBeUndefined()
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (line) => void parseEngineLine(line)))
  })
})

test('a stage that an earlier run finished is marked', () => {
  expect(parseEngineLine('{"stage":"depth","fraction":1,"resumed":true}')).toEqual({
    kind: 'progress',
    stage: 'depth',
    fraction: 1,
    resumed: true,
  })
  expect(parseEngineLine('{"stage":"depth","fraction":1,"resumed":"yes"}')).toEqual({
    kind: 'progress',
    stage: 'depth',
    fraction: 1,
  })
})

test('our engine knows the modes that a poster can choose', () => {
  expect(modes).toEqual(modelModes)
})

test('our engine prints the stages that the product knows, in this order', () => {
  expect(stages).toEqual(reconstructionStages)
})

describe('progress passed on', () => {
  const passedOn = (lines: ReconstructionProgress[]) => {
    const got: ReconstructionProgress[] = []
    const report = onlyForward((progress) => got.push(progress))
    for (const line of lines) report(line)
    return got
  }

  test('never goes back, and includes the start of each stage', () => {
    expect(
      passedOn([
        { stage: 'frames', fraction: 0 },
        { stage: 'matching', fraction: 0.5 },
        { stage: 'features', fraction: 0.5 },
        { stage: 'matching', fraction: 0.2 },
        { stage: 'matching', fraction: 1 },
        { stage: 'cameras', fraction: 0 },
      ]),
    ).toEqual([
      { stage: 'frames', fraction: 0 },
      { stage: 'matching', fraction: 0.5 },
      { stage: 'matching', fraction: 1 },
      { stage: 'cameras', fraction: 0 },
    ])
  })

  test('has fewer than 100 steps', () => {
    const flood = Array.from({ length: 50_000 }, (_, index) => ({
      stage: 'matching' as const,
      fraction: index / 50_000,
    }))
    expect(passedOn(flood).length).toBeLessThan(100)
  })
})
