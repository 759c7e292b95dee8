import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { encodeFilm } from '../../testing/films.ts'
import { renderRoom } from './render.ts'
import { roomFilm } from './truth.ts'
import { walkRoom } from './walk.ts'

/** Renders the walk through the room and encodes it in the folder. @returns the path of the film */
export async function filmRoom(folder: string, size: { width: number; height: number }): Promise<string> {
  const pictures = join(folder, 'room')
  mkdirSync(pictures, { recursive: true })
  for (const [number, stand] of walkRoom(roomFilm.pictures).entries()) {
    const focal = roomFilm.relativeFocal * size.width
    const texels = renderRoom({ stand, ...size, focal, seed: number })
    await sharp(texels, { raw: { ...size, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toFile(join(pictures, `${String(number).padStart(3, '0')}.png`))
  }
  const rate = String(roomFilm.framesPerSecond)
  return encodeFilm(folder, ['-framerate', rate, '-i', join(pictures, '%03d.png')])
}
