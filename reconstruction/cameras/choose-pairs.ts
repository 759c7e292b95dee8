import { type CameraSettings, standardCameras } from '../settings.ts'

/**
 * The frames to compare, as pairs of indexes: each with those a few steps after it, and every fifth with every fifth. The
 * latter detect when the walk returns to a place; without them small errors add up.
 */
export function choosePairs(
  frames: number,
  { steps, everyFrames }: CameraSettings['matching'] = standardCameras.matching,
): [number, number][] {
  const pairs = new Map<number, [number, number]>()
  const add = (one: number, other: number) => {
    if (other < frames) pairs.set(one * frames + other, [one, other])
  }
  for (let one = 0; one < frames; one += 1) for (const step of steps) add(one, one + step)
  for (let one = 0; one < frames; one += everyFrames)
    for (let other = one + everyFrames; other < frames; other += everyFrames) add(one, other)
  return [...pairs.values()]
}
