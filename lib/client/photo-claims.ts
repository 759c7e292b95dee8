import ExifReader from 'exifreader'
import { type FileNote, photoNotes } from '#lib/domain/proof/file-notes'
import { describedTime, type PhotoClaims, photoClaims, photoTagOptions } from '#lib/domain/proof/photo-claims'
import { photoBytes } from './photo-bytes.ts'

/**
 * Reads the place, the time and the texts in the metadata of a photo. Returns `undefined` if none of them can be read.
 *
 * @throws if the file is gone, or too large to be read into memory
 */
export async function readPhotoClaims(
  file: Blob,
): Promise<(PhotoClaims & { notes: FileNote[] }) | undefined> {
  const bytes = await photoBytes(file)
  if (!bytes) throw new Error('too large')
  try {
    const tags = ExifReader.load(bytes, photoTagOptions)
    const claims = photoClaims(tags)
    const time = claims.time.kind === 'none' ? describedTime(tags) : claims.time
    return { ...claims, time, notes: photoNotes(tags) }
  } catch {
    return undefined
  }
}
