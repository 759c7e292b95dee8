import { frameCount } from '../frames/choose-frames.ts'

/** Consecutive pictures of a film: the first at `from`, the others `stepSeconds` apart. Times in seconds. */
export type Stretch = { from: number; stepSeconds: number; frames: number }

/** A film that gives a model this many pictures is looked at as a whole, a longer one in stretches. */
const maxFrames = 32
const framesOfStretch = 4
const stretches = maxFrames / framesOfStretch

/**
 * Chooses pictures at the steps that a model would use, because two pictures that are further apart may not overlap although the
 * film is good. From a longer film it chooses stretches of all parts, so that the cost is independent of the length.
 */
export function chooseStretches(seconds: number): Stretch[] {
  const all = frameCount(seconds)
  const stepSeconds = seconds / all
  if (all <= maxFrames) return [{ from: 0, stepSeconds, frames: all }]
  return Array.from({ length: stretches }, (_, index) => ({
    from: stepSeconds * Math.round((index * (all - framesOfStretch)) / (stretches - 1)),
    stepSeconds,
    frames: framesOfStretch,
  }))
}
