// Decides whether a film is good enough, from its measured figures.

/** Longer side of the large pictures that are measured. Small pictures have half the size. */
export const longSidePixels = 640

/** Measurements of a film. Shares are 0..1; luma is converted to full range (0 black, 255 white). */
export type VideoFigures = {
  codec: string
  /** As shown, rotation applied; pixels. */
  width: number
  height: number
  /** Duration in the container, and duration that could be decoded. */
  declaredSeconds: number
  decodedSeconds: number
  /** Decoded pictures a second. */
  framesPerSecond: number
  /** Median width of edges in pixels (blurdetect at 640 pixels), null if no picture has an edge. */
  blurMedian: number | null
  /** Median of the variance of the Laplacian over the variance of the picture (at 640 pixels), null for flat pictures. */
  laplacianShare: number | null
  lumaMean: number
  /** Share of pixels without any detail left, at the dark and at the bright end. */
  clippedLow: number
  clippedHigh: number
  /** Shares of the decoded time. */
  blackShare: number
  frozenShare: number
  /** Median over pairs of pictures 0.25 s apart of the mean absolute difference of their pixels, 0..255. */
  frameDifferenceMedian: number
  /** Hard cuts to another scene. */
  cuts: number
  /** The container announced pictures that are not in the file, or that are damaged. */
  truncated: boolean
}

/** `code` is stable, for programs; `text` says what was found; `advice` tells the contributor what to do, and no other reader. */
export type QualityReason = {
  code: string
  text: string
  advice?: string
  /** The id of the submission of an earlier film, if the finding is about one. Readers get `describeEarlier` of it. */
  earlier?: string
}

/** The code of a film that looks the same as an earlier one. */
export const duplicateCode = 'duplicate'

export type QualityJudgement = {
  verdict: 'pass' | 'fail'
  /** Why the film failed; empty for a pass. */
  reasons: QualityReason[]
  /** What could be better without failing the check. */
  warnings: QualityReason[]
}

export const shortSideMinPixels = 720
export const durationMinSeconds = 5
const durationAdvisedSeconds = 8
export const durationMaxSeconds = 300
/** 15, or 15 / 1.001 as some cameras count. */
export const frameRateMinPerSecond = 14.9
/** blurdetect on a good film: 4 to 5. A Gaussian blur of 3 pixels gives 6.2, of 5 pixels 7.9. */
const blurFailPixels = 7
const blurWarnPixels = 6
/** A good film has .05 and more, a Gaussian blur of 3 pixels leaves .012. */
const laplacianFailShare = 0.015
const laplacianWarnShare = 0.035
/** Means over the film; 40 and 215 in video range. */
const lumaMin = 28
const lumaMax = 232
const clippedMaxShare = 0.4
const blackMaxShare = 0.2
const frozenMaxShare = 0.3
/** Sensor noise alone stays below this: a frozen picture with noise has 0.34, a slow walk 10 or more. */
const frameDifferenceMin = 1
const cutsMax = 3
const decodedMinShare = 0.95
/** Decoded time beyond the declared duration: a container can repeat its pictures. */
export const overrunMaxSeconds = 1

/** The reason for the contributor: the finding and the advice, in one text. */
export function advised({ code, text, advice }: QualityReason): { code: string; text: string } {
  return { code, text: advice ? `${text} ${advice}` : text }
}

/** The reason for the poster: the finding only, because the advice is about filming. */
export function unadvised({ code, text }: QualityReason): { code: string; text: string } {
  return { code, text }
}

type Rule = (figures: VideoFigures) => QualityReason | undefined

/** Fails with all reasons that apply, so that the contributor can correct all of them in the next film. */
export function judgeQuality(figures: VideoFigures): QualityJudgement {
  const reasons = apply(failures, figures)
  return { verdict: reasons.length === 0 ? 'pass' : 'fail', reasons, warnings: apply(cautions, figures) }
}

