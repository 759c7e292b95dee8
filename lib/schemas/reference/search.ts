/** A page or section of the documentation in the search index. */
export type SearchEntry = {
  /** Path, with the heading behind `#`. */
  href: string
  title: string
  /** The title of the page that has it; empty for a page. */
  page: string
  /** Further words to search in. */
  words: string
}

/**
 * Entries in which every word of the query is the prefix of some word, best first. Matches in titles, whole words and pages rank
 * higher than matches elsewhere, prefixes and sections.
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

/** The words of a text, including the parts of camelCase and snake_case names: "bounty" finds `createBounty`. */
function wordsOf(text: string): string[] {
  const parted = text.replace(/([a-z])([A-Z])/g, '$1 $2')
  return [text, parted, text.replaceAll('_', ' ')]
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '')
}
