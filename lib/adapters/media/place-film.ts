import 'server-only'
import { copyFile, link } from 'node:fs/promises'

/**
 * Gives a film another name, to be read by: a hard link where the file system has them, else a copy. No symbolic link: the
 * WebAssembly ffmpeg sees nothing but its folder.
 */
export async function placeFilm(path: string, target: string): Promise<void> {
  await link(path, target).catch(() => copyFile(path, target))
}
