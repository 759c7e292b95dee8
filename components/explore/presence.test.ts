import { expect, test } from 'vitest'
import { presenceIn } from './presence.ts'

const partly = (geohash: string) => ({ geohash, isWhole: false })
const wholly = (geohash: string) => ({ geohash, isWhole: true })
const coverage = (...cells: string[]) => ({ precision: cells[0]?.length ?? 4, cells })

test('an area without captures in any of its squares has none', () =>
  expect(presenceIn([partly('spze'), partly('spzg')], coverage('spzf', 'u33d'))).toEqual({ is: 'nothing' }))

test('captures in a square that is only partly searched may be outside the area, so the size of the square is shown', () => {
  const presence = presenceIn([partly('spzd'), partly('spze')], coverage('spze'))
  expect(presence).toEqual({
    is: 'somewhere',
    size: { widthKm: expect.closeTo(28, 1), heightKm: expect.closeTo(19.5, 1) },
  })
  expect(presenceIn([partly('s000')], coverage('s000'))).toMatchObject({
    size: { widthKm: expect.closeTo(39.1, 1) },
  })
})

test('a searched square without captures does not make those of another square certain', () =>
  expect(presenceIn([wholly('spzd'), partly('spze')], coverage('spze'))).toMatchObject({ is: 'somewhere' }))

test('captures in a square that is wholly searched are in the area', () =>
  expect(presenceIn([partly('spzd'), wholly('spze')], coverage('spzd', 'spze'))).toEqual({ is: 'inside' }))

test('a coverage of coarser squares is never wholly searched', () =>
  expect(presenceIn([wholly('spze')], coverage('spz'))).toEqual({
    is: 'somewhere',
    size: { widthKm: expect.closeTo(112, -1), heightKm: expect.closeTo(156, 0) },
  }))
