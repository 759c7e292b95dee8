/**
 * The characters that strangers may use in public text: every character is visible, or belongs to a visible one. Invisible characters can
 * hide words that programs read, and direction marks can show words in another order.
 */

/** Scripts whose letters join or stack, and that write ZWNJ and ZWJ for it (Unicode 17, chapters 9 to 19). */
const joining =
  'Arab Syrc Mand Nkoo Mong Mani Phlp Phag Adlm Rohg Sogd Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Bali Java Sund Lana Newa Tirh Cham'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('')

/** Scripts without spaces between words, some of which mark where a word ends with a zero-width space (chapter 16). */
const spaceless = 'Thai Laoo Khmr Mymr'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')

/** Tags of the three flags that are made of them: England, Scotland, Wales (Unicode Technical Standard 51). */
const flags = ['gbeng', 'gbsct', 'gbwls']
  .map((code) => [...code].map((letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join(''))
  .join('|')

/** Invisible characters that a writing system or an emoji needs there; never two in a row, except in flags. */
const needed = new RegExp(
  [
    // Joiners beside a letter that joins; the one after a letter first, so that a word may end with one.
    `(?<=[${joining}])[\\u200c\\u200d]`,
    `(?<=[^\\s\\p{DI}])[\\u200c\\u200d](?=[${joining}])`,
    `(?<=[${spaceless}])\\u200b(?=[${spaceless}])`,
    // Emoji that consist of several.
    '(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})',
    // Text or emoji style of one; keycaps.
    '(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]',
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
    `(?<=\\u{1f3f4})(?:${flags})\\u{e007f}`,
    // Variants of ideographs, in names of people and places; and of Mongolian letters.
    '(?<=\\p{scx=Hani})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{scx=Mong})[\\u180b-\\u180f]',
  ].join('|'),
  'gu',
)

/** One mark of direction at a time, in text that is written from right to left. */
const directionMark = /(?<!\p{DI})[\u200e\u200f\u061c](?!\p{DI})/gu
const rightToLeft =
  /(?=\p{L})[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Rohg}]/u

const controls = /[\p{Cc}\p{Cs}]/u
/** Default ignorable code points: fillers, joiners, variation selectors, tags, marks of direction; and annotations. */
const invisible = /[\p{DI}\ufff9-\ufffb]/u

/** A visible character. The blank of Braille is invisible, although Unicode calls it a symbol. */
const shows = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{DI}\u2800]/u

/**
 * Finds out why a text is unfit for publication, in words for its author.
 *
 * @param text trimmed
 * @param options.lines true if line breaks and tabs are allowed
 * @returns the end of a sentence that begins with the name of the field; `undefined` if the text is fine
 */
export function publicTextFault(text: string, { lines }: { lines: boolean }): string | undefined {
  const plain = lines ? text.replace(/[\n\r\t]/g, '') : text
  if (controls.test(plain) || (!lines && /[\u2028\u2029]/.test(plain)))
    return lines
      ? 'must be complete characters, without control characters except tabs and line breaks'
      : 'must be complete characters in one line, without control characters'
  if (!shows.test(text)) return 'must contain visible characters'
  const marked = rightToLeft.test(text) ? text.replace(directionMark, '') : text
  const [hidden] = invisible.exec(marked.replace(needed, '')) ?? []
  return hidden && `must not contain invisible characters or direction marks, such as ${codeOf(hidden)}`
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}
