import ExifReader from 'exifreader'
import { describedTime, type PhotoClaims, photoClaims, photoTagOptions } from '#lib/domain/proof/photo-claims'
import { photoBytes } from './photo-bytes.ts'

/**
 * The place and time that a photo's metadata claim; `undefined` if it has none that can be read here.
 *
 * @throws if the file is gone, or too large to be read into memory
 */
export async function readPhotoClaims(file: Blob): Promise<PhotoClaims | undefined> {
  const bytes = await photoBytes(file)
  if (!bytes) throw new Error('too large')
  try {
    const tags = ExifReader.load(bytes, photoTagOptions)
    const claims = photoClaims(tags)
    return claims.time.kind === 'none' ? { ...claims, time: describedTime(tags) } : claims
  } catch {
    return undefined
  }
}
