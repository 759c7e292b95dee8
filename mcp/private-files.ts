import { randomBytes } from 'node:crypto'
import { link, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

const forOwner = 0o600
const folderForOwner = 0o700

/** Creates a folder that only its owner can read. An existing folder is left unchanged. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: folderForOwner })
}

/** Replaces a file atomically. When this resolves, the new file survives a power failure. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text)
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/**
 * Writes a complete file unless it exists. Of several processes that try, exactly one succeeds.
 *
 * @returns true if this call created it
 */
export async function createFile(path: string, text: string): Promise<boolean> {
  const draft = await writeDraft(path, text)
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await unlink(draft)
  }
  await syncFolder(dirname(path))
  return true
}

/** Adds a line, in one write, so that lines of several processes stay whole. */
export async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', forOwner)
  try {
    await file.write(`${line}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString('hex')}.draft`
  const file = await open(draft, 'wx', forOwner)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

/** Windows cannot do this and does not need it: its renames are journalled. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
