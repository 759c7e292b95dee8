import { expect, test } from 'vitest'
import { readPhotoClaims } from '#lib/client/photo-claims'
import { statedFacts } from '#lib/domain/proof/stated-facts'
import { sample } from '#testing/media-fixtures'

const read = async (bytes: Uint8Array) => {
  const claims = await readPhotoClaims(new Blob([Uint8Array.from(bytes)]))
  return claims && statedFacts(claims)
}

// What the server reads from the same files is tested in `lib/adapters/media/read-capture.test.ts`.
test.each([
  ['places/DSCN0010.jpg', 'sr8rq3', undefined],
  ['places/berlin-01.jpg', 'u33dbb', undefined],
  ['places/no-gps.jpg', undefined, '2008-05-30T15:56:01'],
  ['video/c2pa/no_manifest.jpg', undefined, '2022-11-07T22:20:13Z'],
])('the cell of %s is %s, and its time is %s', async (name, geohash, time) => {
  const facts = await read(sample(name))
  expect(facts?.geohash).toBe(geohash)
  if (time) expect(facts?.time).toBe(time)
})

test('a file without metadata, or of no picture, claims nothing', async () => {
  expect(await read(Buffer.from('no picture'))).toBeUndefined()
  expect(await read(Buffer.alloc(0))).toBeUndefined()
})
