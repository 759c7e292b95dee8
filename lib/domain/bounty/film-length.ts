const words = {
  one: 1,
  two: 2,
  three: 3,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  'half a': 0.5,
} as const
const length = `(\\d{1,3}|${Object.keys(words).join('|')})[\\s-]*(s|secs?|seconds?|mins?|minutes?)\\b`
/** Phrases that can only mean the length of the whole film: "hold for three seconds" is not one. */
const phrases = [
  new RegExp(
    `${length}[\\s-]*(?:film|video|clip|of film|of video|long|(?:is|are) (?:enough|plenty))\\b`,
    'i',
  ),
  new RegExp(`\\b(?:length|duration)[\\s:]+(?:about |at least |around )?${length}`, 'i'),
  // A sentence with only the length.
  new RegExp(`(?:^|[.;!\\n]\\s*)(?:about |at least |around )?${length}\\s*(?:[.;!\\n]|$)`, 'i'),
  new RegExp(`\\bfilm (?:it )?for (?:about |at least |around )?${length}`, 'i'),
  new RegExp(`\\b(?:take|film|video|clip) of (?:about |at least |around )?${length}`, 'i'),
]

/** Apart from the others: "a" before any unit would be found in "as long as" and in "a second film". */
const aMinute = /\b(?:take|film|video|clip) of (?:about |at least |around )?a minute\b/i

/** How long a film the instructions ask for, in seconds; `undefined` when they do not say. */
export function filmSecondsOf(instructions: string): number | undefined {
  if (aMinute.test(instructions)) return 60
  for (const phrase of phrases) {
    const [, number, unit] = phrase.exec(instructions) ?? []
    if (number === undefined || unit === undefined) continue
    const count = words[number.toLowerCase() as keyof typeof words] ?? Number(number)
    const seconds = unit.toLowerCase().startsWith('m') ? count * 60 : count
    if (seconds > 0) return seconds
  }
  return undefined
}

/** `30 s film`, `2 min film`. */
export function filmLengthText(seconds: number): string {
  return `${lengthText(seconds)} film`
}

/** Share of the requested length below which a film counts as shorter. Nobody films to the second. */
const shorterShare = 0.9

/** True if a film is shorter than the instructions ask for. Both are in seconds. */
export function isShorter(seconds: number, asked: number): boolean {
  return seconds < asked * shorterShare
}

/** Compares the length of a film with the length that the bounty asks for: `12 s; the bounty asks for 30 s`. Returns `undefined` unless the film is shorter. */
export function shorterText(seconds: number, brief: string): string | undefined {
  const asked = filmSecondsOf(brief)
  if (asked === undefined || !isShorter(seconds, asked)) return undefined
  return `${lengthText(Math.floor(seconds))}; the bounty asks for ${lengthText(asked)}`
}

/** The same as a finding for the contributor of the film. @param seconds as the check stored it: no number if it was not measured */
export function shorterFinding(seconds: unknown, brief: string): { code: string; text: string }[] {
  const text = typeof seconds === 'number' ? shorterText(seconds, brief) : undefined
  return text === undefined
    ? []
    : [{ code: 'shorter_than_asked', text: `The film is shorter than asked for: ${text}.` }]
}

function lengthText(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}
