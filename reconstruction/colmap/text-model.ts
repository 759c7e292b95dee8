import { readFile } from 'node:fs/promises'
import { isAbsolute, join, normalize } from 'node:path'
import { type Pose, rotationOf, type Vector } from '../geometry.ts'

/** A model in COLMAP's text format: https://colmap.github.io/format.html#text-format */
export type TextModel = {
  readonly camera: TextCamera
  /** Sorted by name, by code units. */
  readonly images: readonly TextImage[]
  readonly points: ReadonlyMap<number, SparsePoint>
}

/** COLMAP's pixel coordinates: (0, 0) is the corner of the first pixel. */
export type TextCamera = {
  /** Name of the camera model, such as `PINHOLE`. It decides what the parameters mean. */
  readonly model: string
  readonly width: number
  readonly height: number
  readonly parameters: readonly number[]
}

export type TextImage = {
  readonly id: number
  readonly name: string
  readonly pose: Pose
  /** Ids of the points that the picture shows, each once, ascending. */
  readonly points: readonly number[]
}

export type SparsePoint = {
  readonly position: Vector
  /** Red, green and blue, 0 to 255. */
  readonly color: Vector
  /** Number of observations. */
  readonly views: number
  /** Ids of the images that show the point, each once. */
  readonly seenBy: readonly number[]
}

/** A COLMAP model or a picture of it cannot be used. The message names the file and, in a text file, the line. */
export class InvalidModel extends Error {
  override readonly name = 'InvalidModel'
}

/**
 * Reads cameras.txt, images.txt and points3D.txt.
 *
 * @throws InvalidModel
 */
export async function readTextModel(folder: string): Promise<TextModel> {
  const read = (name: string) =>
    readFile(join(folder, name), 'utf8').catch((cause: unknown) => {
      throw new InvalidModel(`${name} cannot be read`, { cause })
    })
  const [cameras, images, points] = await Promise.all([
    read('cameras.txt'),
    read('images.txt'),
    read('points3D.txt'),
  ])
  return parseTextModel({ cameras, images, points })
}

/**
 * Parses a model whose images all have the same camera.
 *
 * @throws InvalidModel
 */
export function parseTextModel(files: { cameras: string; images: string; points: string }): TextModel {
  const cameras = parseCameras(files.cameras)
  const images = parseImages(files.images, cameras)
  const [camera, ...others] = new Set(images.map((image) => image.camera))
  if (!camera) throw new InvalidModel('images.txt: there is no image')
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(camera)))
    throw new InvalidModel('images.txt: the images have more than one camera')
  const points = parsePoints(files.points)
  return {
    camera,
    images: images
      .map(({ camera: _, points: ids, ...image }) => ({
        ...image,
        points: [...new Set(ids)].filter((id) => points.has(id)).sort((a, b) => a - b),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    points,
  }
}

/**
 * The parameters of a camera whose model must be the given one.
 *
 * @throws InvalidModel
 */
export function parametersOf(
  { model, parameters }: TextCamera,
  wanted: string,
  count: number,
): readonly number[] {
  if (model !== wanted) throw new InvalidModel(`cameras.txt: camera model ${model}, not ${wanted}`)
  if (parameters.length !== count)
    throw new InvalidModel(`cameras.txt: ${parameters.length} parameters of a ${wanted} camera, not ${count}`)
  return parameters
}

function parseCameras(text: string): Map<number, TextCamera> {
  const cameras = new Map<number, TextCamera>()
  for (const { fields, where } of records('cameras.txt', text)) {
    if (fields.length === 0) continue
    const [id, width, height] = numbers(where, fields, [0, 2, 3])
    if (!isCount(width) || !isCount(height)) throw new InvalidModel(`${where}: no size in pixels`)
    if (cameras.has(id!)) throw new InvalidModel(`${where}: camera ${id} is listed twice`)
    const parameters = numbers(where, fields, [...fields.keys()].slice(4))
    cameras.set(id!, { model: fields[1]!, width, height, parameters })
  }
  return cameras
}

function parseImages(text: string, cameras: Map<number, TextCamera>): (TextImage & { camera: TextCamera })[] {
  const images: (TextImage & { camera: TextCamera })[] = []
  const names = new Set<string>()
  // Each image has two lines: its pose, then its points. The second line may be empty.
  const lines = records('images.txt', text)
  for (let at = 0; at < lines.length; at++) {
    const { fields, where } = lines[at]!
    if (fields.length === 0) continue
    const [id, qw, qx, qy, qz, tx, ty, tz, cameraId] = numbers(where, fields, [0, 1, 2, 3, 4, 5, 6, 7, 8])
    if (qw === 0 && qx === 0 && qy === 0 && qz === 0) throw new InvalidModel(`${where}: no rotation`)
    const camera = cameras.get(cameraId!)
    if (!camera) throw new InvalidModel(`${where}: camera ${cameraId} is not in cameras.txt`)
    const name = fields.slice(9).join(' ')
    if (!name || isAbsolute(name) || normalize(name).startsWith('..'))
      throw new InvalidModel(`${where}: "${name}" is not a file below images/`)
    if (names.has(name)) throw new InvalidModel(`${where}: image ${name} is listed twice`)
    names.add(name)
    const observed = lines[++at]
    if (!observed) throw new InvalidModel(`${where}: the line of its points is missing`)
    if (observed.fields.length % 3 !== 0)
      throw new InvalidModel(`${observed.where}: a point does not have three numbers`)
    const points: number[] = []
    for (let k = 2; k < observed.fields.length; k += 3) {
      const [pointId] = numbers(observed.where, observed.fields, [k])
      if (pointId !== -1) points.push(pointId!)
    }
    const rotation = rotationOf([qw!, qx!, qy!, qz!])
    images.push({ id: id!, name, pose: { rotation, translation: [tx!, ty!, tz!] }, points, camera })
  }
  return images
}

function parsePoints(text: string): Map<number, SparsePoint> {
  const points = new Map<number, SparsePoint>()
  for (const { fields, where } of records('points3D.txt', text)) {
    if (fields.length === 0) continue
    if (fields.length < 8 || fields.length % 2 !== 0)
      throw new InvalidModel(`${where}: an observation does not have two numbers`)
    const [id, x, y, z, red, green, blue, , ...track] = numbers(where, fields, [...fields.keys()])
    points.set(id!, {
      position: [x!, y!, z!],
      color: [red!, green!, blue!],
      views: track.length / 2,
      seenBy: [...new Set(track.filter((_, index) => index % 2 === 0))],
    })
  }
  return points
}

/** The lines except comments, split into fields. Empty lines have no fields. */
function records(file: string, text: string): { fields: string[]; where: string }[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
    .map((line, index) => ({ line: line.trim(), where: `${file} line ${index + 1}` }))
    .filter(({ line }) => !line.startsWith('#'))
    .map(({ line, where }) => ({ fields: line === '' ? [] : line.split(/\s+/), where }))
}

function numbers(where: string, fields: string[], positions: number[]): number[] {
  return positions.map((position) => {
    const text = fields[position]
    if (text === undefined) throw new InvalidModel(`${where}: field ${position + 1} is missing`)
    const value = Number(text)
    if (!Number.isFinite(value)) throw new InvalidModel(`${where}: "${text}" is not a number`)
    return value
  })
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && value! > 0
}