function apply(rules: readonly Rule[], figures: VideoFigures): QualityReason[] {
  return rules.flatMap((rule) => rule(figures) ?? [])
}

const failures: readonly Rule[] = [
  ({ truncated, decodedSeconds, declaredSeconds }) =>
    truncated || decodedSeconds < declaredSeconds * decodedMinShare
      ? reason(
          'incomplete',
          `Of ${seconds(declaredSeconds)} only ${seconds(Math.min(decodedSeconds, declaredSeconds))} can be played whole: the file ends early or is damaged.`,
          'Copy it from the camera again, check that it plays to the end, and submit that.',
        )
      : undefined,
  ({ decodedSeconds, declaredSeconds }) =>
    decodedSeconds > declaredSeconds + overrunMaxSeconds
      ? reason(
          'wrong_length',
          `The file declares a duration of ${seconds(declaredSeconds)} but is longer.`,
          'Submit the original file, or export it as an MP4 (H.264).',
        )
      : undefined,
  ({ width, height }) =>
    Math.min(width, height) < shortSideMinPixels
      ? reason(
          'low_resolution',
          `The picture has ${width} × ${height} pixels, and at least ${shortSideMinPixels} are needed on the shorter side.`,
          'Set the camera to 720p, 1080p or 4K, and submit the original, not a copy from a messenger.',
        )
      : undefined,
  ({ declaredSeconds }) =>
    declaredSeconds < durationMinSeconds
      ? reason(
          'too_short',
          `The film lasts ${seconds(declaredSeconds)}, and at least ${durationMinSeconds} s are needed.`,
          'Film longer: half a minute around the place makes a good model.',
        )
      : undefined,
  ({ declaredSeconds }) =>
    declaredSeconds > durationMaxSeconds
      ? reason(
          'too_long',
          `The film lasts ${seconds(declaredSeconds)}, and at most ${durationMaxSeconds / 60} minutes are taken.`,
          'Submit a shorter one.',
        )
      : undefined,
  ({ framesPerSecond }) =>
    framesPerSecond < frameRateMinPerSecond
      ? reason(
          'low_frame_rate',
          `The film has ${decimal(framesPerSecond)} pictures a second, and at least ${Math.ceil(frameRateMinPerSecond)} are needed.`,
          'Set the camera to 24 or more, and switch time-lapse off.',
        )
      : undefined,
  ({ blackShare }) =>
    blackShare > blackMaxShare
      ? reason(
          'black',
          `The picture is black for ${percent(blackShare)} of the time (at most ${percent(blackMaxShare)}).`,
          'Keep the lens free, and film in daylight or with more light.',
        )
      : undefined,
  (figures) => (figures.blackShare > blackMaxShare ? undefined : exposure(figures)),
  (figures) => standstill(figures),
  ({ cuts }) =>
    cuts > cutsMax
      ? reason(
          'edited',
          `The film jumps to another scene ${cuts} times.`,
          'Submit one original take, without cuts or effects.',
        )
      : undefined,
  (figures) =>
    isBlurred(figures, blurFailPixels, laplacianFailShare)
      ? reason(
          'blurred',
          `The film is not sharp. ${softness(figures, { pixels: blurFailPixels, share: laplacianFailShare, whose: 'the check needs' })}`,
          'Wipe the lens, let the camera focus, move slowly, and film in good light.',
        )
      : undefined,
]

const cautions: readonly Rule[] = [
  (figures) =>
    isBlurred(figures, blurWarnPixels, laplacianWarnShare) &&
    !isBlurred(figures, blurFailPixels, laplacianFailShare)
      ? reason(
          'slightly_blurred',
          `The film is a little soft. ${softness(figures, { pixels: blurWarnPixels, share: laplacianWarnShare, whose: 'a sharp film has' })}`,
          'Moving more slowly, in better light, makes a finer model.',
        )
      : undefined,
  ({ declaredSeconds }) =>
    declaredSeconds >= durationMinSeconds && declaredSeconds < durationAdvisedSeconds
      ? reason(
          'short',
          `The film lasts ${seconds(declaredSeconds)}. A longer one makes a more complete model.`,
          'Half a minute around the place is good.',
        )
      : undefined,
  ({ cuts }) =>
    cuts > 0 && cuts <= cutsMax
      ? reason(
          'sudden_change',
          `The picture changes abruptly ${cuts === 1 ? 'once' : `${cuts} times`}.`,
          'One take, moved evenly, makes a more complete model.',
        )
      : undefined,
]

