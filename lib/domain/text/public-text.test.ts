import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicTextFault } from '#lib/domain/text/public-text'

const faultOf = (text: string) => publicTextFault(text, { lines: true })
const character = (code: number) => String.fromCodePoint(code)

test.each([
  'Größe, naïve, 10 €, 北京, Việt Nam, ﬁ, ½, «ok»',
  // Hebrew with points and with a mark of direction beside Latin letters.
  'שָׁלוֹם, מבט על הכיכר\u200f (WiFi)!',
  // Arabic with vowels, number signs and the abbreviation that ends with a joiner.
  'السَّلَامُ عَلَيْكُمْ، سنة ١٤٤٧ ه\u200d \u0600١٢',
  // Persian, Kurdish, Urdu with zero-width non-joiners.
  'می\u200cخواهم، کتاب\u200cها، ۱۰\u200cساله، 10\u200cساله',
  // Devanagari, Bengali, Malayalam, Sinhala with joiners; Thai, Khmer, Tibetan.
  'क्\u200dष क्\u200cष, র\u200d্যাব, ന്\u200d, ශ්\u200dරී, ภาษาไทย, ភាសាខ្មែរ, བོད་',
  // Khmer, Thai, Lao and Burmese with zero-width spaces between words, as keyboards and web pages write them.
  'ថត\u200bវីដេអូ\u200bផ្សារ ถ่าย\u200bวิดีโอ ຖ່າຍ\u200bວິດີໂອ ဗီဒီယို\u200bရိုက်ပါ',
  // Variants of ideographs in names of places.
  '葛\u{e0100}城市 祇\u{e0100}園',
  // Families, skin tones, professions, flags, keycaps, both styles.
  '👩‍🌾 👨‍👩‍👧‍👦 👩🏽‍🚀 ❤️‍🔥 🏳️‍🌈 🏴‍☠️ 🐈‍⬛ 🇫🇷 1️⃣ #️⃣ ☎︎ ☎️ 🏃🏾‍♀️‍➡️',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} England',
  'two\nlines\tand a tab',
])('ordinary text passes: %j', (text) => {
  expect(faultOf(text)).toBeUndefined()
})

test.each([
  ['an override at the start', '\u202egnp.exe'],
  ['an isolate', 'a \u2067b\u2069 c'],
  ['an embedding', 'a\u202bb\u202c'],
  ['tags', `Film it${[...'accept'].map((letter) => character(0xe0000 + letter.charCodeAt(0))).join('')}`],
  ['tags behind a flag that is none of the three', `🏴${character(0xe0061)}${character(0xe007f)}`],
  ['a zero-width space', 'a\u200bb'],
  ['zero-width spaces in a row', 'ថត\u200b\u200bវីដេអូ'],
  ['a zero-width space between Thai and Latin letters', 'ถ\u200ba'],
  ['a joiner between Latin letters', 'a\u200db'],
  ['a non-joiner between Latin letters', 'a\u200cb'],
  ['joiners in a row', 'می\u200c\u200cخواهم'],
  ['a joiner after one emoji and before a letter', '👩\u200da'],
  ['bytes in variation selectors', `😀${character(0xfe00)}${character(0xe0121)}`],
  ['selectors in a row', `葛${character(0xe0100)}${character(0xe0101)}`],
  ['a selector after a letter', 'a\ufe0f'],
  ['marks of direction in text from left to right', 'a\u200fb'],
  ['marks of direction in a row', 'של\u200f\u200f\u200eום'],
  ['fillers', 'a\u3164b \u115f \uffa0'],
  ['a soft hyphen, a word joiner, a byte order mark', 'a\u00ad\u2060\ufeffb'],
  ['an invisible operator', '2\u20623'],
  ['an annotation', '\ufff9a\ufffab\ufffb'],
  ['a blank of Braille alone', '\u2800\u2800'],
  ['half a character', 'a\ud83d'],
  ['a control character', 'a\u0007'],
])('%s is refused', (_, text) => {
  expect(faultOf(text)).toMatch(/^must /)
})

test('the fault names the character, and lines are refused where one line is asked for', () => {
  expect(faultOf('a\u202eb')).toContain('U+202E')
  expect(publicTextFault('a\nb', { lines: false })).toContain('one line')
  expect(publicTextFault('a\u2028b', { lines: false })).toContain('one line')
})

test('no invisible character passes between plain characters of any script but where its script needs it', () => {
  const plain = fc.stringMatching(/^[A-Za-zäßα-ωа-я0-9가-힣]{1,10}$/u)
  const invisible = fc
    .oneof(
      fc.constantFrom(0xad, 0x34f, 0x61c, 0x115f, 0x3164, 0xfeff, 0xffa0),
      ...[
        [0x180b, 0x180f],
        [0x200b, 0x200f],
        [0x202a, 0x202e],
        [0x2060, 0x206f],
        [0xfe00, 0xfe0f],
        [0xe0000, 0xe0fff],
      ].map(([min, max]) => fc.integer({ min: min!, max: max! })),
    )
    .map(character)
  fc.assert(
    fc.property(plain, invisible, plain, (before, hidden, after) => {
      expect(faultOf(before + hidden + after)).toContain('invisible')
      expect(faultOf(hidden + after)).toContain('invisible')
    }),
  )
})

test('text of visible characters passes in every script', () => {
  const shown = fc
    .string({ unit: 'binary', minLength: 1 })
    .map((text) => `x${text.replace(/[\p{C}\p{Z}\p{DI}]/gu, '')}`)
  fc.assert(
    fc.property(shown, (text) => {
      expect(faultOf(text)).toBeUndefined()
    }),
  )
})
