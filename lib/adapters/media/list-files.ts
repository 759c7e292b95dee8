import 'server-only'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** `named`: the caller named this very file, so it is never passed over in silence. */
export type ListedFile = { path: string; named: boolean }

/** `hidden` counts what starts with a dot; `unreadable` are folders and links that lead nowhere. */
export type Listing = { files: ListedFile[]; unreadable: { path: string; cause: unknown }[]; hidden: number }

/**
 * Lists files, and folders with all that is below them, in the order of their names. Links are followed; each folder is
 * walked once, so that links in a circle end.
 */
export async function listFiles(paths: readonly string[]): Promise<Listing> {
  const listing: Listing = { files: [], unreadable: [], hidden: 0 }
  const walked = new Set<string>()
  for (const path of paths) await add({ path, named: true, listing, walked })
  return listing
}

type Visit = { path: string; named: boolean; listing: Listing; walked: Set<string> }

async function add({ path, named, listing, walked }: Visit): Promise<void> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) {
      // Pipes, sockets and devices met on the way are no files to skip or refuse; a named one is refused when it is read.
      if (named || found.isFile()) listing.files.push({ path, named })
      return
    }
    const real = await realpath(path)
    if (walked.has(real)) return
    walked.add(real)
    const names = (await readdir(path)).sort()
    for (const name of names) {
      if (name.startsWith('.')) listing.hidden += 1
      else await add({ path: join(path, name), named: false, listing, walked })
    }
  } catch (cause) {
    // Named or not, it is reported: something that should be there cannot be seen.
    listing.unreadable.push({ path, cause })
  }
}
