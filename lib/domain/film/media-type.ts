export type MediaType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/heif'
  | 'image/avif'
  | 'video/mp4'
  | 'video/quicktime'

/** Number of bytes at the start of a file that its type is detected from. */
export const headBytes = 4_096

const pngSignature = '\x89PNG\r\n\x1a\n'
const heifBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'mif2'])
const avifBrands = new Set(['avif', 'avis'])
const mp4Brands = /^(isom|iso[2-9]|mp4[12]|avc1|dash|MSNV|M4V |M4VP|3gp[4-7])$/
/** Brands in the same container that are neither photograph nor video: Canon raw, audio. */
const otherBrands = new Set(['crx ', 'M4A ', 'M4B '])
/** Photographs that are not accepted as captures: GIF, WebP, TIFF and most raw formats, BMP, Canon raw. */
const otherPhotos = /^(GIF8|RIFF....WEBP|II\*\0|MM\0\*|BM|....ftypcrx )/s

/**
 * Detects the type from the first bytes, not from the name; returns `undefined` for other types, such as
 * playlists.
 */
export function mediaTypeOf(head: Uint8Array): MediaType | undefined {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (textOf(head, 0, 8) === pngSignature) return 'image/png'
  if (head.length < 16 || textOf(head, 4, 8) !== 'ftyp') return undefined
  const declared = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const end = Math.min(declared, head.length)
  const major = textOf(head, 8, 12)
  const brands = [major]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textOf(head, at, at + 4))
  if (otherBrands.has(major)) return undefined
  if (major === 'qt  ') return 'video/quicktime'
  if (avifBrands.has(major)) return 'image/avif'
  if (heifBrands.has(major))
    return brands.some((brand) => avifBrands.has(brand)) ? 'image/avif' : 'image/heif'
  return brands.some((brand) => mp4Brands.test(brand)) ? 'video/mp4' : undefined
}

/** Why a file is not accepted as a film, in words for the contributor; `undefined` if it may be a film. */
export function whyNoFilm(head: Uint8Array): string | undefined {
  const type = mediaTypeOf(head)
  if (type?.startsWith('video/')) return undefined
  return type !== undefined || otherPhotos.test(textOf(head, 0, 12)) ? photoRefused : otherRefused
}

export const photoRefused = 'This is a photo. Upload an MP4 or MOV.'
export const otherRefused = 'This is not an MP4 or MOV video. Upload the film as the camera made it.'

/** Decodes each byte as a character. */
function textOf(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
