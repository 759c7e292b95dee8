import 'server-only'
import ExifReader from 'exifreader'
import {
  type PhotoClaims,
  type PhotoTags,
  photoClaims,
  photoTagOptions,
} from '#lib/domain/proof/photo-claims'

/** Reads place, time and orientation of a photograph. Metadata that cannot be parsed count as missing; the caller reports what is missing. */
export function readPhotoMetadata(bytes: Buffer): PhotoClaims {
  return photoClaims(loadTags(bytes))
}

function loadTags(bytes: Buffer): PhotoTags {
  try {
    return ExifReader.load(bytes, photoTagOptions)
  } catch {
    return {}
  }
}
