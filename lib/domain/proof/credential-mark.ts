// Finds out whether a file may have Content Credentials, without validating them.

/**
 * The bytes "c2pa". In the C2PA specification the content type of a manifest store begins with them, and so do the labels of its parts,
 * so only a photograph or film that contains them can have Content Credentials.
 */
const mark = [0x63, 0x32, 0x70, 0x61] as const

/** Larger files go to the validator without a search, because searching them takes longer than starting the validator. */
const searchedBytesMax = 256 * 2 ** 20

/**
 * Searches for the mark of Content Credentials in a file that is read in pieces. It saves the start of the validator for files that have
 * none, which are most.
 *
 * @returns takes the pieces in their order; true as soon as the mark was found
 */
export function searchCredentialMark(): (piece: Uint8Array) => boolean {
  let end = new Uint8Array()
  let isFound = false
  return (piece) => {
    // A mark may begin in one piece and end in the next.
    isFound ||= hasMark(join(end, piece.subarray(0, mark.length - 1))) || hasMark(piece)
    end = piece.length >= mark.length ? piece.slice(1 - mark.length) : join(end, piece).slice(1 - mark.length)
    return isFound
  }
}

/**
 * True for a file that has the mark, or is so large that the validator should look at once.
 *
 * @param pieces the file's bytes in their order; no more are read than needed
 */
export async function mayHaveCredentials(
  byteLength: number,
  pieces: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  if (byteLength > searchedBytesMax) return true
  const search = searchCredentialMark()
  for await (const piece of pieces) if (search(piece)) return true
  return false
}

function hasMark(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(mark[0]); at !== -1; at = bytes.indexOf(mark[0], at + 1))
    if (mark.every((byte, index) => bytes[at + index] === byte)) return true
  return false
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
