// The stages of a reconstruction.

/** The steps from a film to a model, in order. Engines print these names (reconstruction/README.md). */
export const reconstructionStages = [
  'frames',
  'features',
  'matching',
  'cameras',
  'depth',
  'mesh',
  'texture',
  'packing',
] as const

export type ReconstructionStage = (typeof reconstructionStages)[number]

/** `fraction` is the finished share of the stage, 0 to 1. `resumed` is set for a stage that an earlier attempt finished. */
export type ReconstructionProgress = { stage: ReconstructionStage; fraction: number; resumed?: true }

/**
 * How a model is made, chosen by its poster. `relaxed` is for films whose pictures could not be connected, `fine` gives more detail.
 * Engines use the same names.
 */
export const modelModes = ['standard', 'relaxed', 'fine'] as const
export type ModelMode = (typeof modelModes)[number]

/** How often a poster may have the model of a bounty made again. */
export const maxModelRetries = 3

/** Text for people, beside a progress bar. */
export const stageSentence: Record<ReconstructionStage, string> = {
  frames: 'Choosing the sharpest pictures of the film.',
  features: 'Finding points in each picture that can be found again in others.',
  matching: 'Finding the same points again from picture to picture.',
  cameras: 'Working out where the camera stood for each picture.',
  depth: 'Measuring how far away everything is.',
  mesh: 'Joining the measurements into one surface.',
  texture: 'Colouring the surface from the pictures.',
  packing: 'Packing the model.',
}

/** Share of the total time in percent, measured on a walk of 60 pictures. */
const stageShare: Record<ReconstructionStage, number> = {
  frames: 6,
  features: 6,
  matching: 28,
  cameras: 20,
  depth: 20,
  mesh: 10,
  texture: 9,
  packing: 1,
}

/** Finished share of the whole reconstruction, 0 to 1. Never decreases from one stage to the next. */
export function overallFraction({ stage, fraction }: ReconstructionProgress): number {
  const before = reconstructionStages.slice(0, reconstructionStages.indexOf(stage))
  const done = before.reduce((sum, each) => sum + stageShare[each], 0)
  return (done + stageShare[stage] * Math.min(1, Math.max(0, fraction))) / 100
}
