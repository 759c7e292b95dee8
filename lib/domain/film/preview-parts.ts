/** The maximum length of a preview. A film of at most this length is shown whole. */
export const previewMaxSeconds = 12
/**
 * A longer film is sampled in this many parts spread over its length, because the poster pays for the whole
 * film.
 */
const partCount = 4
/** The end of a film is skipped, because container and tracks may end at different times. */
const endMarginSeconds = 0.5

export type PreviewPart = { from: number; seconds: number }

/**
 * The parts of a film that its preview shows.
 *
 * @param seconds length of the film, if known
 */
export function previewParts(seconds = 0): PreviewPart[] {
  if (seconds <= previewMaxSeconds + endMarginSeconds) return [{ from: 0, seconds: previewMaxSeconds }]
  const length = previewMaxSeconds / partCount
  const last = seconds - endMarginSeconds - length
  return Array.from({ length: partCount }, (_, at) => ({
    from: (last * at) / (partCount - 1),
    seconds: length,
  }))
}

/**
 * What a preview leaves out of its film: `12 of 24 seconds, in 4 parts from beginning to end`; `undefined` if it shows the whole film.
 *
 * @param seconds length of the film
 */
export function previewText(seconds: number): string | undefined {
  const parts = previewParts(seconds)
  if (parts.length === 1) return undefined
  const shown = parts.reduce((sum, part) => sum + part.seconds, 0)
  return `${shown} of ${Math.round(seconds)} seconds, in ${parts.length} parts from beginning to end`
}
