import { join } from 'node:path'
import ExifReader from 'exifreader'
import { runTool } from '#lib/adapters/media/run-tool'
import type { ReconstructionRequest } from '#lib/adapters/reconstruction/reconstruct'

export const lineage = { captureSha256: 'cd'.repeat(32), submissionId: 'sub_7', bountyId: 'bty_7' }

/** Asks for a model of that film, with work and result in the folder. */
export function requestModel(
  folder: string,
  video: string,
  more: Partial<ReconstructionRequest> = {},
): ReconstructionRequest {
  return {
    video,
    work: join(folder, 'work'),
    out: join(folder, 'out'),
    lineage,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...more,
  }
}

/** A film in the folder of what those arguments of ffmpeg name; answers its path. */
export async function encodeFilm(folder: string, source: string[]): Promise<string> {
  const video = join(folder, 'film.mp4')
  const encoded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '14', '-pix_fmt', 'yuv420p', video]
  await runTool({
    tool: 'ffmpeg',
    args: ['-nostdin', '-v', 'error', ...source, ...encoded],
    folder,
    limits: { wallSeconds: 120 },
  })
  return video
}

/** Whatever a picture says of itself beyond its size and coding. */
export function metadataOf(jpeg: Buffer): string[] {
  const { exif, xmp, iptc, icc, gps } = ExifReader.load(jpeg, { expanded: true })
  return Object.keys({ ...exif, ...xmp, ...iptc, ...icc, ...gps })
}
