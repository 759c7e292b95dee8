import type { Served } from '#lib/adapters/storage/storage'

/**
 * The Content-Disposition header (RFC 6266): an ASCII name, plus the full name (RFC 8187) if it has other
 * characters.
 */
export function contentDisposition({ name, disposition }: Pick<Served, 'name' | 'disposition'>): string {
  // Clients unescape quotes and backslashes differently, and some decode percent signs.
  const ascii = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_')
  const plain = `${disposition}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`
}

/** `encodeURIComponent` leaves four characters unescaped that RFC 8187 does not allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