function exposure({ lumaMean, clippedLow, clippedHigh }: VideoFigures): QualityReason | undefined {
  if (lumaMean < lumaMin || clippedLow > clippedMaxShare)
    return reason(
      'too_dark',
      `The film is too dark. Its brightness is ${brightness(lumaMean)}, and at least ${brightness(lumaMin)} is needed; ${percent(clippedLow)} of it is black, and at most ${percent(clippedMaxShare)} may be.`,
      'Film in daylight or with more light.',
    )
  if (lumaMean > lumaMax || clippedHigh > clippedMaxShare)
    return reason(
      'too_bright',
      `The film is too bright. Its brightness is ${brightness(lumaMean)}, and at most ${brightness(lumaMax)} may be; ${percent(clippedHigh)} of it is white, and at most ${percent(clippedMaxShare)} may be.`,
      'Turn away from the sun, or tap a bright part of the picture so that the camera darkens it.',
    )
  return undefined
}

/** Black films and films with few pictures per second are frozen too, but have more specific reasons. */
function standstill(figures: VideoFigures): QualityReason | undefined {
  const { blackShare, framesPerSecond, frozenShare, frameDifferenceMedian, lumaMean } = figures
  if (blackShare > blackMaxShare || framesPerSecond < frameRateMinPerSecond) return undefined
  if (frozenShare > frozenMaxShare)
    return reason(
      'frozen',
      `The picture does not change for ${percent(frozenShare)} of the time (at most ${percent(frozenMaxShare)}).`,
      'Walk slowly around the place while filming, and submit the original file.',
    )
  // In the dark even a moving picture hardly changes.
  if (frameDifferenceMedian < frameDifferenceMin && lumaMean >= lumaMin)
    return reason(
      'no_motion',
      `The camera hardly moves. From one quarter of a second to the next the picture changes by ${decimal(frameDifferenceMedian)} of 255, and at least ${frameDifferenceMin} is needed.`,
      'Walk slowly around the place while filming.',
    )
  return undefined
}

/** A picture without edges is black, dark, bright or frozen, and is not judged here. */
function isBlurred({ blurMedian, laplacianShare }: VideoFigures, pixels: number, share: number): boolean {
  return (blurMedian !== null && blurMedian >= pixels) || (laplacianShare !== null && laplacianShare < share)
}

/** What `isBlurred` found: edges first, because their width is easier to picture. @param whose the words before a limit */
function softness(
  { blurMedian, laplacianShare }: VideoFigures,
  { pixels, share, whose }: { pixels: number; share: number; whose: string },
): string {
  return blurMedian !== null && blurMedian >= pixels
    ? `Scaled to ${longSidePixels} pixels, its edges are ${decimal(blurMedian)} pixels wide; ${whose} less than ${pixels}.`
    : `Only ${percent(laplacianShare ?? 0)} of the contrast in its pictures is fine detail; ${whose} at least ${percent(share)}.`
}

function reason(code: string, text: string, advice: string): QualityReason {
  return { code, text, advice }
}

function seconds(value: number): string {
  return `${decimal(value)} s`
}

/** Truncated, so that a value below a limit is never shown as the limit. */
function decimal(value: number): string {
  return (Math.floor(value * 10) / 10).toFixed(1)
}

function percent(share: number): string {
  const value = share * 100
  return `${value > 0 && value < 10 ? decimal(value) : Math.round(value)}%`
}

function brightness(luma: number): string {
  return `${Math.round((luma / 255) * 100)}%`
}
