import type { Camera } from './model-view.ts'

/** The part of transforms.json that is read here: the cameras of an engine. */
type Transforms = {
  w: number
  h: number
  fl_y: number
  frames: { file_path: string; transform_matrix: number[][] }[]
}

/** The camera of each frame. Lens distortion is ignored: it is small. */
export function filmCameras(text: string): { frame: string; camera: Camera }[] {
  const { w: width, h: height, fl_y, frames } = JSON.parse(text) as Transforms
  const verticalDegrees = (360 / Math.PI) * Math.atan(height / 2 / fl_y)
  return frames.map(({ file_path: frame, transform_matrix: toWorld }) => ({
    frame,
    camera: { width, height, verticalDegrees, toWorld },
  }))
}
