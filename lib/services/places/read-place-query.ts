import { plainName } from '#lib/domain/text/plain-name'

// Reads what a search for a place may mean.

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

/** The readings of a query for a place, the most literal first: `Berlin Germany` is a town, the town Berlin in Germany, or a town Germany near Berlin. */
export function readingsOf(query: string): Reading[] {
  const [first, ...rest] = query.split(',').filter((part) => plainName(part) !== '')
  if (first === undefined) return []
  const qualifiers = rest.map(readQualifier)
  const words = plainName(first).split(' ')
  const guess = (name: string[], place: string[]): Reading => ({
    name: name.join(' '),
    qualifiers: [readQualifier(place.join(' ')), ...qualifiers],
    isGuess: true,
  })
  const counts = Array.from({ length: Math.min(words.length - 1, maxGuessedWords) }, (_, index) => index + 1)
  return [
    { name: plainName(first), qualifiers, isGuess: false },
    ...counts.map((count) => guess(words.slice(0, -count), words.slice(-count))),
    ...counts.map((count) => guess(words.slice(count), words.slice(0, count))),
  ]
}

function readQualifier(part: string): Qualifier {
  const text = plainName(part)
  return { text: text.replace(/^near /, ''), isNear: text.startsWith('near ') }
}

/** The distance on a plane, which is exact enough to choose the nearer of two places. */
export function distanceKm(a: Position, b: Position): number {
  const north = (a.latitude - b.latitude) * 111
  const east = (a.longitude - b.longitude) * 111 * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}
