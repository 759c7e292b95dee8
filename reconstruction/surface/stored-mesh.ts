import { join } from 'node:path'
import { readBytes, writeArray } from '../checkpoints/arrays.ts'
import type { Mesh } from './mesh.ts'

export async function writeMesh(folder: string, { positions, indices }: Mesh): Promise<void> {
  await writeArray(join(folder, 'positions.f32'), positions)
  await writeArray(join(folder, 'indices.u32'), indices)
}

export async function readMesh(folder: string): Promise<Mesh> {
  return {
    positions: new Float32Array(await readBytes(join(folder, 'positions.f32'))),
    indices: new Uint32Array(await readBytes(join(folder, 'indices.u32'))),
  }
}
