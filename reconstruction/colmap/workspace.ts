import type { Lens } from '../geometry.ts'
import { InvalidModel, parametersOf, readTextModel, type TextCamera, type TextModel } from './text-model.ts'

/** The output of COLMAP's undistorter: pictures without lens distortion, their cameras, and sparse points. */
export type Workspace = Pick<TextModel, 'images' | 'points'> & { readonly lens: Lens }

/**
 * Reads `sparse/{cameras,images,points3D}.txt` of an undistorted COLMAP workspace.
 *
 * @throws InvalidModel
 */
export async function readWorkspace(folder: string): Promise<Workspace> {
  const { camera, images, points } = await readTextModel(`${folder}/sparse`)
  return { lens: pinholeLens(camera), images, points }
}

/** @throws InvalidModel when the camera has lens distortion or no positive focal length */
export function pinholeLens(camera: TextCamera): Lens {
  const [focalX, focalY, centreX, centreY] = parametersOf(camera, 'PINHOLE', 4) as [
    number,
    number,
    number,
    number,
  ]
  if (!(focalX > 0 && focalY > 0)) throw new InvalidModel('cameras.txt: the focal length is not positive')
  const { width, height } = camera
  return { width, height, focalX, focalY, centreX: centreX - 0.5, centreY: centreY - 0.5 }
}
