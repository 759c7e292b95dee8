import type { Mode } from './settings.ts'

/** Settings of the dense stages. The same pictures and settings give the same bytes, on any number of threads. */
export type ModelSettings = {
  /** Longer side of the pictures for the depth maps, pixels. */
  depthSize: number
  /** Planes of the sweep, evenly spaced in inverse depth; a multiple of 16. */
  planes: number
  /** Views a picture is compared with in the sweep. */
  sweepNeighbours: number
  /** The same for slanted windows (depth/choose-matching.ts). */
  slantedNeighbours: number
  /** Views a depth map is checked against, and how many must confirm a depth. */
  checkNeighbours: number
  confirmations: number
  /** Edge of a voxel, in sizes of a pixel at the median depth. */
  voxelPixels: number
  /** Maximum for the model. */
  maxTriangles: number
  /** Largest side of the texture, texels; a power of two. */
  maxTextureSize: number
  /** Largest side of the texture of the preview. */
  previewTextureSize: number
}

export const defaultSettings: ModelSettings = {
  depthSize: 640,
  planes: 128,
  sweepNeighbours: 4,
  slantedNeighbours: 6,
  checkNeighbours: 8,
  confirmations: 2,
  voxelPixels: 1.6,
  maxTriangles: 150_000,
  maxTextureSize: 4096,
  previewTextureSize: 2048,
}

/** Settings of the dense stages for each mode. */
export const modelSettings: Readonly<Record<Mode, ModelSettings>> = {
  standard: defaultSettings,
  relaxed: defaultSettings,
  fine: { ...defaultSettings, depthSize: 960, planes: 192, maxTriangles: 300_000 },
}
