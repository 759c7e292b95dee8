import type { SampledFigures } from '#lib/domain/film/early-checks'
import { laplacianShare, measuredSize, median, openLightMeter } from '#lib/domain/film/picture-figures'

/** The number of positions in the film that are sampled, evenly over its length. */
const sampleCount = 10
/** The distance of the pictures that the server compares, so that both measure the same movement. */
const pairSeconds = 0.25
const timeoutMs = 20_000

/**
 * Measures some pictures of a film on this device.
 *
 * @param url of a local file
 * @returns `undefined` if the browser cannot play or read the film, or takes too long
 */
export async function sampleFilm(url: string, signal: AbortSignal): Promise<SampledFigures | undefined> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const video = Object.assign(document.createElement('video'), {
    muted: true,
    playsInline: true,
    preload: 'auto',
  })
  try {
    const loaded = happens(video, 'loadeddata', ends)
    video.src = url
    await loaded
    const { duration, videoWidth, videoHeight } = video
    if (!Number.isFinite(duration) || videoWidth === 0) return undefined
    const size = measuredSize({ width: videoWidth, height: videoHeight })
    const [large, small] = [openReader(size), openReader({ width: size.width / 2, height: size.height / 2 })]
    const light = openLightMeter()
    const sharpness: number[] = []
    for (let at = 0; at < sampleCount; at++) {
      const seconds = Math.max(0, ((duration - pairSeconds) * (at + 0.5)) / sampleCount)
      light.skip()
      await seek(video, seconds, ends)
      light.add(small(video).pixels)
      sharpness.push(...laplacianShare(large(video)))
      await seek(video, seconds + pairSeconds, ends)
      light.add(small(video).pixels)
    }
    return { ...light.figures(), laplacianShare: median(sharpness) }
  } catch {
    return undefined
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

async function seek(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  const done = happens(video, 'seeked', signal)
  video.currentTime = seconds
  await done
}

/** Resolves on the event. @throws on an error of the player, or when the signal ends it */
function happens(video: HTMLVideoElement, name: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const settled = new AbortController()
  const options = { once: true, signal: settled.signal }
  video.addEventListener(name, () => resolve(), options)
  video.addEventListener('error', () => reject(new Error('the film cannot be played')), options)
  if (signal.aborted) reject(signal.reason)
  signal.addEventListener('abort', () => reject(signal.reason), options)
  return promise.finally(() => settled.abort())
}

/** Reads the current picture in gray (Rec. 709), scaled to a size. */
function openReader({ width, height }: { width: number; height: number }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  return (video: HTMLVideoElement) => {
    context.drawImage(video, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    const pixels = new Uint8Array(width * height)
    for (let at = 0; at < pixels.length; at++)
      pixels[at] = Math.round(
        0.2126 * data[at * 4]! + 0.7152 * data[at * 4 + 1]! + 0.0722 * data[at * 4 + 2]!,
      )
    return { pixels, width, height }
  }
}
