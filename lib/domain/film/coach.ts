/** What to watch while filming, as a heading of one word and a sentence. */
export type CoachLine = { about: string; text: string }

type Kind = { name: string; wanted: string; coverage: string }

/** The kinds of subject, recognized by words in the instructions; the first match counts. */
const kinds: readonly (Kind & { words: RegExp })[] = [
  {
    name: 'a front',
    words: /\bfa[cç]ade|\bfront of\b|\bwhole front\b/i,
    wanted: 'The whole front from one end to the other, then once closer.',
    coverage: 'Walk along it; do not turn on the spot. Top and bottom belong to it.',
  },
  {
    name: 'a room',
    words: /\binterior|\broom\b|\bindoors?\b/i,
    wanted:
      'Along the walls once, with the camera towards the opposite side. Corners, floor and ceiling too.',
    coverage: 'Turn on all lights. A wall without pictures needs something in front of it to be recognised.',
  },
  {
    name: 'damage',
    words: /\bdamage|\bcracks?\b|\bcondition\b/i,
    wanted: 'All of it once, then each damaged spot from close by for three seconds.',
    coverage: 'Come closer without a cut, so that each spot can be found on the whole.',
  },
  {
    name: 'a square',
    words: /\bsquare\b|\bplaza\b|\bpiazza\b/i,
    wanted: 'Once around with the camera towards the middle, then across it.',
    coverage: 'Each side should be seen from at least three places.',
  },
  {
    name: 'an object',
    words:
      /\b(walk|go|film) (once |slowly )*(all the way )?a?round (it|him|her|them)\b|\bstatue|\bsculpture|\bfountain/i,
    wanted: 'Once around at eye height, then once more from higher or lower.',
    coverage:
      'Go all the way round, and end where you began. It should fill most of the picture and stay in it.',
  },
]

/** For all other subjects: it must suit what is filmed from outside, and what is filmed from within. */
const subject: Kind = {
  name: 'a subject',
  wanted: 'All that the instructions name, at eye height, then once more from higher or lower.',
  coverage: 'Walk while you film, so that each part is seen from at least three places.',
}

/** Which shots are wanted, how to cover the subject, and how fast to move. @param instructions of the bounty */
export function coachLines(instructions: string): CoachLine[] {
  const { wanted, coverage } = kinds.find(({ words }) => words.test(instructions)) ?? subject
  return [
    { about: 'Shots', text: wanted },
    { about: 'Coverage', text: coverage },
    {
      about: 'Speed',
      text: 'One slow step a second, in one take. If the picture streaks, you are too fast.',
    },
    { about: 'Light', text: 'Daylight or all lamps on, with the sun behind you.' },
  ]
}
