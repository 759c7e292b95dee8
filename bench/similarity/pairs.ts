import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { bandBits, bands } from '#db/schema/picture-hash'
import { hashPictures } from '#lib/adapters/media/hash-pictures'
import { collectCells, lumaOf } from '#lib/domain/film/picture-cells'
import { pictureDistance, pictureDistanceMax, searchHashes } from '#lib/domain/film/picture-hash'
import { percentile } from '../spatial/measure.ts'
import { createRandom, type Random } from '../spatial/random.ts'
import { makePlaces, type Place } from './places.ts'

const { values } = parseArgs({
  options: { copies: { type: 'string', default: '5000' }, drawn: { type: 'string', default: '20' } },
})
const margin = 0.04

/** How much was cropped from a copy, as shares of the width and the height of its original. */
type Lost = { left: number; right: number; top: number; bottom: number }
type Kind =
  | 'scaled and compressed'
  | '4 % cropped in all'
  | '4 % cropped at one side'
  | 'up to 4 % cropped at each side'
const lossOf: Record<Kind, (random: Random) => Lost> = {
  'scaled and compressed': () => ({ left: 0, right: 0, top: 0, bottom: 0 }),
  '4 % cropped in all': (random) => {
    const [across, down] = [random.unit() * margin, random.unit() * margin]
    return { left: across, right: margin - across, top: down, bottom: margin - down }
  },
  '4 % cropped at one side': (random) => {
    const side = random.below(4)
    const at = (which: number) => (side === which ? margin : 0)
    return { left: at(0), right: at(1), top: at(2), bottom: at(3) }
  },
  'up to 4 % cropped at each side': (random) => {
    const some = () => random.unit() * margin
    return { left: some(), right: some(), top: some(), bottom: some() }
  },
}
const kinds = Object.keys(lossOf) as Kind[]

type Stored = Place & { hash: Uint8Array }
type Copy = { of: Stored; kind: Kind; hashes: Uint8Array[] }

const random = createRandom(7)
const places = await makePlaces(random, Number(values.drawn))
const stored = await hashAll(places)
for (const kind of ['photograph', 'part of a photograph', 'drawn'] as const)
  console.log(
    `${kind}: ${places.filter((one) => one.kind === kind).length}, with a hash ${stored.filter((one) => one.kind === kind).length}`,
  )
const copies: Copy[] = []
for (let at = 0; at < Number(values.copies); at++)
  copies.push(await copyOf(stored[at % stored.length]!, kinds[at % kinds.length]!))
reportCopies()
reportOthers()

/** Hashed as at ingestion: decoded by ffmpeg in the sandbox. */
async function hashAll(all: readonly Place[]): Promise<Stored[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pairs-'))
  const hashed: Stored[] = []
  for (const place of all) {
    writeFileSync(join(folder, 'picture'), place.jpeg)
    const file = { name: 'picture', mediaType: 'image/jpeg', orientation: 1 } as const
    const hash = (await hashPictures({ folder, files: [file] })).get('picture')?.[0]
    if (hash) hashed.push({ ...place, hash })
  }
  rmSync(folder, { recursive: true })
  return hashed
}

/** Makes a copy as a messenger does (at most 1600 pixels, JPEG quality 40 to 60), and decodes it as a browser does (libjpeg, all pixels). */
async function copyOf(of: Stored, kind: Kind): Promise<Copy> {
  const { width, height } = await sharp(of.jpeg).metadata()
  const lost = lossOf[kind](random)
  const [left, top] = [Math.round(lost.left * width), Math.round(lost.top * height)]
  const cut = {
    left,
    top,
    width: width - left - Math.round(lost.right * width),
    height: height - top - Math.round(lost.bottom * height),
  }
  const long = random.between(320, 1600)
  const sent = await sharp(of.jpeg)
    .extract(cut)
    .resize({ width: Math.round(long), height: Math.round(long), fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 40 + random.below(21) })
    .toBuffer()
  const { data, info } = await sharp(sent)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const cells = collectCells(info)
  cells.addRows(lumaOf(data), 0)
  return { of, kind, hashes: searchHashes(cells.cells(), 'photograph') }
}

function nearest(hashes: readonly Uint8Array[], hash: Uint8Array): number {
  return Math.min(256, ...hashes.map((one) => pictureDistance(one, hash)))
}

/** A row is compared only if at least one of its bands equals that of a hash of the search. */
function isCandidate(hashes: readonly Uint8Array[], hash: Uint8Array): boolean {
  const bit = (of: Uint8Array, at: number) => (of[at >> 3]! >> (7 - (at & 7))) & 1
  const inBand = Array.from({ length: bandBits }, (_, at) => at)
  return hashes.some((one) =>
    bands.some((band) =>
      inBand.every((at) => bit(one, band * bandBits + at) === bit(hash, band * bandBits + at)),
    ),
  )
}

function reportCopies(): void {
  console.log('\n| copy | pairs | bits that differ p50 / p99 / most | missed |\n|---|---|---|---|')
  for (const kind of kinds) {
    const these = copies.filter((one) => one.kind === kind)
    const distances = these.map(({ of, hashes }) => nearest(hashes, of.hash))
    const missed = these.filter(
      ({ of, hashes }, at) => distances[at]! > pictureDistanceMax || !isCandidate(hashes, of.hash),
    )
    const at = (share: number) => percentile(distances, share)
    console.log(`| ${kind} | ${these.length} | ${at(0.5)} / ${at(0.99)} / ${at(1)} | ${missed.length} |`)
    for (const { of } of missed.slice(0, 5)) console.error(`missed: ${of.name}`)
  }
}

/** Compares every copy with all other stored pictures, and reports one pair for each copy, of the same surroundings if there are others. */
function reportOthers(): void {
  const all: Record<'same surroundings' | 'elsewhere', number[]> = { 'same surroundings': [], elsewhere: [] }
  const close: string[] = []
  const drawn: number[] = []
  for (const copy of copies) {
    const here: number[] = []
    for (const other of stored) {
      if (other === copy.of) continue
      // A part of the photograph is not a different picture.
      if (other.name.startsWith(copy.of.name) || copy.of.name.startsWith(other.name)) continue
      const distance = nearest(copy.hashes, other.hash)
      const isNear = other.group === copy.of.group
      all[isNear ? 'same surroundings' : 'elsewhere'].push(distance)
      if (isNear) here.push(distance)
      if (distance <= 60) close.push(`${distance} ${copy.of.name} and ${other.name}`)
    }
    const pool = here.length > 0 && random.unit() < 0.5 ? here : all.elsewhere.slice(-stored.length / 2)
    drawn.push(pool[random.below(pool.length)]!)
  }
  console.log(
    '\n| other picture | pairs | bits that differ least / p0.1 % / p50 | falsely matched |\n|---|---|---|---|',
  )
  for (const [where, distances] of [...Object.entries(all), ['one of them for each copy', drawn] as const]) {
    const sorted = Float64Array.from(distances).sort()
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]
    const matched = sorted.filter((distance) => distance <= pictureDistanceMax).length
    console.log(`| ${where} | ${sorted.length} | ${at(0)} / ${at(0.001)} / ${at(0.5)} | ${matched} |`)
  }
  for (const line of [...new Set(close)].sort().slice(0, 10)) console.error(`close: ${line}`)
}
