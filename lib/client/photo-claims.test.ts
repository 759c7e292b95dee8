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
  ['places/DSCN0010.jpg', 'sr8rq3', ['2008-10-22T16:28:39', '2008-10-23T14:27:07Z']],
  // Its only time is in the description that Mapillary’s app wrote.
  ['places/berlin-01.jpg', 'u33dbb', ['2014-05-26T12:56:02']],
  ['places/no-gps.jpg', undefined, ['2008-05-30T15:56:01']],
  ['video/c2pa/no_manifest.jpg', undefined, ['2022-11-07T22:20:13Z']],
])('the cell of %s is %s, and its times are %j', async (name, geohash, times) => {
  expect(await read(sample(name))).toEqual({ geohash, times })
})

test('a file without metadata, or one that is no picture, has no claims', async () => {
  expect(await read(Buffer.from('no picture'))).toBeUndefined()
  expect(await read(Buffer.alloc(0))).toBeUndefined()
})

test('a file that is gone is an error, not a file without claims', async () => {
  const gone = new File(['x'], 'a.jpg')
  gone.arrayBuffer = () => Promise.reject(new Error('gone'))
  await expect(readPhotoClaims(gone)).rejects.toThrow('gone')
})
