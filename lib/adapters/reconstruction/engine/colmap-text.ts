import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Pose, rotationOf, type Vector } from './workspace/geometry.ts'

/**
 * What the mapper found, lens distortion included, as COLMAP's text format has it
 * (https://colmap.github.io/format.html#text-format).
 */
export type SparseModel = {
  lens: SimpleRadialLens
  /** In the order of their names. */
  images: PosedImage[]
  points: ColoredPoint[]
}

/** Pixels, with (0, 0) at the corner of the first pixel. `radial` is the first coefficient of the distortion. */
export type SimpleRadialLens = {
  width: number
  height: number
  focal: number
  centreX: number
  centreY: number
  radial: number
}

export type PosedImage = { id: number; name: string; pose: Pose }

/** `seenBy`: the ids of the images that show it, each once. */
export type ColoredPoint = { position: Vector; color: Vector; seenBy: number[] }

/** @throws Error naming the file when it is not what our mapper writes */
export async function readSparseModel(folder: string): Promise<SparseModel> {
  const [cameras, images, points] = await Promise.all(
    ['cameras', 'images', 'points3D'].map((name) => readFile(join(folder, `${name}.txt`), 'utf8')),
  )
  return { lens: parseLens(cameras!), images: parseImages(images!), points: parsePoints(points!) }
}

export function parseLens(text: string): SimpleRadialLens {
  const [camera, ...others] = records(text)
  if (!camera || others.length > 0 || camera[1] !== 'SIMPLE_RADIAL')
    throw new Error('cameras.txt: not one camera of the model SIMPLE_RADIAL')
  const [width, height, focal, centreX, centreY, radial] = numbers('cameras.txt', camera.slice(2), 6)
  return { width, height, focal, centreX, centreY, radial } as SimpleRadialLens
}

/** Each image has two lines: its pose, then the points found in it, which may be none. */
export function parseImages(text: string): PosedImage[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'))
  return lines
    .filter((line, index) => index % 2 === 0 && line.trim() !== '')
    .map((line): PosedImage => {
      const fields = line.trim().split(/\s+/)
      const [id, w, x, y, z, ...translation] = numbers('images.txt', fields, 8)
      return {
        id: id!,
        name: fields.slice(9).join(' '),
        pose: { rotation: rotationOf([w!, x!, y!, z!]), translation: translation as unknown as Vector },
      }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

export function parsePoints(text: string): ColoredPoint[] {
  return records(text).map((fields) => {
    const [, x, y, z, red, green, blue, , ...track] = numbers('points3D.txt', fields, fields.length)
    return {
      position: [x!, y!, z!],
      color: [red!, green!, blue!],
      seenBy: [...new Set(track.filter((_, index) => index % 2 === 0))],
    }
  })
}

function records(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((line) => line.trim().split(/\s+/))
}

function numbers(file: string, fields: readonly string[], count: number): number[] {
  const found = fields.slice(0, count).map(Number)
  if (found.length < count || found.some((value) => !Number.isFinite(value)))
    throw new Error(`${file}: a line is not what it should be`)
  return found
}
