import 'server-only'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { VideoProbe } from '#lib/adapters/media/probe-video'
import type { GrayPicture } from '#lib/domain/film/frame-hash'
import { laplacianShare, measuredSize, median, openLightMeter } from '#lib/domain/film/picture-figures'
import type { VideoFigures } from '#lib/domain/film/quality'

// Measures all figures of a film in one decode.

/** Pictures per second in the files of small and of large pictures. */
export const smallPerSecond = 4
export const largePerSecond = 1
export const figureFiles = {
  frames: 'frames.txt',
  blur: 'blur.txt',
  small: 'small.gray',
  large: 'large.gray',
}

/**
 * A filter graph that measures all figures in one decode. Pictures are converted to full-range gray of a
 * common size, so that films of phones and cameras, and copies of them, are measured alike. Writes
 * `figureFiles`:
 * - the time of every picture, with the start and end of black and frozen parts, and the cuts
 * - blur values and small pictures, four per second; large pictures, one per second
 */
export function figureGraph(probe: Pick<VideoProbe, 'stream' | 'width' | 'height'>): string {
  const { width, height } = measuredSize(probe)
  return [
    `[0:${probe.stream}]scale=${width}:${height}`,
    'format=gray',
    'blackdetect=d=0.5:pix_th=0.08',
    'freezedetect=n=0.003:d=1',
    'scdet=t=10',
    `metadata=mode=print:file=${figureFiles.frames}`,
    `fps=${smallPerSecond}`,
    'blurdetect=block_pct=80:block_width=32:block_height=32',
    `metadata=mode=print:key=lavfi.blur:file=${figureFiles.blur}`,
    `split[a][b];[a]scale=${width / 2}:${height / 2}[small];[b]fps=${largePerSecond}[large]`,
  ].join(',')
}

/** Reads the files that ffmpeg wrote; returns `undefined` if the film has no pictures. */
export async function readFigures(input: {
  pathOf: (name: string) => string
  probe: VideoProbe
  truncated: boolean
  onSmall: (picture: GrayPicture, index: number) => void
}): Promise<VideoFigures | undefined> {
  const { pathOf, probe } = input
  const timeline = await readTimeline(pathOf(figureFiles.frames))
  const large = measuredSize(probe)
  const light = openLightMeter()
  await eachPicture({
    path: pathOf(figureFiles.small),
    width: large.width / 2,
    height: large.height / 2,
    use: (picture, index) => {
      light.add(picture.pixels)
      input.onSmall(picture, index)
    },
  })
  if (timeline.decodedSeconds === 0 || !light.hasSeen()) return undefined
  const sharpness: number[] = []
  await eachPicture({
    path: pathOf(figureFiles.large),
    ...large,
    use: (picture) => sharpness.push(...laplacianShare(picture)),
  })
  return rounded({
    codec: probe.codec,
    width: probe.width,
    height: probe.height,
    declaredSeconds: probe.seconds ?? timeline.decodedSeconds,
    ...timeline,
    blurMedian: median(await readNumbers(pathOf(figureFiles.blur), 'lavfi.blur')),
    laplacianShare: median(sharpness),
    ...light.figures(),
    truncated: input.truncated,
  })
}

/** Significant digits of the figures. Input times have six. */
const figureDigits = 4

function rounded(figures: VideoFigures): VideoFigures {
  const round = ([name, value]: [string, unknown]) => [
    name,
    typeof value === 'number' ? Number(value.toPrecision(figureDigits)) : value,
  ]
  return Object.fromEntries(Object.entries(figures).map(round)) as VideoFigures
}

type Timeline = Pick<
  VideoFigures,
  'decodedSeconds' | 'framesPerSecond' | 'blackShare' | 'frozenShare' | 'cuts'
>

async function readTimeline(path: string): Promise<Timeline> {
  let [frames, first, last, cuts] = [0, Number.NaN, Number.NaN, 0]
  const black = stretches()
  const frozen = stretches()
  for await (const { key, value } of readMetadata(path)) {
    if (key === 'pts_time') {
      frames += 1
      if (Number.isNaN(first)) first = value
      last = value
    } else if (key === 'lavfi.black_start') black.begin(value)
    else if (key === 'lavfi.black_end') black.end(value)
    else if (key === 'lavfi.freezedetect.freeze_start') frozen.begin(value)
    else if (key === 'lavfi.freezedetect.freeze_end') frozen.end(value)
    else if (key === 'lavfi.scd.time') cuts += 1
  }
  const shown = last - first
  if (frames < 2 || !(shown > 0))
    return { decodedSeconds: 0, framesPerSecond: 0, blackShare: 0, frozenShare: 0, cuts: 0 }
  const framesPerSecond = (frames - 1) / shown
  const decodedSeconds = frames / framesPerSecond
  // The filters report no end for a part that lasts until the end of the film.
  const share = (seconds: number) => Math.min(1, Math.max(0, seconds / decodedSeconds))
  const end = first + decodedSeconds
  return {
    decodedSeconds,
    framesPerSecond,
    blackShare: share(black.until(end)),
    frozenShare: share(frozen.until(end)),
    cuts,
  }
}

function stretches() {
  let [total, began] = [0, Number.NaN]
  const end = (at: number) => {
    if (at > began) total += at - began
    began = Number.NaN
  }
  return {
    begin: (at: number) => {
      began = at
    },
    end,
    until: (at: number) => {
      end(at)
      return total
    },
  }
}

/**
 * Reads lines of the `metadata` filter: `frame:0 pts:0 pts_time:0`, then `key=value`. Skips values that are
 * not finite.
 */
async function* readMetadata(path: string): AsyncGenerator<{ key: string; value: number }> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const frame = /^frame:\d+ +pts:\S+ +pts_time:(\S+)/.exec(line)
    const [key = '', text = ''] = frame ? ['pts_time', frame[1]] : line.split('=', 2)
    const value = text === '' ? Number.NaN : Number(text)
    if (Number.isFinite(value)) yield { key, value }
  }
}

async function readNumbers(path: string, wanted: string): Promise<number[]> {
  const numbers: number[] = []
  for await (const { key, value } of readMetadata(path)) if (key === wanted) numbers.push(value)
  return numbers
}

/** Calls `use` with each picture of a raw gray file. The pixel buffer is reused for the next picture. */
async function eachPicture(input: {
  path: string
  width: number
  height: number
  use: (picture: GrayPicture, index: number) => void
}): Promise<void> {
  const { width, height } = input
  const pixels = new Uint8Array(width * height)
  const file = await open(input.path)
  try {
    for (let index = 0; ; index++) {
      const { bytesRead } = await file.read(pixels, 0, pixels.length, index * pixels.length)
      if (bytesRead < pixels.length) return
      input.use({ pixels, width, height }, index)
    }
  } finally {
    await file.close()
  }
}
