import MiniSearch, { type SearchResult } from 'minisearch'

/** A page or section of the documentation in the search index. */
export type SearchEntry = {
  /** Path, with the heading behind `#`. */
  href: string
  title: string
  /** The title of the page that has it; empty for a page. */
  page: string
  /** Lines of text to search in. */
  words: string
  /** More names and words by which the entry is found. They are not shown. */
  names?: string
}

/** An entry that was found. */
export type SearchHit = Pick<SearchEntry, 'href' | 'title' | 'page'> & {
  /** The words of its text around the first ones that were found; `undefined` if only its titles have them. */
  line: string | undefined
}

/** The best entries for a question, best first. */
type SearchAnswer = {
  hits: readonly SearchHit[]
  /** True if an entry has every significant word of the question, or for each a word that begins with it or is similar. */
  hasAllWords: boolean
}

/** Answers a question in plain English, or in names of the API, with at most `most` entries. An empty question has no hits. */
export type Search = (question: string, most: number) => SearchAnswer

/**
 * Prepares a search of these entries, each with an `href` of its own. For the whole documentation this takes tens of milliseconds,
 * and each question a few.
 */
export function openSearch(entries: readonly SearchEntry[]): Search {
  const byHref = new Map(entries.map((entry) => [entry.href, entry]))
  const index = new MiniSearch<SearchEntry>({
    idField: 'href',
    fields: ['title', 'page', 'names', 'words', 'operation'],
    extractField: (entry, field) =>
      field === 'operation' ? operationOf(entry.href) : entry[field as keyof SearchEntry],
    tokenize: termsOf,
    // The terms are whole already.
    processTerm: (term) => term,
  })
  index.addAll(entries)
  return (question, most) => {
    const asked = askedTerms(question)
    const results = index.search(question, {
      tokenize: () => asked,
      boost: { title: 3, page: 1.5, names: 2, operation: 6 },
      // A whole name, such as `payment_required`, counts more than the words in it.
      boostTerm: (term) => (term.includes('_') ? 3 : 1),
      // A single letter is the beginning of too many words, unless it is all that was typed yet.
      prefix: (term) => term.length > 1 || asked.length === 1,
      // Other short words, and numbers, are too similar to each other: film and file, 402 and 403.
      fuzzy: (term) => term.length > 4 && !/\d/.test(term) && 0.2,
      maxFuzzy: 2,
      weights: { prefix: 0.4, fuzzy: 0.2 },
      boostDocument: (href: string, term) => rankOf(byHref.get(href)!, term, asked),
    })
    return {
      hits: results.slice(0, most).map((result) => hitOf(byHref.get(result.id)!, result)),
      hasAllWords: results.some(({ queryTerms }) => queryTerms.length === asked.length),
    }
  }
}

/**
 * How much a found term counts for an entry: 1 in a section of a guide. Callers and people are answered from the guides. The
 * reference repeats their words in the names of many operations, and the operators' guide is for the few who run the service.
 */
function rankOf({ href, title, page }: SearchEntry, term: string, asked: readonly string[]): number {
  if (href.startsWith('/docs/operations')) {
    const inTitles = termsOf(`${title} ${page}`)
    return asked.every((word) => inTitles.some((one) => one.startsWith(word))) ? 0.5 : 0.1
  }
  const operation = operationOf(href)
  // A reader who writes a whole name of the API looks for the reference.
  if (operation !== undefined && asked.includes(term)) {
    if (term === operation.toLowerCase()) return 4
    if (term.includes('_')) return 1
  }
  if (operation !== undefined) return 0.1
  return page === '' ? 2 : 1
}

function operationOf(href: string): string | undefined {
  return /^\/docs\/reference\/(\w+)$/.exec(href)?.[1]
}

function hitOf({ href, title, page, words, names }: SearchEntry, { terms }: SearchResult): SearchHit {
  // The text of an operation is its summary, which says more from its start.
  const line = operationOf(href) === undefined ? lineOf(words, terms) : undefined
  return { href, title, page, line: line ?? (names === undefined ? undefined : startOf(words)) }
}

const shownWords = 14
const wordsBefore = 5

/** The line of the text, or its part, in which most of these terms are close to each other. */
function lineOf(text: string, terms: readonly string[]): string | undefined {
  let best: { parts: string[]; at: number; count: number } | undefined
  for (const line of text.split('\n')) {
    const parts = line.split(' ')
    const found = parts.map((part) => termsOf(part).filter((term) => terms.includes(term)))
    for (const [at, here] of found.entries()) {
      if (here.length === 0) continue
      const count = new Set(found.slice(at, at + shownWords - wordsBefore).flat()).size
      if (!best || count > best.count) best = { parts, at, count }
    }
  }
  if (!best) return undefined
  const { parts, at } = best
  const from = Math.max(0, at - wordsBefore)
  const to = from + shownWords
  return `${from > 0 ? '… ' : ''}${parts.slice(from, to).join(' ')}${to < parts.length ? ' …' : ''}`
}

function startOf(text: string): string {
  const parts = text.split(/\s/)
  return `${parts.slice(0, shownWords).join(' ')}${parts.length > shownWords ? ' …' : ''}`
}

/** The words of a text, and the parts of camelCase and snake_case names, as they are compared: "bounty" finds `createBounty`. */
function termsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) => {
    const parts = partsOf(word)
    return (parts.length > 1 ? [word, ...parts] : parts).map(termOf)
  })
}

function partsOf(word: string): string[] {
  return word
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split('_')
    .filter((part) => part !== '')
}

/** The word in lower case, with most plurals as their singular. */
function termOf(word: string): string {
  return word
    .toLowerCase()
    .replace(/^(..+)ies$/, '$1y')
    .replace(/^(..+[^isu])s$/, '$1')
}

/** The terms of a question without words that say nothing about its subject, unless it has no others yet. */
function askedTerms(question: string): string[] {
  const terms = [...new Set(termsOf(question))]
  const telling = terms.filter((term) => !stopWords.has(term))
  return telling.length > 0 ? telling : terms
}

const stopWords = new Set(
  [
    'a an the this that these those and or but nor so if then than as at by for from in into of off on onto out over to up with',
    'i me my mine we us our you your he him his she her it its they them their there here',
    'am is are was were be been being do does did doing done have has had having will would shall should can could may might must',
    'what when where which who whom whose why how much many any some no not only just also very too about again',
    'happen happens happened get gets got come comes came want wants need needs please s t m re ve ll d don doesn isn',
  ].flatMap((line) => line.split(' ').map(termOf)),
)
