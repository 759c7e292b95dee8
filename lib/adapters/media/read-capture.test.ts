import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CaptureFacts, readCapture } from '#lib/adapters/media/read-capture'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { CaptureRefused, type FoundTime } from '#lib/domain/proof/capture'
import {
  berlinGps,
  degrees,
  jpeg,
  jpegWithXmp,
  mp4WithXyz,
  plainJpeg,
  png,
  sample,
  samplePath,
  takenAt,
} from '#testing/media-fixtures'

// Each property reads dozens of real files, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-read-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let written = 0
function file(bytes: Buffer, extension = 'bin'): string {
  written += 1
  const path = join(folder, `${written}.${extension}`)
  writeFileSync(path, bytes)
  return path
}

const read = (bytes: Buffer, extension?: string) => readCapture(file(bytes, extension))

async function refusal(reading: Promise<unknown>): Promise<readonly string[]> {
  const error = await reading.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(CaptureRefused)
  return (error as CaptureRefused).refusals
}

function shown(found: CaptureFacts): [string | undefined, string | undefined] {
  return [found.cell === undefined ? undefined : cellToGeohash(found.cell), showTime(found.time)]
}

function showTime(time: FoundTime): string | undefined {
  if (time.kind === 'none') return undefined
  if (time.kind === 'contradictory') return 'contradictory'
  const iso = new Date(time.seconds * 1_000).toISOString().slice(0, 19)
  return time.kind === 'instant' ? `${iso}Z` : `${iso} local`
}

describe('the samples', () => {
  test.each([
    // The camera clock was 22 hours behind the GPS time.
    ['places/DSCN0010.jpg', 'image/jpeg', 'sr8rq3', 'contradictory'],
    ['places/DSCN0021.jpg', 'image/jpeg', 'sr8rq2', 'contradictory'],
    ['places/nokia.heif', 'image/heif', 'ezjr66', '2022-01-12T07:30:14Z'],
    ['places/berlin-01.jpg', 'image/jpeg', 'u33dbb', undefined],
    ['walk/01.jpg', 'image/jpeg', 'u3cku7', undefined],
    ['places/no-gps.jpg', 'image/jpeg', undefined, '2008-05-30T15:56:01 local'],
    ['video/c2pa/no_manifest.jpg', 'image/jpeg', undefined, '2022-11-07T22:20:13Z'],
    ['video/meta/gps_android.mp4', 'video/mp4', 'dr5reg', '2026-11-20T10:00:00Z'],
    ['video/meta/gps_apple.mov', 'video/quicktime', 'dr5reg', '2026-11-20T10:00:00Z'],
    ['video/c2pa/video1.mp4', 'video/mp4', undefined, '2022-08-08T21:49:00Z'],
    ['video/synth/synth_orbit_720p.mp4', 'video/mp4', undefined, undefined],
  ])('%s is %s at %s, %s', async (name, mediaType, geohash, time) => {
    const found = await readCapture(samplePath(name))
    expect(found.mediaType).toBe(mediaType)
    expect(shown(found)).toEqual([geohash, time])
  })

  test.each([
    ['hls_as.mp4', 'unsupported'],
    ['hls_local.mp4', 'unsupported'],
    ['concat_rel.mp4', 'unsupported'],
    ['sdp_as.mp4', 'unsupported'],
    ['text.mp4', 'unsupported'],
    ['random.mp4', 'unsupported'],
    ['empty.mp4', 'empty'],
  ])('hostile %s is refused as %s', async (name, reason) => {
    expect(await refusal(readCapture(samplePath(`video/hostile/${name}`)))).toEqual([reason])
  })

  test('truncated clips are refused as truncated', async () => {
    for (const name of ['truncated_faststart.mp4', 'truncated_no_moov.mp4'])
      expect(await refusal(readCapture(samplePath(`video/qc/${name}`)))).toEqual(['truncated'])
  })
})

