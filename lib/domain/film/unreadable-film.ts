import { durationMaxSeconds, type QualityReason } from '#lib/domain/film/quality'

/** Width × height: 4K of all phones and cameras. The cost of decoding grows with it. */
export const pictureMaxPixels = 4096 * 2304
/** Slow motion of phones has 240. Beyond this, a small file can have more pictures than can be decoded in a reasonable time. */
export const frameRateMaxPerSecond = 250

/**
 * Width × height × pictures, in thousands of millions: 4K with 30 pictures a second for five minutes, or half of that with 60. Decoding
 * takes one to five seconds of processor time for each, even if the file is small.
 */
export const decodedMaxGigapixels = 75

/**
 * Why a hostile or broken file was refused before or while it was measured. `incomplete` and `too_long` mean the same as for a
 * measured film.
 */
export type UnreadableCause =
  | { code: 'empty' | 'not_a_film' | 'no_moving_picture' | 'incomplete' | 'damaged' | 'too_demanding' }
  | { code: 'unknown_encoding'; codec: string }
  | { code: 'picture_too_large'; width?: number; height?: number }
  | { code: 'frame_rate_too_high'; framesPerSecond: number }
  | { code: 'too_long'; seconds: number }
  | { code: 'too_many_pictures'; gigapixels: number }

export function unreadableReason(cause: UnreadableCause): QualityReason {
  const [text, advice] = wordsOf(cause)
  return { code: cause.code, text, advice }
}

/** The finding, and the advice for the contributor. */
function wordsOf(cause: UnreadableCause): [text: string, advice: string] {
  switch (cause.code) {
    case 'empty':
      return ['The file is empty.', 'Copy the film from the camera again and submit that.']
    case 'not_a_film':
      return ['The content of the file is not an MP4 or QuickTime film.', 'Submit the original file.']
    case 'no_moving_picture':
      return ['The file holds no moving picture, only sound or a still.', 'Submit a film.']
    case 'incomplete':
      return [
        'The file ends before the film does, so nothing of it can be played.',
        'Copy it from the camera again, check that it plays to its end, and submit that.',
      ]
    case 'damaged':
      return [
        'The pictures in the file cannot be read.',
        'Check that it plays on your own device, then copy it from the camera again or export it as an MP4 (H.264), and submit that.',
      ]
    case 'too_demanding':
      return [
        'Reading the film takes too much time or memory.',
        'Export it as an MP4 (H.264) in 1080p with 30 pictures a second, and submit that.',
      ]
    case 'unknown_encoding':
      return [
        `The film is encoded as ${cause.codec}, which is not taken here.`,
        'Set the camera to H.264 or HEVC, or export the film so, and submit that.',
      ]
    case 'picture_too_large':
      return [
        `The picture has ${sizeOf(cause)}.`,
        'Set the camera to 4K (3840 × 2160) or less, or export the film so, and submit that.',
      ]
    case 'frame_rate_too_high':
      return [
        `The film has ${Math.floor(cause.framesPerSecond)} pictures a second, and at most ${frameRateMaxPerSecond} are taken.`,
        'Set the camera to 30 or 60.',
      ]
    case 'too_many_pictures':
      return [
        `The film holds ${Math.ceil(cause.gigapixels)} thousand million pixels in all its pictures, and at most ${decodedMaxGigapixels} are taken.`,
        'Submit a shorter one, or film with 30 pictures a second or in 1080p.',
      ]
    case 'too_long':
      return [
        `The film lasts ${Math.floor(cause.seconds)} s, and at most ${durationMaxSeconds / 60} minutes are taken.`,
        'Submit a shorter one.',
      ]
  }
}

function sizeOf({ width, height }: { width?: number; height?: number }): string {
  return width && height ? `${width} × ${height} pixels` : 'too many pixels'
}
