import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  claimOrigins,
  claimsFit,
  clockToleranceSeconds,
  matchPlace,
  matchTime,
  placeMatches,
  timeMatches,
  weakerOrigin,
} from '#lib/domain/film/match-claims'
import { cellToGeohash, columnCount, rowCount } from '#lib/domain/geo/geohash'

const row = fc.integer({ min: 0, max: rowCount - 1 })
const column = fc.integer({ min: 0, max: columnCount - 1 })
const step = fc.integer({ min: -3, max: 3 })
const geohashAt = (atRow: number, atColumn: number) => cellToGeohash((atRow << 15) | atColumn)

describe('the place of a film', () => {
  test('is inside every area that its own geohash begins with, in small or capital letters', () => {
    fc.assert(
      fc.property(row, column, fc.integer({ min: 1, max: 6 }), (atRow, atColumn, length) => {
        const claimed = geohashAt(atRow, atColumn)
        expect(matchPlace(claimed.slice(0, length), claimed)).toBe('inside')
        expect(matchPlace(claimed.slice(0, length).toUpperCase(), claimed)).toBe('inside')
      }),
    )
  })

  test('is near a cell if the two touch, across the antimeridian too and not across a pole; farther, it is elsewhere', () => {
    fc.assert(
      fc.property(
        row,
        fc.oneof(column, fc.constantFrom(0, columnCount - 1)),
        step,
        step,
        (r, c, up, right) => {
          fc.pre(r + up >= 0 && r + up < rowCount && (up !== 0 || right !== 0))
          const touches = Math.abs(up) <= 1 && Math.abs(right) <= 1
          const other = geohashAt(r + up, (c + right + columnCount) % columnCount)
          const expected = touches ? 'near' : 'elsewhere'
          expect([matchPlace(geohashAt(r, c), other), matchPlace(other, geohashAt(r, c))]).toEqual([
            expected,
            expected,
          ])
        },
      ),
    )
    expect(matchPlace(geohashAt(rowCount - 1, 0), geohashAt(0, 0))).toBe('elsewhere')
  })

  test('is near a larger area only in the cells along its edge', () => {
    // The western edge of u is the eastern edge of g.
    const [south, west] = [20_000, columnCount / 2]
    const area = geohashAt(south, west).slice(0, 1)
    expect(matchPlace(area, geohashAt(south, west))).toBe('inside')
    expect(matchPlace(area, geohashAt(south, west - 1))).toBe('near')
    expect(matchPlace(area, geohashAt(south, west - 2))).toBe('elsewhere')
  })

  test('is unknown if the bounty or the film names none', () => {
    expect([matchPlace(null, 'u33dbb'), matchPlace('u33dbb', null), matchPlace(null, null)]).toEqual(
      Array(3).fill('unknown'),
    )
  })
})

describe('the time of a film', () => {
  const order = { orderedAt: 1_000_000, submittedAt: 1_100_000, clocksContradict: false }
  test.each([
    [order.orderedAt - clockToleranceSeconds - 1, 'before_order'],
    [order.orderedAt - clockToleranceSeconds, 'after_order'],
    [order.submittedAt, 'after_order'],
    [order.submittedAt + clockToleranceSeconds, 'after_order'],
    [order.submittedAt + clockToleranceSeconds + 1, 'contradictory'],
    [null, 'unknown'],
  ])('%s is %s', (capturedAt, expected) => {
    expect(matchTime({ ...order, capturedAt })).toBe(expected)
    expect(matchTime({ ...order, capturedAt, clocksContradict: true })).toBe('contradictory')
  })
})

test('the origin of place and time together is the weaker of the two', () => {
  for (const [strength, stronger] of claimOrigins.entries())
    for (const weaker of claimOrigins.slice(0, strength + 1))
      expect([weakerOrigin(weaker, stronger), weakerOrigin(stronger, weaker)]).toEqual([weaker, weaker])
  expect([weakerOrigin(null, 'file'), weakerOrigin('file', null)]).toEqual([null, null])
})

test('claims fit unless they are elsewhere, before the order or contradictory', () => {
  const fitting = placeMatches.flatMap((placeMatch) =>
    timeMatches.filter((timeMatch) => claimsFit({ placeMatch, timeMatch })).map((time) => [placeMatch, time]),
  )
  expect(fitting).toEqual([
    ['inside', 'after_order'],
    ['inside', 'unknown'],
    ['near', 'after_order'],
    ['near', 'unknown'],
    ['unknown', 'after_order'],
    ['unknown', 'unknown'],
  ])
})