describe('a truncated file', () => {
  test.each([
    'places/DSCN0010.jpg',
    'places/berlin-01.jpg',
    'places/nokia.heif',
    'video/meta/gps_android.mp4',
    'video/meta/gps_apple.mov',
    'video/qc/good.mp4',
  ])('%s is refused when cut at any position', async (name) => {
    const bytes = sample(name)
    const cuts = fc.integer({ min: 32, max: bytes.length - 1 })
    await fc.assert(
      fc.asyncProperty(cuts, async (length) => {
        const [reason] = await refusal(read(bytes.subarray(0, length)))
        expect(reason).toBe('truncated')
      }),
      { numRuns: 15, examples: [[bytes.length - 1], [bytes.length - 2], [bytes.length >> 1]] },
    )
  })

  test('a PNG is refused when cut at any position', async () => {
    const bytes = png({ exif: takenAt('2026:01:01 00:00:00', 'Z'), gps: berlinGps })
    await read(bytes)
    for (let length = 8; length < bytes.length; length++)
      expect(await refusal(read(bytes.subarray(0, length))), `${length}`).toEqual(['truncated'])
  })

  test('a file padded with zeros after the cut is refused', async () => {
    for (const name of ['places/DSCN0010.jpg', 'places/nokia.heif', 'video/meta/gps_android.mp4']) {
      const bytes = Buffer.from(sample(name))
      bytes.fill(0, 40)
      const [reason] = await refusal(read(bytes))
      expect(['truncated', 'damaged']).toContain(reason)
    }
  })

  test('a JPEG with data that phones append after its end is not truncated', async () => {
    const found = await read(Buffer.concat([sample('places/DSCN0010.jpg'), Buffer.from('MotionPhoto_Data')]))
    expect(shown(found)).toEqual(['sr8rq3', 'contradictory'])
  })
})

describe('the type', () => {
  test('is detected from the content, not from the name', async () => {
    expect((await read(sample('places/nokia.heif'), 'mp4')).mediaType).toBe('image/heif')
    expect((await readCapture(samplePath('video/hostile/jpeg_as.mp4'))).mediaType).toBe('image/jpeg')
    expect(await refusal(read(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'jpg'))).toEqual([
      'unsupported',
    ])
  })

  test('of audio and raw files in the same container is not supported', async () => {
    for (const brand of ['M4A ', 'crx ']) {
      const bytes = Buffer.from(sample('video/meta/gps_android.mp4'))
      bytes.write(brand, 8, 'latin1')
      expect(await refusal(read(bytes))).toEqual(['unsupported'])
    }
  })

  test('video without a picture is refused', async () => {
    const bytes = Buffer.from(sample('video/meta/gps_android.mp4'))
    bytes.write('free', bytes.indexOf('trak', 0, 'latin1'), 'latin1')
    expect(await refusal(read(bytes))).toEqual(['no_picture'])
  })
})

