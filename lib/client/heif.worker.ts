import openLibrary, { type MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import { type HeifPixels, withHeifPixels } from '#lib/domain/film/heif'
import { errorMessage } from '#lib/domain/text/error-message'

/** The message to this worker, which decodes one HEIF photograph. */
export type HeifOrder = { file: Blob }
/** The answer of this worker: a JPEG; `undecodable`, with the decoder's reason, if the picture is the cause; or any other `problem`. */
export type HeifAnswer = { picture: Blob } | { undecodable: string } | { problem: string }

/** The longer side of the JPEG, in pixels. Enough to look at the picture and to compare it. */
const maxSide = 2_048
const quality = 0.9
/** More could be too much for the memory of a phone, where the browser would end the page. */
const maxPixels = 64_000_000

addEventListener('message', async ({ data }: MessageEvent<HeifOrder>) => {
  const post = (answer: HeifAnswer) => postMessage(answer)
  try {
    const library = await loadLibrary()
    const file = new Uint8Array(await data.file.arrayBuffer())
    post(await decode(library, file))
  } catch (error) {
    post({ problem: errorMessage(error) })
  }
})

async function loadLibrary() {
  const binary = await fetch(new URL('libheif-js/libheif-wasm/libheif.wasm', import.meta.url))
  if (!binary.ok) throw new Error(`the decoder could not be loaded: ${binary.status}`)
  return openLibrary({ wasmBinary: await binary.arrayBuffer() })
}

async function decode(library: MainModule, file: Uint8Array): Promise<HeifAnswer> {
  try {
    return { picture: await jpegOf(withHeifPixels({ library, file, maxPixels, use: copyOf })) }
  } catch (error) {
    return { undecodable: errorMessage(error) }
  }
}

function copyOf({ width, height, stride, data }: HeifPixels): ImageData {
  const image = new ImageData(width, height)
  for (let y = 0; y < height; y++)
    image.data.set(data.subarray(y * stride, y * stride + 4 * width), y * 4 * width)
  return image
}

async function jpegOf(image: ImageData): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
  const [width, height] = [image.width, image.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number]
  const small = await createImageBitmap(image, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  const canvas = new OffscreenCanvas(width, height)
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('the picture is too large')
  paper.drawImage(small, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
