import { lstat, open } from 'node:fs/promises'

/** What an engine left is no model that a viewer could open. */
export class ModelUnusable extends Error {
  override readonly name = 'ModelUnusable'
}

const magic = 0x46546c67
const jsonChunk = 0x4e4f534a
const headerBytes = 20
const maxJsonBytes = 16 * 2 ** 20

/**
 * Reads the head of a binary glTF 2.0 file, without its geometry: its length is what it says, and there is a mesh in it.
 * https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html#glb-file-format-specification
 *
 * @throws ModelUnusable
 */
export async function checkGlb(path: string): Promise<void> {
  // A link could lead to any file of this machine.
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile()) throw new ModelUnusable('it is not there')
  const { size } = found
  const file = await open(path)
  try {
    const head = Buffer.alloc(headerBytes)
    const { bytesRead } = await file.read(head, 0, headerBytes, 0)
    if (bytesRead < headerBytes || head.readUInt32LE(0) !== magic)
      throw new ModelUnusable('it is no GLB file')
    if (head.readUInt32LE(4) !== 2) throw new ModelUnusable('it is not of version 2')
    if (head.readUInt32LE(8) !== size) throw new ModelUnusable('its length is not what it says')
    const jsonBytes = head.readUInt32LE(12)
    if (head.readUInt32LE(16) !== jsonChunk || jsonBytes > Math.min(maxJsonBytes, size - headerBytes))
      throw new ModelUnusable('it does not begin with its description')
    const json = Buffer.alloc(jsonBytes)
    await file.read(json, 0, jsonBytes, headerBytes)
    if (!hasMesh(json.toString('utf8'))) throw new ModelUnusable('there is no mesh in it')
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
