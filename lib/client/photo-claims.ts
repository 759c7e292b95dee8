import ExifReader from 'exifreader'
import { type FileNote, photoNotes } from '#lib/domain/proof/file-notes'
import { describedTime, type PhotoClaims, photoClaims, photoTagOptions } from '#lib/domain/proof/photo-claims'
import { photoBytes } from './photo-bytes.ts'

/**
 * The place and time that a photo's metadata claim, and the texts in it; `undefined` if none can be read here.
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
