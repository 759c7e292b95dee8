import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

// No `server-only`: reconstruction engines load it as plain programs of Node.

/** More than any program of ours writes; a folder with more of them counts as larger than every limit. */
const maxEntries = 20_000

/** Bytes of all files below a folder, as far as they can be seen while a program writes them. Links are not followed. */
export async function measureFolder(folder: string): Promise<number> {
  const entries = await entriesBelow(folder)
  if (entries.length > maxEntries) return Number.POSITIVE_INFINITY
  let bytes = 0
  for (const path of entries) bytes += await lstat(path).then(allocated, () => 0)
  return bytes
}

/** Removes all below a folder that is neither a plain file nor a folder: links, pipes, sockets. */
export async function removeLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    if (!entry.isFile() && !entry.isDirectory()) await rm(join(entry.parentPath, entry.name), { force: true })
}

/** Files with holes take less of the disk than their length says. */
function allocated({ blocks, size }: { blocks: number; size: number }): number {
  return Math.min(size, blocks * 512)
}

async function entriesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
}
