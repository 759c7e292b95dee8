import { isShorter } from '#lib/domain/bounty/film-length'
import {
  advised,
  durationMaxSeconds,
  durationMinSeconds,
  judgeQuality,
  shortSideMinPixels,
  type VideoFigures,
} from './quality.ts'

/** The facts that a browser can read from a film before it is uploaded. */
export type FilmFacts = { seconds: number; width: number; height: number }
/** `advice`: it would pass, but could be better. `unknown`: the film does not have the fact. */
export type EarlyCheck = {
  name: 'file' | 'length' | 'size' | 'light' | 'sharpness' | 'movement' | 'place' | 'time'
  is: 'good' | 'advice' | 'bad' | 'unknown'
  text: string
  /** The member of the request that the API would refuse. The form shows the text at its field. */
  field?: 'captured_at'
}

/**
 * The part of the check that is possible before the upload, in words for the contributor. Facts that the browser cannot read are left out.
 *
 * @param askedSeconds the length that the instructions ask for, if any
 */
export function earlyChecks(facts: FilmFacts & { askedSeconds?: number | undefined }): EarlyCheck[] {
  const { seconds, width, height, askedSeconds } = facts
  const shortSide = Math.min(width, height)
  return [
    ...(Number.isFinite(seconds) && seconds > 0 ? [lengthCheck(seconds, askedSeconds)] : []),
    ...(shortSide > 0
      ? [
          {
            name: 'size' as const,
            is: shortSide >= shortSideMinPixels ? ('good' as const) : ('bad' as const),
            text: `${width} × ${height} pixels${shortSide >= shortSideMinPixels ? '' : `: at least ${shortSideMinPixels} are needed on the short side`}`,
          },
        ]
      : []),
  ]
}

/** The checks in which the server finds the same. The other checks see only a part of the film in the browser. */
const sameOnServer: readonly EarlyCheck['name'][] = ['file', 'length', 'size']

/** True if the check of the server will fail the film. It is advice for the poster, who may accept the film all the same. */
export function surelyFails(checks: readonly EarlyCheck[]): boolean {
  return checks.some(({ name, is }) => is === 'bad' && sameOnServer.includes(name))
}

/** The check of a film whose file says that its end is missing. The server's check fails it. */
export const cutOffCheck: EarlyCheck = {
  name: 'file',
  is: 'bad',
  text: 'The file is cut off: its end is missing. Copy it from the camera again, check that it plays to the end, and choose that.',
}

function lengthCheck(seconds: number, askedSeconds: number | undefined): EarlyCheck {
  const text = `${clock(seconds)} long`
  if (seconds < durationMinSeconds)
    return {
      name: 'length',
      is: 'bad',
      text: `${text}: a 3D model needs at least ${durationMinSeconds} seconds`,
    }
  if (seconds > durationMaxSeconds)
    return {
      name: 'length',
      is: 'bad',
      text: `${text}: at most ${durationMaxSeconds / 60} minutes are taken`,
    }
  if (askedSeconds !== undefined && isShorter(seconds, askedSeconds))
    return { name: 'length', is: 'advice', text: `${text}: the poster asks for about ${clock(askedSeconds)}` }
  return { name: 'length', is: 'good', text }
}

/** Figures of some pictures of a film. */
export type SampledFigures = Pick<
  VideoFigures,
  'lumaMean' | 'clippedLow' | 'clippedHigh' | 'frameDifferenceMedian' | 'laplacianShare'
>

/** The figures of a film without faults, for those that a browser cannot measure. */
const faultless: VideoFigures = {
  codec: 'h264',
  width: 1_920,
  height: 1_080,
  declaredSeconds: 30,
  decodedSeconds: 30,
  framesPerSecond: 30,
  blurMedian: null,
  laplacianShare: null,
  lumaMean: 128,
  clippedLow: 0,
  clippedHigh: 0,
  blackShare: 0,
  frozenShare: 0,
  frameDifferenceMedian: 10,
  cuts: 0,
  truncated: false,
}

const sampledChecks = [
  { name: 'light', codes: ['too_dark', 'too_bright'], good: 'Enough light, and not too much' },
  { name: 'sharpness', codes: ['blurred', 'slightly_blurred'], good: 'Sharp' },
  { name: 'movement', codes: ['no_motion'], good: 'The camera moves' },
] as const

/** Light, sharpness and movement by the rules of the server's check, from a sample of pictures. The server measures all of them. */
export function sampledFilmChecks(sampled: SampledFigures): EarlyCheck[] {
  const { reasons, warnings } = judgeQuality({ ...faultless, ...sampled })
  const of = (found: typeof reasons, codes: readonly string[]) =>
    found.find(({ code }) => codes.includes(code))
  return sampledChecks.map(({ name, codes, good }) => {
    const [failed, warned] = [of(reasons, codes), of(warnings, codes)]
    if (failed) return { name, is: 'bad', text: advised(failed).text }
    return warned ? { name, is: 'advice', text: advised(warned).text } : { name, is: 'good', text: good }
  })
}

/** `0:32`, `4:05`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
