import 'server-only'
import { constants } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Gives the programs of a work folder their own copy of a film: one that shares its blocks until it is written to, where the file
 * system can (Btrfs, XFS, APFS), else a full one. Never a hard link: a broken decoder could then write to the original. No symbolic
 * link either: programs see nothing but the folder.
 *
 * A film that lies in the folder of the target already is such a copy, and is only renamed.
 */
export async function placeFilm(path: string, target: string): Promise<void> {
  if (dirname(path) === dirname(target)) await rename(path, target)
  else await copyFile(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
}
