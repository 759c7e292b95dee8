import type { Pose } from '../geometry.ts'

/** A view with its depth map: f32[height][width], 0 where unknown. */
export type DepthView = { readonly pose: Pose; readonly depths: Float32Array }
