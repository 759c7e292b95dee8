import { readFile, writeFile } from 'node:fs/promises'

// Arrays as bytes of a checkpoint.

/** Writes the bytes of an array as they are in memory: little-endian on every machine that runs Node. */
export async function writeArray(path: string, array: Float32Array | Uint32Array): Promise<void> {
  await writeFile(path, new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
}

/** Reads such a file to memory that threads share. */
export async function readBytes(path: string): Promise<SharedArrayBuffer> {
  const bytes = await readFile(path)
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  return shared
}
