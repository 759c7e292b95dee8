import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverageQuery } from '#lib/schemas/coverage'

const read = (bbox: string) => coverageQuery.safeParse({ bbox })

test('a box is four numbers, west south east north', () => {
  expect(read('-1.5, 2,3e1,40.').data?.bbox).toEqual({ west: -1.5, south: 2, east: 30, north: 40 })
  expect(read('170,-10,-170,10').data?.bbox).toEqual({ west: 170, south: -10, east: -170, north: 10 })
  expect(coverageQuery.parse({}).bbox).toBeUndefined()
})

test.each([
  '',
  '1,2,3',
  '1,2,3,4,5',
  '1,2,x,4',
  '1,,3,4',
  '0x1,2,3,4',
  '181,0,0,1',
  '0,-91,1,1',
  '0,2,1,1',
  'Infinity,0,1,1',
])('%j is no box', (text) => {
  expect(read(text).success).toBe(false)
})

test('any box on the globe is valid, and any text is parsed or refused', () => {
  const longitude = fc.double({ min: -180, max: 180, noNaN: true })
  const latitude = fc.double({ min: -90, max: 90, noNaN: true })
  fc.assert(
    fc.property(longitude, latitude, longitude, latitude, (west, a, east, b) => {
      const [south, north] = [Math.min(a, b), Math.max(a, b)]
      expect(read([west, south, east, north].join()).success).toBe(true)
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => typeof read(text).success === 'boolean'))
})
