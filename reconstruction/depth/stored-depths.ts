import { join } from 'node:path'
import { readBytes, writeArray } from '../checkpoints/arrays.ts'

/** Depth maps f32[height][width] by view, undefined for views without one. */
export type DepthMaps = readonly (Float32Array | undefined)[]

/** @returns which views have a depth map */
export async function writeDepths(folder: string, maps: DepthMaps): Promise<boolean[]> {
  for (const [view, map] of maps.entries()) if (map) await writeArray(pathOf(folder, view), map)
  return maps.map((map) => map !== undefined)
}

export async function readDepths(folder: string, known: readonly boolean[]): Promise<DepthMaps> {
  const maps: (Float32Array | undefined)[] = []
  for (const [view, isKnown] of known.entries())
    maps.push(isKnown ? new Float32Array(await readBytes(pathOf(folder, view))) : undefined)
  return maps
}

function pathOf(folder: string, view: number): string {
  return join(folder, `${view}.f32`)
}
