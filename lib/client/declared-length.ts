/** The bytes of a file's head that `declaredLength` reads: the header of Matroska is some dozen bytes long. */
export const declaredHeadBytes = 512
const ebml = 0x1a45dfa3
const segment = 0x18538067
const riff = 0x52494646
/** Written while a recording goes on, and never replaced if it ends in a crash. */
const unknownRiff = [0, 0xffffffff]

/**
 * The length in bytes that the head of a Matroska, WebM or AVI file declares for the file; `undefined` if it declares none, as in
 * recordings that were streamed. An AVI of some gigabytes has several parts, and this is the length of the first.
 */
export function declaredLength(head: DataView): number | undefined {
  try {
    if (head.getUint32(0) === riff) {
      const size = head.getUint32(4, true)
      return unknownRiff.includes(size) ? undefined : 8 + size
    }
    if (head.getUint32(0) !== ebml) return undefined
    const at = endOfElement(head, 4)
    return at !== undefined && head.getUint32(at) === segment ? endOfElement(head, at + 4) : undefined
  } catch (error) {
    // The head ends before it says so.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * The end of an EBML element (RFC 8794): the leading zeros of the first byte of its size say how many more belong to it. All data bits set
 * mean an unknown size.
 */
function endOfElement(head: DataView, sizeAt: number): number | undefined {
  const more = Math.clz32(head.getUint8(sizeAt)) - 24
  let size = head.getUint8(sizeAt) & (0x7f >> more)
  for (let index = 1; index <= more; index++) size = size * 256 + head.getUint8(sizeAt + index)
  const isUnknown = size === 2 ** (7 * (more + 1)) - 1
  return more > 7 || isUnknown || !Number.isSafeInteger(size) ? undefined : sizeAt + 1 + more + size
}
