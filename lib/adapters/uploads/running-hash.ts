import 'server-only'
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import { createSHA256, type IHasher } from 'hash-wasm'

const readBytes = 1_048_576
const offsetBytes = 8

/** SHA-256 over the beginning of a file that still grows. Its state is stored beside the file, so that no byte is read twice. */
export type RunningHash = {
  update: (chunk: Uint8Array) => void
  /** Stores the state. The bytes up to this position must be on the disk. */
  save: () => Promise<void>
  /** Returns the SHA-256. The hash cannot be updated afterwards. */
  digest: () => Uint8Array
}

/** The path of the state of a file's hash. It may contain up to 63 bytes of the file, and is deleted with it. */
export function hashStatePath(path: string): string {
  return `${path}.sha256`
}

/**
 * Continues a hash from its stored state over the rest of the file. Starts at the first byte if there is no state, or if the state
 * covers more bytes than the file has.
 *
 * @param args.length length of the file in bytes
 */
export async function resumeHash(args: {
  path: string
  file: FileHandle
  length: number
}): Promise<RunningHash> {
  const { path, file, length } = args
  const hasher = await createSHA256()
  let offset = await load(hasher, path, length)
  const update = (chunk: Uint8Array) => {
    hasher.update(chunk)
    offset += chunk.length
  }
  const buffer = Buffer.allocUnsafe(Math.min(readBytes, length - offset))
  while (offset < length) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - offset), offset)
    if (bytesRead === 0) throw new Error('the file is shorter than it was')
    update(buffer.subarray(0, bytesRead))
  }
  return {
    update,
    save: () => keep(path, offset, hasher.save()),
    digest: () => hasher.digest('binary'),
  }
}

/** @returns the number of bytes that the stored state covers; 0 if the hash starts from the beginning */
async function load(hasher: IHasher, path: string, length: number): Promise<number> {
  try {
    const kept = await readFile(hashStatePath(path))
    const offset = Number(kept.readBigUInt64BE(0))
    if (offset <= length) {
      hasher.load(kept.subarray(offsetBytes))
      return offset
    }
    // The file lost bytes, and others may come in their place.
    await removeHashState(path)
  } catch {
    // There is no state, or it is of another version of the library: the hash starts at the first byte.
  }
  hasher.init()
  return 0
}

/** Under another name first: half a state would be worse than an old one. */
async function keep(path: string, offset: number, state: Uint8Array): Promise<void> {
  const head = Buffer.alloc(offsetBytes)
  head.writeBigUInt64BE(BigInt(offset))
  const beside = `${hashStatePath(path)}.new`
  const file = await open(beside, 'w', 0o600)
  try {
    await file.writeFile(Buffer.concat([head, state]))
  } finally {
    await file.close()
  }
  await rename(beside, hashStatePath(path))
}

export async function removeHashState(path: string): Promise<void> {
  await rm(`${hashStatePath(path)}.new`, { force: true })
  await rm(hashStatePath(path), { force: true })
}
