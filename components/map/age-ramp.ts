// The colours of a cell by the age of its newest observation.

const day = 86_400

/**
 * The steps of age by which cells are coloured, the newest first. The colours differ in lightness, so that they can be distinguished in
 * greyscale and with any colour vision. The legend explains them.
 */
export const ageSteps = [
  { below: day, until: 'a day ago' },
  { below: 7 * day, until: 'a week ago' },
  { below: 30 * day, until: '30 days ago' },
  { below: 365 * day, until: 'a year ago' },
  { below: Number.POSITIVE_INFINITY, until: 'older' },
] as const

/** The tokens of app/tokens.css in the order of the steps. */
export const ageTokens = ['--age-1', '--age-2', '--age-3', '--age-4', '--age-5'] as const

/** The part of the ramp that some ages, in seconds, are in: its tokens, and where it begins and ends in words. */
export function rampOf(ages: readonly number[]): { tokens: readonly string[]; from: string; until: string } {
  const [first, last] = [ageStep(Math.min(...ages)), ageStep(Math.max(...ages))]
  const from = first === 0 ? 'now' : ageSteps[first - 1]!.until
  return { tokens: ageTokens.slice(first, last + 1), from, until: ageSteps[last]!.until }
}

/** The step of an age, 0 for the newest. An age of exactly a day is "within a day"; a time in the future counts as new. */
export function ageStep(seconds: number): number {
  const step = ageSteps.findIndex(({ below }) => seconds <= below)
  return step === -1 ? ageSteps.length - 1 : step
}
