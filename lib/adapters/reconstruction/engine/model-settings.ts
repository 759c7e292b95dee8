/** What decides how a model comes out; the same pictures and settings give the same bytes, on any number of threads. */
export type ModelSettings = {
  /** Long side of the pictures depth is computed on, pixels. */
  depthSize: number
  /** Planes of the sweep, evenly spaced in inverse depth; a multiple of 16. */
  planes: number
  /** Views a picture is compared with in the sweep. */
  sweepNeighbours: number
  /** Views a depth map is checked against, and how many must confirm a depth. */
  checkNeighbours: number
  confirmations: number
  /** Edge of a voxel in footprints of a pixel at the median depth. */
  voxelPixels: number
  /** Most triangles of the model. */
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
  checkNeighbours: 8,
  confirmations: 2,
  voxelPixels: 1.6,
  maxTriangles: 150_000,
  maxTextureSize: 4096,
  previewTextureSize: 2048,
}
