import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectFilmHashes, filmHashesMax, joinHashes, splitHashes } from '#lib/domain/film/film-hashes'
import { cellsPerSide } from '#lib/domain/film/picture-cells'

const cells = (seed: number) =>
  Float64Array.from({ length: cellsPerSide * cellsPerSide }, (_, at) => {
    const [x, y] = [(at % cellsPerSide) >> 3, Math.floor(at / cellsPerSide) >> 3]
    return Math.abs(Math.sin(x * 12.9898 + y * 78.233 + seed * 37.719) * 43_758.5453 * 255) % 255
  })

test('a film that shows one view has one hash, and each new view adds one', () => {
  const film = collectFilmHashes()
  for (const seed of [1, 1, 1, 2, 2, 3]) film.add(cells(seed))
  expect(film.hashes()).toHaveLength(3)
})

test('uniform pictures of a film are left out', () => {
  const film = collectFilmHashes()
  film.add(new Float64Array(cellsPerSide * cellsPerSide).fill(16))
  expect(film.hashes()).toEqual([])
})

test('a film has a bounded number of hashes', () => {
  const film = collectFilmHashes()
  const [one, other] = [cells(1), cells(2)]
  for (let at = 0; at < filmHashesMax + 10; at++) film.add(at % 2 ? one : other)
  expect(film.hashes()).toHaveLength(filmHashesMax)
})

test('joined hashes are split into the same ones', () => {
  const hashes = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 20 })
  fc.assert(
    fc.property(hashes, (given) => {
      expect(splitHashes(joinHashes(given))).toEqual(given)
    }),
  )
})
