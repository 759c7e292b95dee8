/**
 * The own name of a chosen place, if the words of an order do not have it.
 *
 * @param label the text by which it was found, as `Piazza della Signoria, Florence, Italy`
 */
export function nameToAdd(label: string | undefined, words: string): string | undefined {
  const [name = ''] = label?.split(',') ?? []
  const own = name.trim()
  return own === '' || plain(words).includes(plain(own)) ? undefined : own
}

/** The instructions with a sentence that names the place, before the others. */
export function withPlaceName(brief: string, name: string): string {
  return [`Film ${name}.`, brief].filter((part) => part.trim() !== '').join('\n')
}

/** Without capitals and accents, which people leave out. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
