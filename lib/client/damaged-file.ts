import { headBytes, mediaTypeOf } from '#lib/domain/film/media-type'
import { photoFault } from '#lib/domain/film/photo-structure'
import { isDamagedFilm } from './film-claims.ts'
import { photoBytes } from './photo-bytes.ts'

/**
 * True if a film's file is cut off or is no film in a usual container, or if a JPEG or PNG is cut off. Nothing is said of other faults of a
 * photo: browsers show pictures with many of them.
 *
 * @throws if the file is gone
 */
export async function isDamagedFile(file: Blob, kind: 'photo' | 'film' | 'other'): Promise<boolean> {
  if (kind === 'film') return isDamagedFilm(file)
  if (kind !== 'photo') return false
  const type = mediaTypeOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
  if (type !== 'image/jpeg' && type !== 'image/png') return false
  const bytes = await photoBytes(file)
  return bytes !== undefined && photoFault(new Uint8Array(bytes), type) === 'truncated'
}
