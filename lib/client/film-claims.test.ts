import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMissing, isDamagedFilm, readFilmClaims, readMovie } from '#lib/client/film-claims'
import { readMovieClaims } from '#lib/domain/film/movie-claims'
import { readMovieNotes } from '#lib/domain/film/movie-notes'
import { placeToCell, quickTimePosition } from '#lib/domain/geo/capture-place'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { findTime } from '#lib/domain/proof/capture-time'
import { mp4WithXyz, sample } from '#testing/media-fixtures'

const readAll = async (bytes: Uint8Array) => {
  const claims = await readFilmClaims(new Blob([Uint8Array.from(bytes)]))
  if (!claims) return undefined
  const cell = placeToCell(quickTimePosition(claims.position ?? ''))
  const time = findTime(claims.times)
  return {
    geohash: cell === undefined ? undefined : cellToGeohash(cell),
    time: time.kind === 'instant' ? new Date(time.seconds * 1_000).toISOString() : time.kind,
  }
}

// The same places and times that the server reads from them (`lib/adapters/media/read-capture.test.ts`).
test.each([
  ['gps_android.mp4', 'dr5reg', '2026-11-20T10:00:00.000Z'],
  ['gps_apple.mov', 'dr5reg', '2026-11-20T10:00:00.000Z'],
])('the place and the time of %s are those that the server reads', async (name, geohash, time) => {
  expect(await readAll(sample(`video/meta/${name}`))).toEqual({ geohash, time })
})

test.each([
  ['+52.5100+013.4000/', 'u33d8z'],
  ['-33.8568+151.2153/', 'r3gx2u'],
  ['+00.0000+000.0000/', undefined],
  ['nowhere', undefined],
])('©xyz %s is in %s', async (place, geohash) => {
  expect((await readAll(mp4WithXyz(place)))?.geohash).toBe(geohash)
})

test('a film without place and time has empty claims', async () => {
  const { geohash, time } = (await readAll(sample('video/synth/synth_orbit_720p.mp4')))!
  expect([geohash, time]).toEqual([undefined, 'none'])
})

test('the texts in a film are read, and one without texts has none', async () => {
  const read = async (bytes: Uint8Array) =>
    readMovieNotes((await readMovie(new Blob([Uint8Array.from(bytes)])))!)
  expect(
    await read(readFileSync(new URL('../../sandbox/captures/lund-film.mp4', import.meta.url))),
  ).toContainEqual({
    kind: 'Comment',
    text: 'Joined from photographs of Mapillary (OpenSfM, Lund), with dissolves in between. BSD-2-Clause.',
  })
  const box = (type: string, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const title = Buffer.from('\0\x05\0\0Fähre', 'utf8')
  expect(readMovieNotes(box('udta', box('\u00a9nam', title)))).toEqual([{ kind: 'Title', text: 'Fähre' }])
  expect(readMovieNotes(box('udta'))).toEqual([])
})

test('a film that is cut off is recognized before it is uploaded, and one that players can open is not refused', async () => {
  const missing = (bytes: Uint8Array) => findMissing(new Blob([Uint8Array.from(bytes)]))
  const whole = sample('video/qc/good.mp4')
  expect(await missing(whole)).toBeUndefined()
  expect(await missing(sample('video/meta/gps_apple.mov'))).toBeUndefined()
  expect(await missing(sample('video/qc/truncated_no_moov.mp4'))).toBe('all')
  expect(await missing(sample('video/qc/truncated_faststart.mp4'))).toBe('end')
  // The `moov` box of this file comes first, and ends at byte 3,016.
  expect(await missing(whole.subarray(0, 3_000))).toBe('all')
  // Players skip what a program appended.
  expect(await missing(Buffer.concat([whole, Buffer.from('some other bytes')]))).toBeUndefined()
  expect(await missing(Buffer.concat([whole, Buffer.alloc(40)]))).toBeUndefined()
  expect(await missing(Buffer.from('no boxes at all'))).toBeUndefined()
})

test('a film is damaged if it is cut off or is no film, and not because its container is another one', async () => {
  const isDamaged = (bytes: Uint8Array | string) =>
    isDamagedFilm(new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]))
  const whole = sample('video/qc/good.mp4')
  const damaged = [
    sample('video/qc/truncated_no_moov.mp4'),
    sample('video/qc/truncated_faststart.mp4'),
    whole.subarray(0, 3_000),
    whole.subarray(0, 6),
    new Uint8Array(100_000),
    'no film at all',
    // An AVI and a WebM of 64 KiB that end early.
    'RIFF\u0000\u0000\u0001\u0000AVI ',
    Uint8Array.from([
      0x1a,
      0x45,
      0xdf,
      0xa3,
      0x80,
      0x18,
      0x53,
      0x80,
      0x67,
      0x21,
      0,
      0,
      ...new Uint8Array(100),
    ]),
  ]
  const films = [
    whole,
    sample('video/meta/gps_apple.mov'),
    // Matroska with zeros, which are no boxes.
    Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, ...new Uint8Array(100)]),
    'RIFF\u0000\u0000\u0000\u0000AVI ',
    Uint8Array.from([0x47, 0x40, 0, 0x10, 0]),
    Uint8Array.from([0, 0, 0, 0, 0x47, 0x40]),
  ]
  expect(await Promise.all(damaged.map(isDamaged))).toEqual(damaged.map(() => true))
  expect(await Promise.all(films.map(isDamaged))).toEqual(films.map(() => false))
})

test('what is no film, is cut or was altered is read as far as it goes, and never throws', async () => {
  const film = sample('video/meta/gps_apple.mov')
  await fc.assert(
    fc.asyncProperty(fc.nat(film.length - 1), fc.nat(255), async (at, value) => {
      const altered = Uint8Array.from(film)
      altered[at] = value
      await readFilmClaims(new Blob([altered]))
      readMovieNotes((await readMovie(new Blob([altered]))) ?? new Uint8Array())
      await readFilmClaims(new Blob([altered.subarray(0, at)]))
      await findMissing(new Blob([altered]))
    }),
    { numRuns: 50 },
  )
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      (bytes) => void [readMovieClaims(bytes), readMovieNotes(bytes)],
    ),
  )
})
