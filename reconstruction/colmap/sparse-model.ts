import { parametersOf, readTextModel, type TextCamera, type TextModel } from './text-model.ts'

/** The output of COLMAP's mapper, with lens distortion. */
export type SparseModel = Pick<TextModel, 'images' | 'points'> & { readonly lens: SimpleRadialLens }

/** Pixels, with (0, 0) at the corner of the first pixel. `radial` is the first coefficient of the distortion. */
export type SimpleRadialLens = {
  width: number
  height: number
  focal: number
  centreX: number
  centreY: number
  radial: number
}

/** @throws InvalidModel */
export async function readSparseModel(folder: string): Promise<SparseModel> {
  const { camera, images, points } = await readTextModel(folder)
  return { lens: simpleRadialLens(camera), images, points }
}

/** @throws InvalidModel when it is another camera model */
export function simpleRadialLens(camera: TextCamera): SimpleRadialLens {
  const parameters = parametersOf(camera, 'SIMPLE_RADIAL', 4) as [number, number, number, number]
  const [focal, centreX, centreY, radial] = parameters
  return { width: camera.width, height: camera.height, focal, centreX, centreY, radial }
}
