import type { Frame } from '../frames/take-frames.ts'
import { runProgram } from '../run-program.ts'
import type { CameraSettings } from '../settings.ts'

export type CameraRequest = {
  /** Empty, for the files of the stage. */
  folder: string
  /** Absolute path of the folder with the frames. */
  images: string
  frames: readonly Frame[]
  settings: CameraSettings
  threads: number
  signal: AbortSignal
  /** The finished share of the stage, 0 to 1. */
  onProgress: (fraction: number) => void
}

const limits = {
  cpuSeconds: 3_600,
  memoryBytes: 3 * 2 ** 30,
  fileBytes: 2 ** 30,
}

/** The name of COLMAP's database in the folder of a stage. A stage changes only a copy of its own. */
export const database = 'colmap.db'

/** @param counted matches a line of output that reports the number of finished pictures, as its first group */
export async function runColmap(request: CameraRequest, args: string[], counted?: RegExp): Promise<void> {
  const { folder, frames, signal, onProgress } = request
  const onLine = (line: string) => {
    const done = counted?.exec(line)?.[1]
    if (done) onProgress(Math.min(1, Number(done) / frames.length))
  }
  await runProgram({ program: 'colmap', args, folder, limits, signal, onLine })
}
