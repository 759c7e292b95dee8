/** A place in the documentation that can be found. */
export type SearchEntry = {
  /** Path, with the heading behind `#`. */
  href: string
  title: string
  /** The page it is on; empty when it is a page itself. */
  page: string
  /** Other words it is found by. */
  words: string
}

/**
 * The entries in which every word of the question begins some word, best first: in the title before elsewhere, whole words
 * before beginnings, pages before parts of them.
 */
export function findEntries(entries: readonly SearchEntry[], question: string, most: number): SearchEntry[] {
  const asked = wordsOf(question)
  if (asked.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry)
}

function scoreOf({ title, words, page }: SearchEntry, asked: readonly string[]): number {
  const inTitle = wordsOf(title)
  const elsewhere = wordsOf(`${words} ${page}`)
  let score = page === '' ? 1 : 0
  for (const word of asked) {
    const found = Math.max(3 * match(inTitle, word), match(elsewhere, word))
    if (found === 0) return 0
    score += found
  }
  return score
}

function match(words: readonly string[], asked: string): number {
  if (words.includes(asked)) return 2
  return words.some((word) => word.startsWith(asked)) ? 1 : 0
}

/** `createBounty` is found by "bounty", `aoi_too_large` by "large" and by itself. */
function wordsOf(text: string): string[] {
  const parted = text.replace(/([a-z])([A-Z])/g, '$1 $2')
  return [text, parted, text.replaceAll('_', ' ')]
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '')
}
