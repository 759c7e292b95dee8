import { FilmRefused } from '../film-refused.ts'
import { type GateSettings, standardCameras } from '../settings.ts'

// The checks that end a reconstruction early if it cannot succeed.

/**
 * Numbers in COLMAP's database for pairs of pictures that fit a plane or a rotation of the camera as well as any motion.
 */
export const flatOrPanoramic: readonly number[] = [4, 5, 6]
/** Lower numbers mean that COLMAP found no geometry between two pictures. */
export const firstGeometry = 2

/**
 * Runs before the expensive search for cameras. A camera that only rotated gives no depth, and the search would return wrong
 * cameras with a small error.
 *
 * @param configs one for each compared pair: COLMAP's number for the geometry of the pair
 * @throws FilmRefused
 */
export function checkPairs(configs: readonly number[], gates: GateSettings = standardCameras.gates): void {
  const related = configs.filter((config) => config >= firstGeometry)
  if (related.length === 0) throw new FilmRefused({ code: 'no_cameras' })
  const flat = related.filter((config) => flatOrPanoramic.includes(config))
  if (flat.length >= gates.maxFlatShare * related.length) throw new FilmRefused({ code: 'no_parallax' })
}

/** Measurements of the cameras that were found. */
export type CameraFigures = {
  frames: number
  registered: number
  /** Focal length divided by the longer side of the picture. */
  relativeFocal: number
  /** For each point the widest angle between two rays to it; the median of all points. */
  medianAngleDegrees: number
}

/**
 * A small reprojection error is no criterion: a film without parallax has one too.
 *
 * @throws FilmRefused
 */
export function checkCameras(figures: CameraFigures, gates: GateSettings = standardCameras.gates): void {
  const { frames, registered, relativeFocal, medianAngleDegrees } = figures
  const { minRegisteredShare, focalRange, minMedianAngleDegrees } = gates
  if (registered < minRegisteredShare * frames)
    throw new FilmRefused({ code: 'too_few_registered', registered, frames })
  if (!(relativeFocal >= focalRange.min && relativeFocal <= focalRange.max))
    throw new FilmRefused({ code: 'absurd_lens' })
  if (!(medianAngleDegrees >= minMedianAngleDegrees)) throw new FilmRefused({ code: 'shallow_view' })
}
