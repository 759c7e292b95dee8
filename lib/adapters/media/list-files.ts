import 'server-only'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** `named`: the caller named this file explicitly, so it is never skipped silently. */
export type ListedFile = { path: string; named: boolean }

/**
 * `hidden` counts names that start with a dot; `unreadable` has folders that cannot be read and broken links.
 */
export type Listing = { files: ListedFile[]; unreadable: { path: string; cause: unknown }[]; hidden: number }

/**
 * Lists files and the contents of folders recursively, sorted by name. Symbolic links are followed; each
 * folder is walked once, so that circular links end.
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
      // Pipes, sockets and devices in a folder are ignored. If one is named explicitly, reading it reports
      // the refusal.
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
    // Always reported, because a file may be missing from the list.
    listing.unreadable.push({ path, cause })
  }
}
