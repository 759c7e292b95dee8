type Named = { text: string; words: string }

const wordsOf = (typed: string) => typed.trim().toLowerCase().split(/\s+/)

/** Returns a filter for what has all words of a text in its name or its other terms. */
export function matching(typed: string) {
  const words = wordsOf(typed)
  return (one: Named) => {
    const terms = `${one.text} ${one.words}`.toLowerCase()
    return words.every((word) => formsOf(word).some((form) => terms.includes(form)))
  }
}

/** A word as it was typed, and its plural if it ends in -y, because `bounties` does not contain `bounty`. */
function formsOf(word: string): string[] {
  return word.endsWith('y') ? [word, `${word.slice(0, -1)}ies`] : [word]
}

/** True if the typed words are in the name of one of the others, and in no name of these. The others are then listed first. */
export function areBetterNamed<One extends Named>(
  typed: string,
  others: readonly One[],
  these: readonly Named[],
): boolean {
  const isByName = ({ text }: Named) => matching(typed)({ text, words: '' })
  return others.some(isByName) && !these.some(isByName)
}

/** The hidden terms of an entry that match typed words missing from its name. They show why the entry was found. */
export function matchedTerms(typed: string, one: Named): string {
  if (typed.trim() === '') return ''
  const has = (text: string, word: string) => formsOf(word).some((form) => text.toLowerCase().includes(form))
  const unnamed = wordsOf(typed).filter((word) => !has(one.text, word))
  return one.words
    .split(' ')
    .filter((term) => unnamed.some((word) => has(term, word)))
    .join(', ')
}
