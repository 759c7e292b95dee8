/** The bytes of a file that a request asks for: `first` to `last`, inclusive. */
export type ByteRange =
  | { is: 'whole' }
  | { is: 'part'; first: number; last: number }
  | { is: 'unsatisfiable' }

/**
 * Reads a Range header (RFC 9110 §14.2). Invalid ranges and requests for several parts are ignored, because a server may always answer with
 * the whole file, and players do not need `multipart/byteranges`.
 *
 * @param size of the file, bytes
 */
export function readRange(header: string | null, size: number): ByteRange {
  const [, list] = /^bytes=(.*)$/i.exec(header ?? '') ?? []
  if (list === undefined) return { is: 'whole' }
  // A list may have empty members (§5.6.1).
  const members = list.split(',').map((text) => text.replace(/^[ \t]+|[ \t]+$/g, ''))
  const asked = members.filter((text) => text !== '').map((text) => readMember(text, size))
  if (asked.length === 0 || asked.includes('malformed')) return { is: 'whole' }
  const parts = asked.filter((part) => typeof part === 'object')
  if (parts.length === 0) return { is: 'unsatisfiable' }
  const [part] = parts
  return parts.length === 1 && part!.first <= part!.last ? { is: 'part', ...part! } : { is: 'whole' }
}

type Member = { first: number; last: number } | 'outside' | 'malformed'

function readMember(text: string, size: number): Member {
  const [, from, to] = /^(\d*)-(\d*)$/.exec(text) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'malformed'
  if (from === '') {
    const length = Number(to)
    return length === 0 ? 'outside' : { first: Math.max(0, size - length), last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? Number.POSITIVE_INFINITY : Number(to)
  if (last < first) return 'malformed'
  return first >= size ? 'outside' : { first, last: Math.min(last, size - 1) }
}
