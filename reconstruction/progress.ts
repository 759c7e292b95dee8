/** The steps from a film to a model, in order. */
export const stages = [
  'frames',
  'features',
  'matching',
  'cameras',
  'depth',
  'mesh',
  'texture',
  'packing',
] as const

export type Stage = (typeof stages)[number]

/**
 * One line of standard output. `fraction` is the finished share of the stage, 0 to 1; `resumed` is true if an earlier run finished it.
 */
export type Progress = { stage: Stage; fraction: number; resumed?: true }
