import { describe, expect, test } from 'vitest'
import { CairnError } from '#lib/domain/errors'
import { parseArea } from '#lib/domain/geo/area'
import { coverArea } from '#lib/domain/geo/cover'
import { maxEdgeSteps, maxRuns } from '#lib/domain/geo/cover-polygon'
import { cellHeightDegrees } from '#lib/domain/geo/geohash'

describe('an area drawn to be costly', () => {
  const code = (geometry: unknown) => {
    try {
      return coverArea(parseArea(geometry)).length
    } catch (error) {
      if (error instanceof CairnError) return error.code
      throw error
    }
  }
  const comb = (teeth: number, width: number, height: number, latitude: number) => {
    const points: [number, number][] = []
    for (let i = 0; i < teeth; i++) {
      const x = (width * i) / teeth
      points.push([x, latitude], [x + width / teeth / 2, latitude + height])
    }
    return { type: 'Polygon', coordinates: [[...points, points[0]]] }
  }

  test('a needle from pole to pole is refused', () => {
    const needle = [
      [0, -90],
      [0, 90],
      [0, -90],
      [0, -90],
    ]
    expect(code({ type: 'Polygon', coordinates: [needle] })).toBe('aoi_too_large')
  })
  test('a sliver of 100 km is answered', () => {
    const sliver = [
      [2, 48],
      [2.00001, 48],
      [2.00001, 48.9],
      [2, 48.9],
      [2, 48],
    ]
    expect(code({ type: 'Polygon', coordinates: [sliver] })).toBe(164)
  })
  test('a comb of 10,000 edges is answered while its steps are within the bound', () => {
    const rows = 160
    expect(9998 * rows).toBeLessThan(maxEdgeSteps)
    const runs = code(comb(4999, 0.009, rows * cellHeightDegrees, 0))
    expect(runs).toBeTypeOf('number')
  })
  test('a refusal names the bound that was met, in cells', () => {
    const message = (geometry: unknown) => {
      try {
        return String(coverArea(parseArea(geometry)).length)
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(message(comb(4999, 170, 0.03, 89.965))).toContain(`more than ${maxRuns} separate strips`)
    expect(message(comb(4999, 0.0004, 3000 * cellHeightDegrees, 0))).toContain(
      `cross rows of cells more than ${maxEdgeSteps} times`,
    )
  })
  test('a comb of more steps is refused before they are taken', () => {
    expect(code(comb(4999, 0.0004, 3000 * cellHeightDegrees, 0))).toBe('aoi_too_large')
  })
  test('a comb of more runs than the bound is refused', () => {
    expect(code(comb(4999, 170, 0.03, 89.965))).toBe('aoi_too_large')
    expect(code(comb(200, 170, 0.03, 89.965))).toBeLessThanOrEqual(maxRuns)
  })
  test('edges to and fro round the pole cost a step each', () => {
    const points = Array.from({ length: 9998 }, (_, i) => [i % 2 === 0 ? -90 : 90, 89.99])
    expect(code({ type: 'Polygon', coordinates: [[...points, points[0]]] })).toBe(1)
  })
})
