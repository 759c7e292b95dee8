import 'server-only'

export type MediaType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/heif'
  | 'image/avif'
  | 'video/mp4'
  | 'video/quicktime'

/** How much of a file's beginning tells its type. */
export const headBytes = 4_096

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const heifBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'mif2'])
const avifBrands = new Set(['avif', 'avis'])
const mp4Brands = /^(isom|iso[2-9]|mp4[12]|avc1|dash|MSNV|M4V |M4VP|3gp[4-7])$/
/** Share the container and its brands, and are neither photograph nor video: Canon raw, audio. */
const otherBrands = new Set(['crx ', 'M4A ', 'M4B '])

/** The type by the first bytes, never by the name; `undefined` for everything else, playlists included. */
export function mediaTypeOf(head: Buffer): MediaType | undefined {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (head.subarray(0, 8).equals(pngSignature)) return 'image/png'
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined
  const end = Math.min(head.readUInt32BE(0), head.length)
  const major = head.toString('latin1', 8, 12)
  const brands = [major]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  if (otherBrands.has(major)) return undefined
  if (major === 'qt  ') return 'video/quicktime'
  if (avifBrands.has(major)) return 'image/avif'
  if (heifBrands.has(major))
    return brands.some((brand) => avifBrands.has(brand)) ? 'image/avif' : 'image/heif'
  return brands.some((brand) => mp4Brands.test(brand)) ? 'video/mp4' : undefined
}
