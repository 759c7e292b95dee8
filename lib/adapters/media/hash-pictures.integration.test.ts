// needs: ffmpeg
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openLibheif from 'libheif-js/libheif-wasm/libheif.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPictures } from '#lib/adapters/media/hash-pictures'
import type { MediaType } from '#lib/domain/film/media-type'
import { collectCells, lumaOf } from '#lib/domain/film/picture-cells'
import {
  hashPictureCells,
  pictureDistance,
  pictureDistanceMax,
  searchHashes,
} from '#lib/domain/film/picture-hash'
import { png, sample, samplePath } from '#testing/media-fixtures'
import { sampled } from '#testing/sampled'

const arrow = join(import.meta.dirname, '../../../testing/heif/arrow.heic')

let folder: string
/** The gray cells of the arrow, as the program for HEIF writes them. */
let arrowCells: Buffer
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-hash-'))
  const reader = join(import.meta.dirname, 'reader/heif.ts')
  execFileSync(process.execPath, ['--conditions=react-server', reader, arrow, join(folder, 'arrow.gray')])
  arrowCells = readFileSync(join(folder, 'arrow.gray'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hash = async (bytes: Buffer, mediaType: MediaType, orientation = 1) => {
  writeFileSync(join(folder, 'file'), bytes)
  const hashes = await hashPictures({ folder, files: [{ name: 'file', mediaType, orientation }] })
  return hashes.get('file') ?? []
}

/** A file that ffmpeg makes from a sample. */
function made(args: readonly string[], name: string): Buffer {
  const path = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return readFileSync(path)
}

/** A JPEG of a HEIF photograph, made as the library's own documentation says. */
async function jpegOf(heif: Buffer): Promise<Buffer> {
  const library = openLibheif({
    wasmBinary: readFileSync(createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')),
  })
  const { HeifDecoder } = Object(library)
  const [image] = new HeifDecoder().decode(heif)
  const [width, height] = [image.get_width(), image.get_height()]
  const pixels = await new Promise<{ data: Uint8ClampedArray }>((resolve) =>
    image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, resolve),
  )
  writeFileSync(join(folder, 'pixels.rgba'), pixels.data)
  const raw = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    `${width}x${height}`,
    '-i',
    join(folder, 'pixels.rgba'),
  ]
  return made([...raw, '-vf', 'scale=1280:-2', '-q:v', '10'], 'sent.jpg')
}

/** The hashes with which a browser searches for a picture, computed from all its RGBA pixels. */
function searched(jpeg: Buffer): Uint8Array[] {
  const path = join(folder, 'searched.jpg')
  writeFileSync(path, jpeg)
  const size = execFileSync('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=width,height',
    '-of',
    'csv=p=0',
    path,
  ])
  const [width, height] = String(size).split(',').map(Number) as [number, number]
  const raw = ['-v', 'error', '-i', path, '-pix_fmt', 'rgba', '-f', 'rawvideo', '-']
  const pixels = execFileSync('ffmpeg', raw, { maxBuffer: 2 ** 28 })
  const collected = collectCells({ width, height })
  collected.addRows(lumaOf(pixels), 0)
  return searchHashes(collected.cells(), 'photograph')
}

const nearest = (hashes: readonly Uint8Array[], one: Uint8Array) =>
  Math.min(...hashes.map((other) => pictureDistance(other, one)))

const copyTitle =
  'a real photograph is found by a copy that was scaled, compressed and cropped by 4 %, and by no other ($count others)'
sampled(copyTitle, { few: 1, many: 3 }, async (count) => {
  const [stored] = await hash(sample('places/DSCN0010.jpg'), 'image/jpeg')
  const copy = (name: string) =>
    made(['-i', samplePath(name), '-vf', 'crop=0.96*iw:0.96*ih,scale=480:-2', '-q:v', '10'], 'copy.jpg')
  expect(nearest(searched(copy('places/DSCN0010.jpg')), stored!)).toBeLessThanOrEqual(pictureDistanceMax)
  const others = ['places/DSCN0021.jpg', 'places/DSCN0029.jpg', 'walk/01.jpg']
  for (const other of others.slice(0, count))
    expect(nearest(searched(copy(other)), stored!)).toBeGreaterThan(pictureDistanceMax)
})

test('the server and a browser compute the same hash of the same photograph, to a few bits', async () => {
  const bytes = sample('places/DSCN0010.jpg')
  const [stored] = await hash(bytes, 'image/jpeg')
  expect(nearest(searched(bytes), stored!)).toBeLessThanOrEqual(3)
})

test('a photograph that its camera stored lying on its side has the hash of what viewers show', async () => {
  const upright = sample('walk/01.jpg')
  const onItsSide = made(['-i', samplePath('walk/01.jpg'), '-vf', 'transpose=2', '-q:v', '2'], 'side.jpg')
  const [stored] = await hash(upright, 'image/jpeg')
  const [turned] = await hash(onItsSide, 'image/jpeg', 6)
  const [notTurned] = await hash(onItsSide, 'image/jpeg')
  expect(pictureDistance(turned!, stored!)).toBeLessThanOrEqual(4)
  expect(pictureDistance(notTurned!, stored!)).toBeGreaterThan(pictureDistanceMax)
})

