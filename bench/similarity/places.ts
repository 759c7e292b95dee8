import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { samplePath } from '#testing/media-fixtures'
import type { Random } from '../spatial/random.ts'

/** A picture of one place. `group`: pictures of one group show the same surroundings, a few steps apart. */
export type Place = { name: string; kind: PlaceKind; group: string; jpeg: Buffer }
type PlaceKind = 'photograph' | 'part of a photograph' | 'drawn'

/** Smaller parts have too little content to count as a picture. */
const partMinPixels = 400

/** Real photographs of the samples: three of Berlin, four of Arezzo, 29 of a walk in Lund, two of elsewhere. */
function photographs(): { path: string; group: string }[] {
  const jpegs = (folder: string, group: string, wanted: RegExp) =>
    readdirSync(samplePath(folder))
      .filter((name) => wanted.test(name))
      .map((name) => ({ path: join(samplePath(folder), name), group }))
  return [
    ...jpegs('places', 'Berlin', /^berlin.*jpg$/),
    ...jpegs('places', 'Arezzo', /^DSCN.*jpg$/),
    ...jpegs('walk', 'Lund', /jpg$/),
    ...jpegs('c2pa', 'C', /20220124-C\.jpg$/),
    ...jpegs('c2pa', 'A', /20220124-A\.jpg$/),
  ]
}

/** Whole photographs, non-overlapping parts of them, and drawn streets. */
export async function makePlaces(random: Random, drawn: number): Promise<Place[]> {
  const places: Place[] = []
  for (const { path, group } of photographs()) {
    const name = path.split('/').slice(-2).join('/')
    const { width, height } = await sharp(path).metadata()
    places.push({ name, kind: 'photograph', group, jpeg: await sharp(path).jpeg({ quality: 92 }).toBuffer() })
    const [columns, rows] = [Math.floor(width / partMinPixels), Math.floor(height / (partMinPixels * 0.75))]
    if (columns < 2 || rows < 2) continue
    const part = { width: Math.floor(width / columns), height: Math.floor(height / rows) }
    for (let at = 0; at < columns * rows; at++) {
      const [left, top] = [(at % columns) * part.width, Math.floor(at / columns) * part.height]
      const jpeg = await sharp(path)
        .extract({ left, top, ...part })
        .jpeg({ quality: 92 })
        .toBuffer()
      places.push({ name: `${name} part ${at}`, kind: 'part of a photograph', group, jpeg })
    }
  }
  for (let at = 0; at < drawn; at++)
    places.push({ name: `drawn ${at}`, kind: 'drawn', group: `drawn ${at}`, jpeg: await drawStreet(random) })
  return places
}

/** Draws an imaginary street: a sky, houses with windows, a road, and grain. */
function drawStreet(random: Random): Promise<Buffer> {
  const [width, height] = [960, 720]
  const pixels = Buffer.alloc(width * height * 3)
  const sky = random.between(120, 240)
  const horizon = Math.floor(random.between(0.5, 0.8) * height)
  const road = random.between(40, 140)
  const rows = (from: number, to: number, left: number, right: number, luma: number) => {
    for (let y = Math.max(0, from); y < Math.min(height, to); y++)
      for (let x = Math.max(0, left); x < Math.min(width, right); x++)
        for (let channel = 0; channel < 3; channel++)
          pixels[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, luma + random.gauss() * 5))
  }
  rows(0, horizon, 0, width, sky)
  rows(horizon, height, 0, width, road)
  for (let left = -40; left < width; ) {
    const [wide, top] = [Math.floor(random.between(60, 260)), Math.floor(random.between(0.05, 0.6) * horizon)]
    const wall = random.between(30, 230)
    rows(top, horizon, left, left + wide, wall)
    const [step, pane] = [Math.floor(random.between(24, 70)), random.between(10, 250)]
    for (let y = top + 12; y < horizon - 20; y += step)
      for (let x = left + 8; x < left + wide - 12; x += step)
        if (random.unit() < 0.8) rows(y, y + step / 2, x, x + step / 2, pane)
    left += wide
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}
