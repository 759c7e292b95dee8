import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import ExifReader from 'exifreader'

/** Encodes a film in the folder from a source given as arguments of ffmpeg. @returns its path */
export function encodeFilm(folder: string, source: string[]): string {
  const video = join(folder, 'film.mp4')
  const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '14', '-pix_fmt', 'yuv420p', video]
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...source, ...encoding], { stdio: 'ignore' })
  return video
}

/** The names of all metadata in a picture, except its size and coding. */
export function metadataOf(jpeg: Buffer): string[] {
  const { exif, xmp, iptc, icc, gps } = ExifReader.load(jpeg, { expanded: true })
  return Object.keys({ ...exif, ...xmp, ...iptc, ...icc, ...gps })
}
