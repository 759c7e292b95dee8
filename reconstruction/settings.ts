/**
 * How a model is made. `relaxed` is for films whose pictures could not be fitted together: more pictures and points, and cameras that are
 * less certain. `fine` is for a good film of which more detail is wanted.
 */
export const modes = ['standard', 'relaxed', 'fine'] as const
export type Mode = (typeof modes)[number]

/**
 * Settings of the stages up to the cameras, which are written to the manifest of a model. `bench/` measures their effect;
 * docs/media.md describes them.
 */
export type CameraSettings = {
  frames: {
    perSecond: number
    min: number
    usual: number
    max: number
    candidatesPerFrame: number
    longSide: number
    measuredLongSide: number
    jpegQuality: number
  }
  features: {
    camera: string
    focalGuess: number
    maxPerFrame: number
    firstOctave: number
    /** Points with less contrast are left out. */
    peakThreshold: number
  }
  matching: {
    steps: readonly number[]
    everyFrames: number
    /** True to search again along the epipolar lines of a first result, which finds more matches. */
    guided: boolean
  }
  mapper: { adjustWhenGrownBy: number; adjustIterations: number; maxModels: number; enoughShare: number }
  /** False to start with the settings for a walk straight ahead. */
  startsUsual: boolean
  relaxedMapper: {
    startAngleDegrees: number
    startForwardMotion: number
    startInliers: number
    poseInliers: number
    poseInlierShare: number
    pointAngleDegrees: number
  }
  gates: GateSettings
}

/** When cameras are refused. */
export type GateSettings = {
  maxFlatShare: number
  minRegisteredShare: number
  focalRange: { min: number; max: number }
  minMedianAngleDegrees: number
}

export const standardCameras: CameraSettings = {
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
    /** COLMAP's default. */
    peakThreshold: 0.02 / 3,
  },
  matching: { steps: [1, 2, 3, 4, 6, 8], everyFrames: 5, guided: false },
  mapper: { adjustWhenGrownBy: 1.2, adjustIterations: 30, maxModels: 3, enoughShare: 0.9 },
  startsUsual: true,
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
  gates: {
    maxFlatShare: 0.85,
    minRegisteredShare: 0.6,
    focalRange: { min: 0.4, max: 3 },
    minMedianAngleDegrees: 2,
  },
}

const relaxedCameras: CameraSettings = {
  ...standardCameras,
  frames: { ...standardCameras.frames, perSecond: 4, min: 36, usual: 90, max: 110 },
  features: { ...standardCameras.features, maxPerFrame: 8192, peakThreshold: 0.004 },
  matching: { ...standardCameras.matching, guided: true },
  startsUsual: false,
  gates: { ...standardCameras.gates, maxFlatShare: 0.95, minRegisteredShare: 0.35, minMedianAngleDegrees: 1 },
}

/** `fine` needs good cameras, so it finds them as usual. */
export const cameraSettings: Readonly<Record<Mode, CameraSettings>> = {
  standard: standardCameras,
  relaxed: relaxedCameras,
  fine: standardCameras,
}

/** Fewer give a poor model; COLMAP needs at least ten. */
export const minFrames = 12
