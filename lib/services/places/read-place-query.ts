/** The part of a query that tells towns of one name apart, such as `France` or `near Dallas`: a country or another town. */
export type Qualifier = { text: string; isNear: boolean }
type Position = { latitude: number; longitude: number }
type Reading = {
  name: string
  qualifiers: Qualifier[]
  /** The words were divided without a comma, so all of them must be understood. */
  isGuess: boolean
}

/** Words beyond these are not tried as a qualifier, which bounds the work for a query. */
const maxGuessedWords = 4

/** The readings of a query for a place, the most literal first: `Berlin Germany` is a town, or the town Berlin in Germany. */
export function readingsOf(query: string): Reading[] {
  const [first, ...rest] = query.split(',').filter((part) => plain(part) !== '')
  if (first === undefined) return []
  const qualifiers = rest.map(readQualifier)
  const words = plain(first).split(' ')
  const guesses = Array.from({ length: Math.min(words.length - 1, maxGuessedWords) }, (_, index): Reading => {
    const at = words.length - 1 - index
    return {
      name: words.slice(0, at).join(' '),
      qualifiers: [readQualifier(words.slice(at).join(' ')), ...qualifiers],
      isGuess: true,
    }
  })
  return [{ name: plain(first), qualifiers, isGuess: false }, ...guesses]
}

function readQualifier(part: string): Qualifier {
  const text = plain(part)
  return { text: text.replace(/^near /, ''), isNear: text.startsWith('near ') }
}

/** The distance on a plane, which is exact enough to choose the nearer of two places. */
export function distanceKm(a: Position, b: Position): number {
  const north = (a.latitude - b.latitude) * 111
  const east = (a.longitude - b.longitude) * 111 * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** Removes accents, capitals and punctuation. */
export function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
