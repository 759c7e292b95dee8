/**
 * Settings of the stages up to the cameras, which are written to the manifest of a model. `bench/` measures their effect;
 * docs/media.md describes them.
 */
export const cameraSettings = {
  frames: {
    perSecond: 2.5,
    min: 24,
    /** Reached after 24 s. */
    usual: 60,
    /** A film of more than a minute gets one a second, up to this many. */
    max: 90,
    /** One of this many candidates is used for each frame. */
    candidatesPerFrame: 4,
    longSide: 1280,
    /** Size at which sharpness is measured: large enough to see the blur of a shaking hand. */
    measuredLongSide: 640,
    jpegQuality: 2,
  },
  features: {
    camera: 'SIMPLE_RADIAL',
    /** First guess, divided by the longer side of the picture: typical of phones. COLMAP refines it. */
    focalGuess: 0.8,
    maxPerFrame: 4096,
    firstOctave: 0,
  },
  matching: { steps: [1, 2, 3, 4, 6, 8], everyFrames: 5 },
  mapper: { adjustWhenGrownBy: 1.2, adjustIterations: 30, maxModels: 3, enoughShare: 0.9 },
  /**
   * For a walk straight ahead, for which COLMAP's default settings fail. Points seen at small angles and in only two pictures
   * are accepted too, because there are few others.
   */
  relaxedMapper: {
    startAngleDegrees: 3,
    startForwardMotion: 1,
    startInliers: 40,
    poseInliers: 15,
    poseInlierShare: 0.1,
    pointAngleDegrees: 0.5,
  },
} as const

/** Fewer give a poor model; COLMAP needs at least ten. */
export const minFrames = 12
