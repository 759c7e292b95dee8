import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

// Files in the folder of a running program.

/** More entries than our programs write. A folder with more is reported as infinitely large. */
const maxEntries = 20_000

/**
 * Sums the sizes of all files in a folder, recursively, while a program may be writing them. Links are not
 * followed.
 */
export async function measureFolder(folder: string): Promise<number> {
  const entries = await entriesBelow(folder)
  if (entries.length > maxEntries) return Number.POSITIVE_INFINITY
  let bytes = 0
  for (const path of entries) bytes += await lstat(path).then(allocated, () => 0)
  return bytes
}

/**
 * Removes all entries in a folder, recursively, that are neither regular files nor folders: links, pipes,
 * sockets.
 */
export async function removeLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    if (!entry.isFile() && !entry.isDirectory()) await rm(join(entry.parentPath, entry.name), { force: true })
}

/** Sparse files occupy less disk space than their length. */
function allocated({ blocks, size }: { blocks: number; size: number }): number {
  return Math.min(size, blocks * 512)
}

async function entriesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
}
