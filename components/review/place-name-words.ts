/**
 * The own name of a chosen place, if the words of an order do not have it.
 *
 * @param label the text by which it was found, as `Piazza della Signoria, Florence, Italy`
 */
export function nameToAdd(label: string | undefined, words: string): string | undefined {
  const own = ownName(label)
  return own === '' || plain(words).includes(plain(own)) ? undefined : own
}

/**
 * The title after a square, street or building was found: its name, unless the poster wrote a title.
 *
 * @param before the text by which the previous place was found; a title that is still its name follows the new place
 */
export function titleAfter(title: string, found: string | undefined, before: string | undefined): string {
  const isOpen = title.trim() === '' || title === ownName(before)
  return isOpen && found !== undefined ? ownName(found) : title
}

function ownName(label = ''): string {
  return label.split(',')[0]!.trim()
}

/** The instructions with a sentence that names the place, before the others. */
export function withPlaceName(brief: string, name: string): string {
  return [`Film ${name}.`, brief].filter((part) => part.trim() !== '').join('\n')
}

/** Without capitals and accents, which people leave out. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
