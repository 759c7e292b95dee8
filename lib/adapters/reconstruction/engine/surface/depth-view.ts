import type { Pose } from '../workspace/geometry.ts'

/** A view with what is known of its depths: f32[height][width], 0 where unknown. */
export type DepthView = { readonly pose: Pose; readonly depths: Float32Array }
