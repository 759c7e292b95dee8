import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCapture } from '#lib/adapters/media/read-capture'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import type { CaptureRefused } from '#lib/domain/proof/capture'
import { sample } from '#testing/media-fixtures'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-film-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (bytes: Buffer) => {
  const path = join(folder, 'film')
  writeFileSync(path, bytes)
  return readCapture(path)
}
const placeOf = async (bytes: Buffer) => {
  const { cell } = await read(bytes)
  return cell === undefined ? undefined : cellToGeohash(cell)
}

test.each([
  ['2026-11-20T10:00:00+0000', '2026-11-20T10:00:00.000Z'],
  // The container time is 10:00 UTC. No time zone is 15 hours ahead of UTC, or 13 behind.
  ['2026-11-21T00:00:00+1400', '2026-11-20T10:00:00.000Z'],
  ['2026-11-21T01:00:00+0000', 'contradictory'],
  ['2026-11-19T21:00:00+0000', 'contradictory'],
  ['2008-11-20T10:00:00-0600', 'contradictory'],
])('a recording date of %s with a container time of 10:00 UTC gives the time %s', async (date, time) => {
  const bytes = withCreationTime(sample('video/meta/gps_apple.mov'), '2026-11-20T10:00:00Z')
  bytes.write(date, bytes.indexOf('2026-11-20T', 0, 'latin1'), 'latin1')
  const found = (await read(bytes)).time
  const shown = found.kind === 'instant' ? new Date(found.seconds * 1_000).toISOString() : found.kind
  expect(shown).toBe(time)
})

test('the place in the Keys metadata has priority over the one in the user data, in any order', async () => {
  const place = Buffer.from('+52.5100+013.4000/', 'latin1')
  for (const isFirst of [true, false]) {
    const bytes = withUserPlace(sample('video/meta/gps_apple.mov'), place, isFirst)
    expect(bytes.indexOf(place)).toBeGreaterThan(0)
    expect(await placeOf(bytes)).toBe('dr5reg')
    // Without the key name, only the place in the user data is left.
    bytes.write('nowhere!', bytes.indexOf('location.ISO6709', 0, 'latin1'), 'latin1')
    expect(await placeOf(bytes)).toBe('u33d8z')
  }
})

test('a film with less data than its tables declare is refused', async () => {
  const film = sample('video/meta/gps_apple.mov')
  const at = film.indexOf('mdat', 0, 'latin1') - 4
  const length = film.readUInt32BE(at)
  const bytes = Buffer.concat([film.subarray(0, at + 1_000), film.subarray(at + length)])
  bytes.writeUInt32BE(1_000, at)
  const error = await read(bytes).catch((refused: CaptureRefused) => refused)
  expect(error).toMatchObject({ name: 'CaptureRefused', refusals: ['overdeclared'] })
})

/** Replaces the creation time in the headers of the movie, its tracks and media. */
function withCreationTime(film: Buffer, iso: string): Buffer {
  const bytes = Buffer.from(film)
  // Seconds since 1904.
  const seconds = Date.parse(iso) / 1_000 + 2_082_844_800
  for (const type of ['mvhd', 'tkhd', 'mdhd'])
    for (let at = bytes.indexOf(type, 0, 'latin1'); at > 0; at = bytes.indexOf(type, at + 1, 'latin1')) {
      bytes.writeUInt32BE(seconds, at + 8)
      bytes.writeUInt32BE(seconds, at + 12)
    }
  return bytes
}

/** Adds a place in a `©xyz` box, before or after the other user data at the end of the film. */
function withUserPlace(film: Buffer, place: Buffer, isFirst: boolean): Buffer {
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('\xa9xyz', 'latin1'), Buffer.alloc(4), place])
  box.writeUInt32BE(box.length)
  box.writeUInt16BE(place.length, 8)
  box.writeUInt16BE(0x15c7, 10)
  const udta = film.lastIndexOf('udta', film.length, 'latin1') - 4
  const at = isFirst ? udta + 8 : udta + film.readUInt32BE(udta)
  const bytes = Buffer.concat([film.subarray(0, at), box, film.subarray(at)])
  for (const from of [udta, film.indexOf('moov', 0, 'latin1') - 4])
    bytes.writeUInt32BE(bytes.readUInt32BE(from) + box.length, from)
  return bytes
}