describe('place and time of a photograph', () => {
  const gpsTime = [
    { id: 7, value: degrees(8, 30, 15) },
    { id: 29, value: '2026:01:02' },
  ]

  test('a camera time with an offset is preferred to GPS time, and GPS time to one without an offset', async () => {
    const gps = [...berlinGps, ...gpsTime]
    const own = await read(jpeg({ exif: takenAt('2026:01:02 09:30:00', '+01:00'), gps }))
    expect(shown(own)).toEqual(['u33d8z', '2026-01-02T08:30:00Z'])
    const receiver = await read(jpeg({ exif: takenAt('2026:01:02 09:30:00'), gps }))
    expect(shown(receiver)).toEqual(['u33d8z', '2026-01-02T08:30:15Z'])
  })

  test('a camera time without an offset, alone, is a local time', async () => {
    const found = await read(jpeg({ exif: takenAt('2026:01:02 09:30:00'), gps: berlinGps }))
    expect(shown(found)).toEqual(['u33d8z', '2026-01-02T09:30:00 local'])
  })

  test('south and west are read; 0,0 is not a place', async () => {
    const place = (south: number[], west: number[]) =>
      read(
        jpeg({
          gps: [
            { id: 1, value: 'S' },
            { id: 2, value: degrees(...south) },
            { id: 3, value: 'W' },
            { id: 4, value: degrees(...west) },
          ],
        }),
      )
    expect(shown(await place([23, 32, 47], [46, 38, 38]))[0]).toBe('6gyf49')
    expect(shown(await place([0, 0, 0], [0, 0, 0]))[0]).toBeUndefined()
  })

  test('of a PNG come from its eXIf chunk', async () => {
    const found = await read(png({ exif: takenAt('2026:01:02 09:30:00', '-03:30'), gps: berlinGps }))
    expect(found.mediaType).toBe('image/png')
    expect(shown(found)).toEqual(['u33d8z', '2026-01-02T13:00:00Z'])
  })

  const xmp = (attributes: string) =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" ${attributes}/></rdf:RDF></x:xmpmeta>`

  test('come from XMP when there is no EXIF', async () => {
    const found = await read(
      jpegWithXmp(
        xmp(
          'exif:GPSLatitude="52,30.6N" exif:GPSLongitude="13,24,0E" exif:DateTimeOriginal="2026-01-02T09:30:00.5+01:00"',
        ),
      ),
    )
    expect(shown(found)).toEqual(['u33d8z', '2026-01-02T08:30:00Z'])
  })

  test('broken metadata is treated as missing', async () => {
    const broken = [
      jpegWithXmp(xmp('exif:GPSLatitude="52,30.6N').slice(0, -30)),
      jpegWithXmp('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
      plainJpeg(),
    ]
    for (const bytes of broken) expect(shown(await read(bytes))).toEqual([undefined, undefined])
  })

  test('a file with random bytes as metadata is read, or refused with a reason', async () => {
    const good = jpeg({ exif: takenAt('2026:01:02 09:30:00', '+01:00'), gps: berlinGps })
    const flips = fc.array(fc.tuple(fc.integer({ min: 4, max: 300 }), fc.nat({ max: 255 })), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(flips, async (changes) => {
        const bytes = Buffer.from(good)
        for (const [at, value] of changes) bytes[at] = value
        await read(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(CaptureRefused))
      }),
      { numRuns: 60 },
    )
  })
})

describe('place and time of a video', () => {
  test.each([
    ['+52.5100+013.4000/', 'u33d8z'],
    ['-33.8568+151.2153/', 'r3gx2u'],
    ['-23.5464-046.6441+760.000/', '6gyf49'],
    ['+00.0000+000.0000/', undefined],
    ['+99.0000+013.4000/', undefined],
    ['nowhere', undefined],
  ])('©xyz %s is in %s', async (place, geohash) => {
    expect(shown(await read(mp4WithXyz(place)))).toEqual([geohash, '2026-11-20T10:00:00Z'])
  })

  test.each([
    ['2026-11-20T04:00:00-0600', '2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00:00Z\0\0\0\0', '2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00:00\0\0\0\0\0', '2026-11-20T10:00:00 local'],
    ['some day in November 2026', undefined],
  ])('an Apple date of %j is %s', async (date, time) => {
    const bytes = Buffer.from(sample('video/meta/gps_apple.mov'))
    const at = bytes.indexOf('2026-11-20T', 0, 'latin1')
    bytes.write(date.slice(0, 24), at, 'latin1')
    expect(shown(await read(bytes))).toEqual(['dr5reg', time])
  })

  test('a video with random bytes as metadata is read, or refused with a reason', async () => {
    const good = sample('video/meta/gps_android.mp4')
    const from = good.indexOf('moov', 0, 'latin1') + 4
    const flips = fc.array(fc.tuple(fc.integer({ min: from, max: good.length - 1 }), fc.nat({ max: 255 })), {
      minLength: 1,
    })
    await fc.assert(
      fc.asyncProperty(flips, async (changes) => {
        const bytes = Buffer.from(good)
        for (const [at, value] of changes) bytes[at] = value
        await read(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(CaptureRefused))
      }),
      { numRuns: 20 },
    )
  })
})

describe('an unreadable file', () => {
  test('is refused: missing, a folder, a pipe without a writer', async () => {
    const pipe = join(folder, 'pipe.jpg')
    execFileSync('mkfifo', [pipe])
    for (const path of [join(folder, 'missing.jpg'), folder, pipe])
      expect(await refusal(readCapture(path)), path).toEqual(['unreadable'])
  })

  test('is refused before it is read if it is a photograph too large for memory', async () => {
    const path = file(plainJpeg())
    truncateSync(path, 256 * 1024 * 1024 + 1)
    expect(await refusal(readCapture(path))).toEqual(['too_large'])
  })

  test('is refused if a box is larger than any file', async () => {
    const path = join(folder, 'huge.mp4')
    copyFileSync(samplePath('video/meta/gps_android.mp4'), path)
    const bytes = Buffer.from(sample('video/meta/gps_android.mp4'))
    const mdat = bytes.indexOf('mdat', 0, 'latin1')
    bytes.writeUInt32BE(1, mdat - 4)
    bytes.writeBigUInt64BE(0xffff_ffff_ffff_ffffn, mdat + 4)
    writeFileSync(path, bytes)
    expect(await refusal(readCapture(path))).toEqual(['truncated'])
  })
})

describe('camera clock and GPS time', () => {
  const gpsTime = (date: string, ...clock: number[]) => [
    ...berlinGps,
    { id: 7, value: degrees(...clock) },
    { id: 0x1d, value: date },
  ]
  const timeOf = async (taken: string, offset: string | undefined, date: string, ...clock: number[]) =>
    showTime((await read(jpeg({ exif: takenAt(taken, offset), gps: gpsTime(date, ...clock) }))).time)

  test.each([
    ['the same hour', '2026:05:01 12:00:00', undefined, '2026-05-01T12:00:00Z'],
    ['14 hours ahead, as on Kiritimati', '2026:05:02 02:00:00', undefined, '2026-05-01T12:00:00Z'],
    ['12 hours behind', '2026:05:01 00:00:00', undefined, '2026-05-01T12:00:00Z'],
    ['15 hours ahead', '2026:05:02 03:00:00', undefined, 'contradictory'],
    ['13 hours behind', '2026:04:30 23:00:00', undefined, 'contradictory'],
    ['years behind, with an offset of its own', '2008:05:01 14:00:00', '+02:00', 'contradictory'],
    ['an offset of its own', '2026:05:01 14:00:00', '+02:00', '2026-05-01T12:00:00Z'],
  ])('the camera clock compared with GPS: %s', async (_, taken, offset, time) => {
    expect(await timeOf(taken, offset, '2026:05:01', 12, 0, 0)).toBe(time)
  })

  test('GPS place and time are ignored without a fix', async () => {
    const gps = [...gpsTime('2026:05:01', 12, 0, 0), { id: 9, value: 'V' }]
    const found = await read(jpeg({ exif: takenAt('2019:01:01 08:00:00', '+01:00'), gps }))
    expect(shown(found)).toEqual([undefined, '2019-01-01T07:00:00Z'])
    const active = await read(jpeg({ gps: [...gpsTime('2026:05:01', 12, 0, 0), { id: 9, value: 'A' }] }))
    expect(shown(active)).toEqual(['u33d8z', '2026-05-01T12:00:00Z'])
  })

  test('an IPTC date and time with its offset is read', async () => {
    const found = await read(withIptc(jpeg({ gps: berlinGps }), '20260501', '140000+0200'))
    expect(shown(found)).toEqual(['u33d8z', '2026-05-01T12:00:00Z'])
  })
})

/** A JPEG with the date and time of creation in an IPTC record of Photoshop resources. */
function withIptc(bytes: Buffer, date: string, time: string): Buffer {
  const field = (number: number, value: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, number, 0, value.length]), Buffer.from(value)])
  const record = Buffer.concat([field(55, date), field(60, time)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(record.length)
  const padding = Buffer.alloc(record.length % 2)
  const resource = Buffer.concat([Buffer.from('8BIM\x04\x04\0\0', 'latin1'), length, record, padding])
  const content = Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource])
  const segment = Buffer.concat([Buffer.from([0xff, 0xed, 0, 0]), content])
  segment.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)])
}
