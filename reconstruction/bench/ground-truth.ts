import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Matrix, Vector } from '../geometry.ts'
import type { Triangle } from './surface.ts'

/** A camera's axes (x right, y up, z back) as columns, and its position in metres. */
export type Stand = { axes: Matrix; centre: Vector }

export type GroundTruth = {
  /** One for each frame of the film. */
  stands: Stand[]
  framesPerSecond: number
  /** Focal length divided by the longer side of the picture. */
  relativeFocal: number
  surface: { name: string; triangle: Triangle }[]
  /** True if the film shows this point of the surface, so that a model should contain it. */
  isFilmed: (name: string, point: Vector) => boolean
}

/** The orbit shows the things within this distance of the centre of the scene, metres. */
const filmedRadius = 5

/** Reads the scene that the film was rendered from. The arc film is the start of the orbit film. */
export function readGroundTruth(folder: string): GroundTruth {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  const lens = JSON.parse(text('gt_intr.json')) as { W: number; fy: number }
  const poses = JSON.parse(text('gt_poses.json')) as number[][]
  const parts = JSON.parse(gunzipSync(readFileSync(join(folder, 'gt_mesh.json.gz'))).toString()) as [
    string,
    number[],
  ][]
  return {
    stands: poses.map((columns) =>
      standOf([0, 1, 2].map((row) => [0, 4, 8, 12].map((at) => columns[at + row]!))),
    ),
    framesPerSecond: 30,
    relativeFocal: lens.fy / lens.W,
    surface: parts.flatMap(([name, corners]) =>
      trianglesOf(
        corners,
        corners
          .keys()
          .take(corners.length / 3)
          .toArray(),
      ).map((triangle) => ({ name, triangle })),
    ),
    // Not the undersides, which lie on the ground.
    isFilmed: (name, [x, y, z]) => Math.hypot(x, z) < filmedRadius && (name === 'ground' || y >= 0.01),
  }
}

/** @param rows a camera-to-world matrix */
export function standOf(rows: readonly (readonly number[])[]): Stand {
  return {
    axes: rows.slice(0, 3).flatMap((row) => row.slice(0, 3)) as unknown as Matrix,
    centre: rows.slice(0, 3).map((row) => row[3]!) as unknown as Vector,
  }
}

export function trianglesOf(positions: ArrayLike<number>, indices: ArrayLike<number>): Triangle[] {
  const corner = (at: number): Vector => {
    const index = 3 * indices[at]!
    return [positions[index]!, positions[index + 1]!, positions[index + 2]!]
  }
  return Array.from({ length: indices.length / 3 }, (_, at) => [
    corner(3 * at),
    corner(3 * at + 1),
    corner(3 * at + 2),
  ])
}
