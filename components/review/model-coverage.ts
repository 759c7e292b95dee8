import { z } from 'zod'

/** What a model shows. Even a good one leaves out some of what was filmed. */
export const modelCoverage =
  'It shows what could be reconstructed from the film; parts may be missing or rough.'

/** The pictures taken from a film, and how many of them fit together. */
export type Coverage = { pictures: number; fitting: number }

const manifest = z.object({
  engine: z.object({
    figures: z.object({ frames: z.int().positive(), registered: z.int().min(0) }),
  }),
})
const completeShare = 0.8

/** Reads how much of a film was used from the `manifest.json` of its model. @throws if the engine did not say it */
export function readCoverage(text: string): Coverage {
  const { frames, registered } = manifest.parse(JSON.parse(text)).engine.figures
  return { pictures: frames, fitting: Math.min(frames, registered) }
}

/** True if much of the film is not in the model. */
export function isPartial(coverage: Coverage | undefined): boolean {
  return coverage !== undefined && coverage.fitting < completeShare * coverage.pictures
}

/** What a delivered model shows and how much of the film was used, if that is known. */
export function coverageText(coverage: Coverage | undefined): string {
  if (!coverage) return modelCoverage
  const { pictures, fitting } = coverage
  return `${modelCoverage} ${fitting} of ${pictures} pictures fit together.`
}
