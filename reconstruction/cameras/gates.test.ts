import { describe, expect, test } from 'vitest'
import { FilmRefused } from '../film-refused.ts'
import { type CameraFigures, checkCameras, checkPairs } from './gates.ts'

const [none, general, plane, panoramic, eitherOfTheTwo] = [0, 3, 4, 5, 6]
const pairs = (counts: Record<number, number>) =>
  Object.entries(counts).flatMap(([config, count]) => Array<number>(count).fill(Number(config)))
const refusal = (check: () => void) => {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof FilmRefused) return error.reason
    throw error
  }
}

describe('the check before the search for cameras', () => {
  test('refuses a camera that turned on the spot', () => {
    expect(refusal(() => checkPairs(pairs({ [eitherOfTheTwo]: 101 })))).toEqual({ code: 'no_parallax' })
    expect(refusal(() => checkPairs(pairs({ [panoramic]: 60, [plane]: 25, [general]: 15 })))).toEqual({
      code: 'no_parallax',
    })
  })

  test('accepts a walk, also past a flat wall', () => {
    expect(
      refusal(() => checkPairs(pairs({ [general]: 352, [eitherOfTheTwo]: 17, [none]: 40 }))),
    ).toBeUndefined()
    expect(refusal(() => checkPairs(pairs({ [general]: 16, [eitherOfTheTwo]: 84 })))).toBeUndefined()
  })

  test('ignores pairs of pictures that share no geometry', () => {
    expect(refusal(() => checkPairs(pairs({ [none]: 500, [panoramic]: 20 })))).toEqual({
      code: 'no_parallax',
    })
    expect(refusal(() => checkPairs(pairs({ [none]: 120 })))).toEqual({ code: 'no_cameras' })
    expect(refusal(() => checkPairs([]))).toEqual({ code: 'no_cameras' })
  })
})

describe('the check of the cameras', () => {
  const good: CameraFigures = { frames: 60, registered: 58, relativeFocal: 0.58, medianAngleDegrees: 14 }
  const why = (change: Partial<CameraFigures>) => refusal(() => checkCameras({ ...good, ...change }))

  test('accepts good cameras, up to its limits', () => {
    expect(why({})).toBeUndefined()
    expect(why({ registered: 36 })).toBeUndefined()
    expect(why({ relativeFocal: 0.4 })).toBeUndefined()
    expect(why({ relativeFocal: 3 })).toBeUndefined()
    expect(why({ medianAngleDegrees: 2 })).toBeUndefined()
  })

  test('refuses when too few pictures were placed', () => {
    expect(why({ registered: 35 })).toEqual({ code: 'too_few_registered', registered: 35, frames: 60 })
  })

  test('refuses a lens that no camera has', () => {
    for (const relativeFocal of [0.07, 0.39, 3.1, Number.NaN])
      expect(why({ relativeFocal })).toEqual({ code: 'absurd_lens' })
  })

  test('refuses views that hardly differ', () => {
    for (const medianAngleDegrees of [1.9, 0, Number.NaN])
      expect(why({ medianAngleDegrees })).toEqual({ code: 'shallow_view' })
  })
})
