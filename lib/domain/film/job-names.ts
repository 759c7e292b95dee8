/**
 * The jobs of a submitted film, in this order: check and store it, make the preview, forecast the 3D model, and make that once the
 * film is accepted.
 * Each name is a queue, and each job is for one submission.
 */
export const jobNames = ['inspect', 'preview', 'forecast', 'reconstruct'] as const
export type JobName = (typeof jobNames)[number]
