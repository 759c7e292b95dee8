import { join } from 'node:path'
import sharp from 'sharp'
import { InvalidModel } from '../colmap/text-model.ts'
import type { Workspace } from '../colmap/workspace.ts'
import type { Lens } from '../geometry.ts'
import { scaleLens } from '../geometry.ts'

/** The pictures at the size depth is computed on, in memory that threads share. */
export type Pictures = {
  readonly lens: Lens
  /** u8[height][width][3], red first. */
  readonly colours: readonly Uint8Array<SharedArrayBuffer>[]
  /** u8[height][width]. */
  readonly greys: readonly Uint8Array<SharedArrayBuffer>[]
}

/** The lens of the pictures whose longer side has at most `size` pixels. */
export function pictureLens({ lens }: Workspace, size: number): Lens {
  const scale = Math.min(1, size / Math.max(lens.width, lens.height))
  return scaleLens(lens, Math.round(lens.width * scale), Math.round(lens.height * scale))
}

/** @throws InvalidModel when a picture is missing or broken */
export async function loadPictures(folder: string, workspace: Workspace, size: number): Promise<Pictures> {
  const lens = pictureLens(workspace, size)
  const pixels = lens.width * lens.height
  const colours: Uint8Array<SharedArrayBuffer>[] = []
  const greys: Uint8Array<SharedArrayBuffer>[] = []
  for (const image of workspace.images) {
    const path = join(folder, 'images', image.name)
    const { data } = await sharp(path)
      .removeAlpha()
      .toColourspace('srgb')
      .resize(lens.width, lens.height, { fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch((cause: unknown) => {
        throw new InvalidModel(`images/${image.name} cannot be read`, { cause })
      })
    if (data.length !== pixels * 3) throw new InvalidModel(`images/${image.name} is not a colour picture`)
    const colour = new Uint8Array(new SharedArrayBuffer(pixels * 3))
    colour.set(data)
    const grey = new Uint8Array(new SharedArrayBuffer(pixels))
    // Rec. 601 luma in 1/256.
    for (let at = 0; at < pixels; at++)
      grey[at] = (data[3 * at]! * 77 + data[3 * at + 1]! * 150 + data[3 * at + 2]! * 29) >> 8
    colours.push(colour)
    greys.push(grey)
  }
  return { lens, colours, greys }
}
