import { plainName } from '#lib/domain/text/plain-name'
import type { Landmark } from './landmarks.ts'
import { comparable, hasWord, kindOfWord, mainWords, searchText } from './place-words.ts'

/** `exact`: its name or kind equals the query. `begins`: its name starts with the query. `has`: it contains all words of the query. */
type Fit = 'exact' | 'begins' | 'has'
export type FoundLandmark = { landmark: Landmark; fit: Fit; name: string }

const leastCharacters = 3
const mostLandmarks = 8
/** More words than a name has. Each is compared with every landmark. */
const mostWords = 12
const order: readonly Fit[] = ['exact', 'begins', 'has']

/**
 * Landmarks with each word of a query, in any order: of their names, of their kind, or of a town around them, as in `Florence cathedral`.
 * Those that fit best come first, then those that have names in more languages, then those with short names.
 */
export function searchLandmarks(query: string, landmarks: readonly Landmark[]): FoundLandmark[] {
  if (query.length < leastCharacters) return []
  const words = [...new Set(mainWords(query))]
  if (words.length > mostWords) return []
  return landmarks
    .flatMap((landmark) => {
      const own = ownWords(landmark, words)
      return own.length > 0 ? [{ landmark, own, fit: fitOf(landmark, own) }] : []
    })
    .sort(
      (a, b) =>
        order.indexOf(a.fit) - order.indexOf(b.fit) ||
        b.landmark.names.length - a.landmark.names.length ||
        a.landmark.name.length - b.landmark.name.length,
    )
    .slice(0, mostLandmarks)
    .map(({ landmark, own, fit }) => ({ landmark, fit, name: shownName(landmark, own) }))
}

/** The words that the landmark itself has; none if one of the others is not of a town around it. */
function ownWords(landmark: Landmark, words: readonly string[]): string[] {
  const own: string[] = []
  for (const word of words) {
    if (hasWord(landmark.words, word)) own.push(word)
    else if (!hasWord(landmark.around, word)) return []
  }
  return own
}

/** @param own the typed words that are not of a town */
function fitOf({ names, properNames, kind }: Landmark, own: readonly string[]): Fit {
  const typed = comparable(own.join(' '))
  const isOfKind = kind !== undefined && own.every((word) => kindOfWord(word) === kind)
  const all = [...names, ...properNames]
  if (isOfKind || all.includes(typed)) return 'exact'
  return all.some((name) => name.startsWith(typed)) ? 'begins' : 'has'
}

/** The local name if only that has what was typed. */
function shownName({ name, localName }: Landmark, own: readonly string[]): string {
  const has = (text: string) => own.every((word) => hasWord(searchText([plainName(text)]), word))
  return !has(name) && has(localName) ? localName : name
}
