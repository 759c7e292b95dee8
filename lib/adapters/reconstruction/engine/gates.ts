import type { NotReconstructable } from '#lib/domain/reconstruction'

/** The film can give no model, whatever is tried. */
export class FilmRefused extends Error {
  override readonly name = 'FilmRefused'
  readonly why: NotReconstructable
  constructor(why: NotReconstructable) {
    super(why.code)
    this.why = why
  }
}

/**
 * What two pictures were found to be of each other, as COLMAP numbers it in its database. Flat and panoramic pairs fit a
 * plane or a turn of the camera as well as any motion.
 */
const flatOrPanoramic: readonly number[] = [4, 5, 6]
/** Below it COLMAP found no geometry at all. */
const firstGeometry = 2

const maxFlatShare = 0.85
const minRegisteredShare = 0.6
const focalRange = { min: 0.4, max: 3 }
const minMedianAngleDegrees = 2

/**
 * Stands before the costly search for cameras: a camera that only turned leaves nothing to measure depth by, and the search
 * would find a wrong answer with a small error rather than none.
 *
 * @param configs of each pair that was compared
 */
export function checkPairs(configs: readonly number[]): void {
  const related = configs.filter((config) => config >= firstGeometry)
  if (related.length === 0) throw new FilmRefused({ code: 'no_cameras' })
  const flat = related.filter((config) => flatOrPanoramic.includes(config))
  if (flat.length >= maxFlatShare * related.length) throw new FilmRefused({ code: 'no_parallax' })
}

/** What is known of cameras that were found. */
export type CameraFigures = {
  frames: number
  registered: number
  /** In widths or heights of the picture, whichever is longer. */
  relativeFocal: number
  /** Between the two rays to a point that are furthest apart; the median over all points. */
  medianAngleDegrees: number
}

/** A small reprojection error proves nothing: a film with no parallax has one too. */
export function checkCameras(figures: CameraFigures): void {
  const { frames, registered, relativeFocal, medianAngleDegrees } = figures
  if (registered < minRegisteredShare * frames)
    throw new FilmRefused({ code: 'too_few_registered', registered, frames })
  if (!(relativeFocal >= focalRange.min && relativeFocal <= focalRange.max))
    throw new FilmRefused({ code: 'absurd_lens' })
  if (!(medianAngleDegrees >= minMedianAngleDegrees)) throw new FilmRefused({ code: 'shallow_view' })
}
