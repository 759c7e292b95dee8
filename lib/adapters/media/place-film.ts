import 'server-only'
import { constants } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Copies a film into a work folder: as a copy-on-write clone if the file system supports it (Btrfs, XFS,
 * APFS), else as a full copy. A hard link would let a broken decoder write to the original, and programs
 * cannot follow a symbolic link out of the folder.
 *
 * A film that is already in the folder of the target is such a copy and is only renamed.
 */
export async function placeFilm(path: string, target: string): Promise<void> {
  if (dirname(path) === dirname(target)) await rename(path, target)
  else await copyFile(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
}
