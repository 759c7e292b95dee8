import ExifReader from 'exifreader'
import type { PlaceAndTime } from '#lib/domain/proof/capture'
import { describedTime, photoClaims, photoTagOptions } from '#lib/domain/proof/photo-claims'
import { photoBytes } from './photo-bytes.ts'

/** The place and time that a photo's metadata claim; `undefined` if it has no metadata, or they cannot be read here. */
export async function readPhotoClaims(file: Blob): Promise<PlaceAndTime | undefined> {
  try {
    const bytes = await photoBytes(file)
    if (!bytes) return undefined
    const tags = ExifReader.load(bytes, photoTagOptions)
    const claims = photoClaims(tags)
    return claims.time.kind === 'none' ? { ...claims, time: describedTime(tags) } : claims
  } catch {
    return undefined
  }
}
