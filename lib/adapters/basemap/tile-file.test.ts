import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packTiles, tileKey, unpackTiles } from '#lib/adapters/basemap/tile-file'
import type { Tile } from '#lib/domain/geo/tile'

test('unpacking returns the packed tiles', async () => {
  const axis = fc.integer({ min: 0, max: 255 })
  const tile = fc.tuple(fc.record({ z: fc.integer({ min: 0, max: 8 }), x: axis, y: axis }), fc.uint8Array())
  const tiles = fc.uniqueArray(tile, { selector: ([at]) => tileKey(at) })
  await fc.assert(
    fc.asyncProperty(tiles, async (given: [Tile, Uint8Array][]) => {
      const unpacked = await unpackTiles(await packTiles(given))
      expect(unpacked.size).toBe(given.length)
      for (const [at, bytes] of given) expect([...unpacked.get(tileKey(at))!]).toEqual([...bytes])
    }),
    { numRuns: 30 },
  )
})