test('a HEIF photograph is found by a JPEG made of it, scaled and compressed, and not by another', {
  tags: 'thorough',
}, async () => {
  const [stored] = await hash(sample('places/nokia.heif'), 'image/heif')
  const sent = await jpegOf(sample('places/nokia.heif'))
  expect(nearest(searched(sent), stored!)).toBeLessThanOrEqual(pictureDistanceMax)
  const other = hashPictureCells(Float64Array.from(arrowCells))
  expect(nearest(searched(sent), other!)).toBeGreaterThan(pictureDistanceMax)
})

test('a HEIF photograph of tiles that its phone stored lying on its side is upright', () => {
  // An arrow that points up: its tip is the narrowest of the dark rows.
  const rows = Array.from({ length: 200 }, (_, y) => arrowCells.subarray(y * 200, (y + 1) * 200))
  const widths = rows.map(
    (row) => row.findLastIndex((luma) => luma < 90) - row.findIndex((luma) => luma < 90),
  )
  const [top, ...below] = widths.filter((width) => width > 0)
  expect(top).toBeLessThan(30)
  expect(Math.max(...below.slice(0, below.length / 2))).toBeGreaterThan(120)
})

test('of several HEIF photographs a broken one costs only its own hash', { tags: 'thorough' }, async () => {
  copyFileSync(arrow, join(folder, 'first'))
  writeFileSync(join(folder, 'second'), 'no picture')
  const files = ['first', 'second'].map((name) => ({
    name,
    mediaType: 'image/heif' as const,
    orientation: 1,
  }))
  const hashes = await hashPictures({ folder, files })
  expect(files.map(({ name }) => hashes.get(name)!.length)).toEqual([1, 0])
})

test('a film has hashes of its pictures, and a small compressed copy has the same', async () => {
  const original = await hash(sample('video/qc/good.mp4'), 'video/mp4')
  expect(original.length).toBeGreaterThan(3)
  const copy = await hash(sample('video/qc/p240.mp4'), 'video/mp4')
  expect(copy.length).toBeGreaterThan(3)
  for (const one of copy) expect(nearest(original, one)).toBeLessThanOrEqual(pictureDistanceMax)
})

const unhashed: [string, () => Buffer, MediaType][] = [
  ['a uniform picture', () => png({ exif: [], gps: [] }), 'image/png'],
  ['a film of black', () => sample('video/qc/black.mp4'), 'video/mp4'],
  ['half a photograph file', () => sample('places/DSCN0010.jpg').subarray(0, 900), 'image/jpeg'],
  ['a playlist that calls itself a film', () => sample('video/hostile/hls_as.mp4'), 'video/mp4'],
  ['half a HEIF photograph', () => sample('places/nokia.heif').subarray(0, 400_000), 'image/heif'],
  [
    'a HEIF photograph without its pictures',
    () => sample('places/nokia.heif').subarray(0, 900),
    'image/heif',
  ],
]
test('a file that shows nothing or cannot be decoded has no hash, without an error', async () => {
  for (const [at, [, bytes]] of unhashed.entries()) writeFileSync(join(folder, `unhashed-${at}`), bytes())
  const files = unhashed.map(([, , mediaType], at) => ({ name: `unhashed-${at}`, mediaType, orientation: 1 }))
  const hashes = await hashPictures({ folder, files })
  for (const [at, [what]] of unhashed.entries()) expect(hashes.get(`unhashed-${at}`), what).toEqual([])
})

// Eight are decoded at once.
sampled('of $count photographs a broken one costs only its own hash', { few: 3, many: 11 }, async (count) => {
  const names = Array.from({ length: count }, (_, at) => `many-${at}`)
  for (const [at, name] of names.entries())
    writeFileSync(join(folder, name), at === 1 ? 'no picture' : sample(`walk/0${1 + (at % 9)}.jpg`))
  const files = names.map((name) => ({ name, mediaType: 'image/jpeg' as const, orientation: 1 }))
  const hashes = await hashPictures({ folder, files })
  expect(names.map((name) => hashes.get(name)!.length)).toEqual(names.map((_, at) => (at === 1 ? 0 : 1)))
  expect(hashes.get('many-2')).not.toEqual(hashes.get('many-0'))
  if (count > 9) expect(hashes.get('many-9')).toEqual(hashes.get('many-0'))
})

test('nothing but the copy is left in the folder', async () => {
  const own = mkdtempSync(join(tmpdir(), 'cairn-hash-'))
  copyFileSync(samplePath('walk/01.jpg'), join(own, 'file'))
  await hashPictures({ folder: own, files: [{ name: 'file', mediaType: 'image/jpeg', orientation: 1 }] })
  expect(readdirSync(own)).toEqual(['file'])
  rmSync(own, { recursive: true })
})
