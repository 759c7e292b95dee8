import { duplicateCode, type QualityReason } from './quality.ts'

/** Forecasts whether a 3D model can be made of a film, from a small comparison of its pictures, before anyone pays. */

export const modelForecasts = ['likely', 'doubtful', 'unlikely'] as const

/** `reason` says what was found; `advice` tells the contributor, unless a model is likely, what to film differently. */
export type ModelForecast = { forecast: (typeof modelForecasts)[number]; reason: string; advice?: string }

/** The measurements of the comparison. The names are those of reconstruction/forecast/figures-of.ts. */
export type ForecastFigures = {
  /** Pictures that a model would be made from, and those that were compared. */
  expected: number
  frames: number
  /** Median number of points in a picture that can be recognised in another. */
  points: number
  /** Compared pairs, those that show the same things, and of these those that fit a plane or a turn on the spot as well. */
  pairs: number
  linked: number
  flat: number
  /** Pictures that are connected by such pairs. */
  chained: number
  /** Median number of points that two neighbours share. */
  inliers: number
}

/** These two are limits of the engine itself (reconstruction/settings.ts and cameras/gates.ts). */
const minFrames = 12
const maxFlatShare = 0.85
/** The engine needs 60 %, but compares larger pictures and more pairs: it placed all pictures of a film of which half were connected here. */
const minChainedShare = 0.4
/** A wall without structure has 0 to 20 points; a scene almost in the dark, of which a model can be made, has 130. */
const minPoints = 40
/** A film of real photographs had 44 % of pairs that also fit a plane, and an orbit with as long a standstill 59 %. */
const doubtfulFlatShare = 0.65
const doubtfulChainedShare = 0.9
/** COLMAP requires at least 15. */
const doubtfulInliers = 25
/** Share of the points of a picture that its neighbour has too. An orbit has .5 and, at four times the speed, .23; a walk straight down a street .1. */
const doubtfulCommonShare = 0.15

/** Reasons of a failed quality check that also make a model less likely. */
const spoiling = [
  ...['incomplete', 'low_resolution', 'low_frame_rate', 'black', 'too_dark', 'too_bright'],
  ...['frozen', 'no_motion', 'edited', 'blurred'],
]

/** True for a copy of an earlier film. It gets no forecast, which beside that finding would read as if the film were fine. */
export function hasNoForecast(qualityReasons: readonly Pick<QualityReason, 'code'>[]): boolean {
  return qualityReasons.some(({ code }) => code === duplicateCode)
}

/** For a film of which no picture can be decoded. */
export const unreadableForecast: ModelForecast = {
  forecast: 'unlikely',
  reason: 'No pictures could be read from the film.',
  advice: 'Film it again and send the file just as the camera wrote it.',
}

/** @param qualityReasons why the film failed its quality check; empty if it passed */
export function forecastModel(
  figures: ForecastFigures,
  qualityReasons: readonly QualityReason[],
): ModelForecast {
  const { expected, frames, points, linked, flat, chained, inliers } = figures
  const unlikely = (reason: string, advice: string): ModelForecast => ({
    forecast: 'unlikely',
    reason,
    advice,
  })
  const doubtful = (reason: string, advice?: string): ModelForecast => ({
    forecast: 'doubtful',
    reason,
    ...(advice && { advice }),
  })
  if (qualityReasons.some(({ code }) => code === 'too_short'))
    return unlikely(
      'The film is too short for a model: it shows the place from too few sides.',
      'Film for at least ten seconds while you walk.',
    )
  if (Math.min(expected, frames) < minFrames)
    return unlikely(
      'The film gives too few usable pictures for a model.',
      'Film for at least ten seconds while you walk.',
    )
  if (points < minPoints)
    return unlikely(
      'The pictures show almost nothing that can be recognised from one to the next, like bare walls, sky, water or glass.',
      'Film a subject with visible detail, in good light.',
    )
  if (linked === 0 || chained < minChainedShare * frames)
    return unlikely(
      `Only ${chained} of ${frames} pictures that were compared fit together.`,
      'Walk slowly and without sudden turns, so that each view overlaps the one before.',
    )
  if (flat >= maxFlatShare * linked)
    return unlikely(
      'The camera turned on the spot, or filmed one flat surface, so nothing tells near from far.',
      'Walk around the subject while you film it.',
    )
  if (flat >= doubtfulFlatShare * linked)
    return doubtful(
      'In much of the film the camera turned on the spot or stood still, or filmed one flat surface. That part adds no depth.',
      'Walk around the subject while you film it.',
    )
  if (chained < doubtfulChainedShare * frames)
    return doubtful(
      `Only ${chained} of ${frames} pictures that were compared fit together, so a part of the place may be missing.`,
      'Walk slowly and without sudden turns.',
    )
  if (inliers < Math.max(doubtfulInliers, doubtfulCommonShare * points))
    return doubtful(
      'Consecutive pictures have little in common.',
      'Walk more slowly, and around the subject instead of straight ahead.',
    )
  const spoiled = qualityReasons.find(({ code }) => spoiling.includes(code))
  if (spoiled)
    return doubtful(
      `The pictures fit together, but the film failed its check. ${spoiled.text}`,
      spoiled.advice,
    )
  return {
    forecast: 'likely',
    reason: `${chained} of ${frames} pictures that were compared fit together, and they show depth.`,
  }
}
