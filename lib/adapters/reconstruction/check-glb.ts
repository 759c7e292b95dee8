import { lstat, open } from 'node:fs/promises'
import { basename } from 'node:path'

/** The output of an engine is not a model that a viewer can open. */
export class ModelUnusable extends Error {
  override readonly name = 'ModelUnusable'
}

const magic = 0x46546c67
const jsonChunk = 0x4e4f534a
const headerBytes = 20
const maxJsonBytes = 16 * 2 ** 20

/**
 * Checks the header and JSON of a binary glTF 2.0 file, without its geometry: the declared length is right and it has a mesh.
 * https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html#glb-file-format-specification
 *
 * @throws ModelUnusable
 */
export async function checkGlb(path: string): Promise<void> {
  const unusable = (problem: string) => new ModelUnusable(`${basename(path)}: ${problem}`)
  // A symbolic link could point to any file of this machine.
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile()) throw unusable('missing')
  const { size } = found
  const file = await open(path)
  try {
    const head = Buffer.alloc(headerBytes)
    const { bytesRead } = await file.read(head, 0, headerBytes, 0)
    if (bytesRead < headerBytes || head.readUInt32LE(0) !== magic) throw unusable('not a GLB file')
    if (head.readUInt32LE(4) !== 2) throw unusable('not glTF version 2')
    if (head.readUInt32LE(8) !== size) throw unusable('the length differs from the declared one')
    const jsonBytes = head.readUInt32LE(12)
    if (head.readUInt32LE(16) !== jsonChunk || jsonBytes > Math.min(maxJsonBytes, size - headerBytes))
      throw unusable('the first chunk is not JSON')
    const json = Buffer.alloc(jsonBytes)
    await file.read(json, 0, jsonBytes, headerBytes)
    if (!hasMesh(json.toString('utf8'))) throw unusable('no mesh')
  } finally {
    await file.close()
  }
}

function hasMesh(json: string): boolean {
  try {
    const { meshes } = JSON.parse(json) as { meshes?: unknown }
    return Array.isArray(meshes) && meshes.length > 0
  } catch {
    return false
  }
}
