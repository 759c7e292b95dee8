import type { Served } from '#lib/adapters/storage/storage'

/**
 * The Content-Disposition header (RFC 6266): the name in ASCII for old readers, and whole (RFC 8187) where it has more.
 */
export function contentDisposition({ name, disposition }: Pick<Served, 'name' | 'disposition'>): string {
  // Quotes and backslashes would have to be escaped, which readers do differently; a percent sign is decoded by some.
  const ascii = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_')
  const plain = `${disposition}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`
}

/** `encodeURIComponent` leaves four characters that RFC 8187 does not take. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
