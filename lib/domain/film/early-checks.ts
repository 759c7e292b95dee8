import { durationMaxSeconds, durationMinSeconds, shortSideMinPixels } from '#lib/domain/film/quality'

/** What a browser can tell of a film before it is uploaded. */
export type FilmFacts = { seconds: number; width: number; height: number }
export type EarlyCheck = { name: 'length' | 'size'; isOk: boolean; text: string }

/** The part of the check that needs no upload, in the words that its maker sees. What the browser does not know is left out. */
export function earlyChecks({ seconds, width, height }: FilmFacts): EarlyCheck[] {
  const shortSide = Math.min(width, height)
  return [
    ...(Number.isFinite(seconds) && seconds > 0 ? [lengthCheck(seconds)] : []),
    ...(shortSide > 0
      ? [
          {
            name: 'size' as const,
            isOk: shortSide >= shortSideMinPixels,
            text: `${width} × ${height} pixels${shortSide >= shortSideMinPixels ? '' : `: at least ${shortSideMinPixels} are needed on the short side`}`,
          },
        ]
      : []),
  ]
}

function lengthCheck(seconds: number): EarlyCheck {
  const text = `${clock(seconds)} long`
  if (seconds < durationMinSeconds)
    return { name: 'length', isOk: false, text: `${text}: at least ${durationMinSeconds} seconds are needed` }
  if (seconds > durationMaxSeconds)
    return {
      name: 'length',
      isOk: false,
      text: `${text}: at most ${durationMaxSeconds / 60} minutes are taken`,
    }
  return { name: 'length', isOk: true, text }
}

/** `0:32`, `4:05`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
