/** The steps from a film to a model, in order. */
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

/** `fraction` is how much of the stage is done, 0 to 1. */
export type ReconstructionProgress = { stage: ReconstructionStage; fraction: number }

/** What is happening, as people read it beside a progress bar. */
export const stageSentence: Record<ReconstructionStage, string> = {
  frames: 'Choosing the sharpest pictures of the film.',
  features: 'Finding points in each picture that can be recognised in others.',
  matching: 'Recognising those points from picture to picture.',
  cameras: 'Working out where the camera stood for each picture.',
  depth: 'Measuring how far away everything is.',
  mesh: 'Joining the measurements into one surface.',
  texture: 'Colouring the surface from the pictures.',
  packing: 'Packing the model.',
}

/** Percent of the whole time each stage takes, measured on a walk of 60 pictures. */
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

/** How much of the whole is done, 0 to 1; never falls from one stage to the next. */
export function overallFraction({ stage, fraction }: ReconstructionProgress): number {
  const before = reconstructionStages.slice(0, reconstructionStages.indexOf(stage))
  const done = before.reduce((sum, each) => sum + stageShare[each], 0)
  return (done + stageShare[stage] * Math.min(1, Math.max(0, fraction))) / 100
}

/** Why no model can be made of a film, with what the sentence tells the contributor about it. */
export type NotReconstructable =
  | { code: 'unreadable' }
  | { code: 'too_few_frames'; found: number; needed: number }
  | { code: 'no_parallax' }
  | { code: 'no_cameras' }
  | { code: 'too_few_registered'; registered: number; frames: number }
  | { code: 'absurd_lens' }
  | { code: 'shallow_view' }
  | { code: 'no_surface' }

/** What went wrong with the film, and what to do about it. */
export function explainNotReconstructable(cause: NotReconstructable): string {
  switch (cause.code) {
    case 'unreadable':
      return 'No pictures could be read from the film. Film it again and send the file just as the camera wrote it.'
    case 'too_few_frames':
      return `The film gives only ${cause.found} usable pictures, and a model needs at least ${cause.needed}. Film for at least ten seconds while you walk.`
    case 'no_parallax':
      return 'The camera turned on the spot, so nothing in the film tells near from far. Walk around the place while you film it, instead of turning on the spot.'
    case 'no_cameras':
      return 'The pictures of the film could not be fitted together. Walk slowly around the place in good light, keep it in view all the time, and avoid filming only sky, water, glass or bare walls.'
    case 'too_few_registered':
      return `Only ${cause.registered} of ${cause.frames} pictures of the film could be fitted together. Walk slowly and without sudden turns, so that each view overlaps the one before.`
    case 'absurd_lens':
      return 'The pictures fit together only for a lens that no camera has, so the shape cannot be trusted. Walk around the place without zooming and without turning on the spot.'
    case 'shallow_view':
      return 'The camera hardly moved compared with how far away everything is, so the shape cannot be measured. Walk closer and go further around the place.'
    case 'no_surface':
      return 'No solid surface could be measured in the film. Film nearer to the place, slowly and in good light, and show each part of it from several sides.'
  }
}
