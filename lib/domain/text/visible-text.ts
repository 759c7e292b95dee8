/** Invisible characters that writing systems need: joiners, and the number signs of Arabic script. */
const needed = /\u200c|\u200d|[\u0600-\u0605\u06dd\u08e2]/

/**
 * Text by strangers, made fit for display: line breaks stay, all other invisible characters are removed. They could change the direction of
 * the text around them, or hide words in it.
 */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) =>
      character === '\n' || needed.test(character) ? character : '',
    )
}

/** Like `visibleText`, in one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim()
}
