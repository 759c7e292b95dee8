import 'server-only'
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPictures } from '#lib/adapters/media/hash-pictures'
import { readCredentials } from '#lib/adapters/media/read-credentials'
import { type FileFacts, readFiles } from '#lib/adapters/media/read-files'
import type { MediaType } from '#lib/domain/film/media-type'
import { CaptureRefused } from '#lib/domain/proof/capture'
import { type Credentials, notValidated } from '#lib/domain/proof/credentials'

/** A photograph or film with its metadata. `sha256` is the hash of the whole file, `pictureHashes` say how its pictures look. */
export type CaptureFile = Omit<FileFacts, 'orientation'> & {
  sha256: Uint8Array
  byteLength: number
  mediaType: MediaType
  credentials: Credentials
  pictureHashes: readonly Uint8Array[]
}

/**
 * Reads photographs and films with sandboxed programs that can access only copies. The SHA-256 of each copy is
 * computed in this process, so a file that exploits a parser cannot affect it. How a picture looks is a claim of the
 * file like its place: a parser that is exploited can only misstate it.
 *
 * @param options.isHashed true if the pictures of the file with this SHA-256 are hashed already: decoding is skipped, and `pictureHashes`
 * is empty
 * @returns results in the order of the paths; `CaptureRefused` for a file that is truncated, unsupported or
 * unreadable
 */
export async function readCaptures(
  paths: readonly string[],
  options: { isHashed?: (sha256: Uint8Array) => Promise<boolean> } = {},
): Promise<(CaptureFile | CaptureRefused)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-read-'))
  try {
    const copies = await inOrder(paths, (path, index) => copyAndHash(path, join(folder, String(index))))
    const names = copies.flatMap((copy, index) => (copy instanceof CaptureRefused ? [] : [String(index)]))
    const read = names.length > 0 ? await readFiles({ folder, names, what: 'capture' }) : new Map()
    const whole = names.filter((name) => 'facts' in (read.get(name) ?? {}))
    const credentials = await readCredentials({ folder, names: whole })
    const results = copies.map((copy, index) => {
      if (copy instanceof CaptureRefused) return copy
      const name = String(index)
      const said = read.get(name)
      if (!said || !('facts' in said)) return new CaptureRefused(said?.refusals ?? ['damaged'])
      const { mediaType, orientation = 1, ...facts } = said.facts
      if (mediaType === undefined) return new CaptureRefused(['unsupported'])
      const file = { ...copy, ...facts, mediaType, credentials: credentials.get(name) ?? notValidated }
      return { name, orientation, mediaType, file }
    })
    const toHash = []
    for (const result of results)
      if (!(result instanceof CaptureRefused) && !(await options.isHashed?.(result.file.sha256)))
        toHash.push(result)
    const hashes = await hashPictures({ folder, files: toHash })
    return results.map((result) =>
      result instanceof CaptureRefused
        ? result
        : { ...result.file, pictureHashes: hashes.get(result.name) ?? [] },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function inOrder<Item, Result>(
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) results.push(await act(item, index))
  return results
}

async function copyAndHash(
  path: string,
  target: string,
): Promise<{ sha256: Uint8Array; byteLength: number } | CaptureRefused> {
  try {
    // Non-blocking, because opening a pipe would wait for a writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const before = await file.stat({ bigint: true })
      if (!before.isFile()) return new CaptureRefused(['unreadable'])
      if (before.size === 0n) return new CaptureRefused(['empty'])
      await copyFile(path, target, constants.COPYFILE_FICLONE)
      const after = await file.stat({ bigint: true })
      if (after.size !== before.size || after.mtimeNs !== before.mtimeNs)
        return new CaptureRefused(['changed'])
      return await hashOf(target)
    } finally {
      await file.close()
    }
  } catch (cause) {
    return new CaptureRefused(['unreadable'], { cause })
  }
}

async function hashOf(path: string): Promise<{ sha256: Uint8Array; byteLength: number }> {
  const hash = createHash('sha256')
  let byteLength = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    byteLength += chunk.length
  }
  return { sha256: hash.digest(), byteLength }
}
