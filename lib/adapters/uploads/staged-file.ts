import 'server-only'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing } from '#lib/adapters/is-missing'
import { removeHashState, resumeHash } from '#lib/adapters/uploads/running-hash'

// The file of an upload in the media folder, until a submission takes it.

/** How often bytes are flushed to the disk and the state of the hash is stored. After a crash, this many bytes are read again. */
const saveEveryBytes = 64 * 2 ** 20
const leftAfterMs = 24 * 3_600_000

/** Path at which an upload is staged, below the media folder. */
export function stagedPath(mediaFolder: string, uploadId: string): string {
  return join(uploadsFolder(mediaFolder), uploadId)
}

function uploadsFolder(mediaFolder: string): string {
  return join(mediaFolder, 'uploads')
}

/** Length of the staged file; 0 if it is missing. Bytes are written in order, so after a crash it holds the first ones. */
export async function stagedLength(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

/**
 * Appends chunks to a staged file while hashing them, and returns the new length. Written bytes remain if the chunks end in an
 * error. There must be no other writer.
 *
 * @param args.offset current length of the file
 * @param args.mayWrite called before each chunk; `false` ends the writing
 * @param args.assertRoom called repeatedly, since others also use the disk; an error ends the writing
 */
export async function appendStaged(args: {
  path: string
  offset: number
  chunks: AsyncIterable<Uint8Array>
  mayWrite: () => boolean
  assertRoom: () => Promise<void>
}): Promise<number> {
  const { path, offset, chunks, mayWrite, assertRoom } = args
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    const hash = await resumeHash({ path, file, length: offset })
    let at = offset
    let savedAt = offset
    const save = async () => {
      await file.datasync()
      if (mayWrite()) await hash.save()
      savedAt = at
    }
    try {
      for await (const chunk of chunks) {
        if (!mayWrite()) break
        await writeFully(file, chunk, at)
        hash.update(chunk)
        at += chunk.length
        if (at - savedAt < saveEveryBytes) continue
        await save()
        await assertRoom()
      }
    } finally {
      if (at > savedAt) await save()
    }
    return at
  } finally {
    await file.close()
  }
}

/** SHA-256 of all of a staged file that has this many bytes. */
export async function hashStaged(path: string, length: number): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    return (await resumeHash({ path, file, length })).digest()
  } finally {
    await file.close()
  }
}

/** Removes a staged file. Does nothing if it is missing. */
export async function removeStaged(path: string): Promise<void> {
  await rm(path, { force: true })
  await removeHashState(path)
}

/** The uploads whose staged files were not written to for a day. */
export async function listLeftovers(mediaFolder: string): Promise<string[]> {
  const found = new Set<string>()
  for (const name of await namesIn(uploadsFolder(mediaFolder))) {
    const { mtimeMs } = await stat(join(uploadsFolder(mediaFolder), name)).catch(() => ({
      mtimeMs: Infinity,
    }))
    if (Date.now() - mtimeMs > leftAfterMs) found.add(name.split('.')[0]!)
  }
  return [...found]
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function writeFully(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}
