import { expect, test } from 'vitest'
import { parseArea } from '#lib/domain/geo/area'
import { areaWords } from '#lib/domain/geo/area-words'

const box = (west: number, south: number, east: number, north: number) =>
  areaWords(
    parseArea({
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    }),
  )

test('a circle is described with the numbers of its caller, so that swapped coordinates show', () => {
  const circle = (coordinates: number[], radiusM?: number) =>
    areaWords(parseArea({ type: 'Point', coordinates }, radiusM))
  expect(circle([2.2945, 48.8584])).toBe('a circle of 500 m around 48.8584° N, 2.2945° E')
  expect(circle([48.8584, 2.2945], 800)).toBe('a circle of 800 m around 2.2945° N, 48.8584° E')
  expect(circle([-70.66, -33.4369], 62.5)).toBe('a circle of 62.5 m around 33.4369° S, 70.66° W')
})

test('a polygon is described by the size and the middle of its bounding box', () => {
  expect(box(11.56, 48.13, 11.58, 48.15)).toBe(
    'a polygon 1.48 km wide and 2.22 km high around 48.14° N, 11.57° E',
  )
  expect(box(0, 51.5, 0.001, 51.501)).toBe('a polygon 69 m wide and 111 m high around 51.5005° N, 0.0005° E')
})

test('a polygon without an inside is said to have none', () => {
  const none = ' (it has no inside, so only its edges count)'
  expect(box(11.56, 48.13, 11.56, 48.13)).toBe(
    `a polygon 0 m wide and 0 m high around 48.13° N, 11.56° E${none}`,
  )
  expect(box(11.56, 48.13, 11.58, 48.13)).toContain(none)
  const words = (...rings: number[][][]) => areaWords(parseArea({ type: 'Polygon', coordinates: rings }))
  const [a, b, c, d] = [
    [11.56, 48.13],
    [11.58, 48.13],
    [11.58, 48.15],
    [11.56, 48.15],
  ] as [number[], number[], number[], number[]]
  const square = [a, b, c, d, a]
  expect(words(square, square)).toContain(none)
  expect(words([a, c, b, d, a])).toContain(none)
  expect(words([a, [11.57, 48.14], c, a])).toContain(none)
  expect(words(square)).not.toContain(none)
  expect(
    words(square, [
      [11.57, 48.14],
      [11.575, 48.14],
      [11.575, 48.145],
      [11.57, 48.14],
    ]),
  ).not.toContain(none)
})

test('a polygon across the antimeridian has its middle there, and one around a pole is called so', () => {
  expect(box(179.99, -17, -179.97, -16.99)).toBe(
    'a polygon 4.25 km wide and 1.11 km high around 16.995° S, 179.99° W',
  )
  const ring = [0, 90, 180, -90, 0].map((longitude) => [longitude, 89.99])
  expect(areaWords(parseArea({ type: 'Polygon', coordinates: [ring] }))).toBe(
    'a polygon around the north pole',
  )
})
