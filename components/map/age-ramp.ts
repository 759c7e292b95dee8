// The colours of a cell by the age of its newest observation.

const day = 86_400

/**
 * The steps of age by which cells are coloured, the newest first. The colours differ in lightness, so that they can be distinguished in
 * greyscale and with any colour vision. The legend explains them.
 */
export const ageSteps = [
  { below: day, words: 'within a day' },
  { below: 7 * day, words: 'within a week' },
  { below: 30 * day, words: 'within 30 days' },
  { below: 365 * day, words: 'within a year' },
  { below: Number.POSITIVE_INFINITY, words: 'older' },
] as const

/** The tokens of app/tokens.css in the order of the steps. */
export const ageTokens = ['--age-1', '--age-2', '--age-3', '--age-4', '--age-5'] as const

/** The step of an age, 0 for the newest. An age of exactly a day is "within a day"; a time in the future counts as new. */
export function ageStep(seconds: number): number {
  const step = ageSteps.findIndex(({ below }) => seconds <= below)
  return step === -1 ? ageSteps.length - 1 : step
}
