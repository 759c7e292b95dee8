import type { Pose } from '../geometry.ts'

/** A view with its depth map: f32[height][width], 0 where unknown. */
export type DepthView = {
  readonly pose: Pose
  readonly depths: Float32Array
  /** The weight of its depths, 1 if left out. With less than 1 they add surface but no free space. */
  readonly confidence?: number
}
