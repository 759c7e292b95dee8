import { isAbsolute, normalize } from 'node:path'
import type { Lens, Pose, Vector } from './geometry.ts'
import { rotationOf } from './geometry.ts'

/** What COLMAP's undistorter leaves: pictures without lens distortion, where they were taken from, and sparse points. */
export type Workspace = {
  readonly lens: Lens
  /** By name, in the order of code units. */
  readonly images: readonly WorkspaceImage[]
  readonly points: ReadonlyMap<number, SparsePoint>
}
/** `points`: the ids of the sparse points this picture shows, each once, ascending. */
export type WorkspaceImage = {
  readonly name: string
  readonly pose: Pose
  readonly points: readonly number[]
}
/** `views`: how many observations it was made from. */
export type SparsePoint = { readonly position: Vector; readonly views: number }

/** The three text files are no model we can use; the message names file and line. */
export class WorkspaceBroken extends Error {
  override name = 'WorkspaceBroken'
}

/**
 * Reads COLMAP's text model (https://colmap.github.io/format.html#text-format) of an undistorted workspace: one PINHOLE
 * camera for all pictures.
 *
 * @throws WorkspaceBroken
 */
export function parseWorkspace(files: { cameras: string; images: string; points: string }): Workspace {
  const cameras = parseCameras(files.cameras)
  const images = parseImages(files.images, cameras)
  const used = new Set(images.map((image) => image.camera))
  const [lens, ...others] = [...used]
  if (!lens) throw new WorkspaceBroken('images.txt: there is no image')
  for (const other of others)
    if (Object.keys(lens).some((key) => lens[key as keyof Lens] !== other[key as keyof Lens]))
      throw new WorkspaceBroken('images.txt: the images have more than one camera')
  const points = parsePoints(files.points)
  return {
    lens,
    images: images
      .map(({ camera, points: ids, ...image }) => ({
        ...image,
        points: [...new Set(ids)].filter((id) => points.has(id)).sort((a, b) => a - b),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    points,
  }
}

function parseCameras(text: string): Map<number, Lens> {
  const cameras = new Map<number, Lens>()
  for (const { fields, where } of records('cameras.txt', text)) {
    if (fields.length === 0) continue
    const model = fields[1]
    if (model !== 'PINHOLE') throw new WorkspaceBroken(`${where}: camera model ${model}, not PINHOLE`)
    const [id, width, height, focalX, focalY, centreX, centreY] = numbers(
      where,
      fields,
      [0, 2, 3, 4, 5, 6, 7],
    )
    if (!isCount(width) || !isCount(height)) throw new WorkspaceBroken(`${where}: no size in pixels`)
    if (!(focalX! > 0 && focalY! > 0)) throw new WorkspaceBroken(`${where}: the focal length is not positive`)
    if (cameras.has(id!)) throw new WorkspaceBroken(`${where}: camera ${id} is there twice`)
    cameras.set(id!, {
      width,
      height,
      focalX: focalX!,
      focalY: focalY!,
      centreX: centreX! - 0.5,
      centreY: centreY! - 0.5,
    })
  }
  return cameras
}

function parseImages(text: string, cameras: Map<number, Lens>): (WorkspaceImage & { camera: Lens })[] {
  const images: (WorkspaceImage & { camera: Lens })[] = []
  const names = new Set<string>()
  // Two lines an image, of which the second may be empty.
  const lines = records('images.txt', text)
  for (let at = 0; at < lines.length; at++) {
    const { fields, where } = lines[at]!
    if (fields.length === 0) continue
    const [, qw, qx, qy, qz, tx, ty, tz, cameraId] = numbers(where, fields, [0, 1, 2, 3, 4, 5, 6, 7, 8])
    if (qw === 0 && qx === 0 && qy === 0 && qz === 0) throw new WorkspaceBroken(`${where}: no rotation`)
    const camera = cameras.get(cameraId!)
    if (!camera) throw new WorkspaceBroken(`${where}: camera ${cameraId} is not in cameras.txt`)
    const name = fields.slice(9).join(' ')
    if (!name || isAbsolute(name) || normalize(name).startsWith('..'))
      throw new WorkspaceBroken(`${where}: "${name}" is no file below images/`)
    if (names.has(name)) throw new WorkspaceBroken(`${where}: image ${name} is there twice`)
    names.add(name)
    const observed = lines[++at]
    if (!observed) throw new WorkspaceBroken(`${where}: the line of its points is missing`)
    if (observed.fields.length % 3 !== 0)
      throw new WorkspaceBroken(`${observed.where}: the points are not three numbers each`)
    const points: number[] = []
    for (let k = 2; k < observed.fields.length; k += 3) {
      const [id] = numbers(observed.where, observed.fields, [k])
      if (id !== -1) points.push(id!)
    }
    const rotation = rotationOf([qw!, qx!, qy!, qz!])
    images.push({ name, pose: { rotation, translation: [tx!, ty!, tz!] }, points, camera })
  }
  return images
}

function parsePoints(text: string): Map<number, SparsePoint> {
  const points = new Map<number, SparsePoint>()
  for (const { fields, where } of records('points3D.txt', text)) {
    if (fields.length === 0) continue
    const [id, x, y, z] = numbers(where, fields, [0, 1, 2, 3])
    if (fields.length < 8 || fields.length % 2 !== 0)
      throw new WorkspaceBroken(`${where}: the track is not two numbers an observation`)
    points.set(id!, { position: [x!, y!, z!], views: (fields.length - 8) / 2 })
  }
  return points
}

/** The lines that are no comments; the empty ones too. */
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
    if (text === undefined) throw new WorkspaceBroken(`${where}: field ${position + 1} is missing`)
    const value = Number(text)
    if (!Number.isFinite(value)) throw new WorkspaceBroken(`${where}: "${text}" is no number`)
    return value
  })
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && value! > 0
}
