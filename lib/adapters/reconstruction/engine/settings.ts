/**
 * Every choice of the engine up to the cameras, as it is written into a model's manifest. Measured in
 * `bench/reconstruction`; docs/media.md says what each one does.
 */
export const cameraSettings = {
  frames: {
    perSecond: 2.5,
    min: 24,
    /** Reached after 24 s. */
    usual: 60,
    /** A film of more than a minute gets one a second, up to this many. */
    max: 90,
    /** The sharpest of so many is chosen. */
    candidatesPerFrame: 4,
    longSide: 1280,
    /** At which sharpness is measured: fine enough to see the blur of a hand that shakes. */
    measuredLongSide: 640,
    jpegQuality: 2,
  },
  features: {
    camera: 'SIMPLE_RADIAL',
    /** In longer sides of the picture: what most phones have. It is only where the search for the true one begins. */
    focalGuess: 0.8,
    maxPerFrame: 4096,
    firstOctave: 0,
  },
  matching: { steps: [1, 2, 3, 4, 6, 8], everyFrames: 5 },
  mapper: { adjustWhenGrownBy: 1.2, adjustIterations: 30, maxModels: 3, enoughShare: 0.9 },
  /**
   * For a walk straight ahead, which COLMAP's usual start refuses. It also keeps points seen at small angles, and from two
   * pictures only: ahead there are few others.
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

/** Fewer make no model worth having, and COLMAP makes none of fewer than ten. */
export const minFrames = 12
