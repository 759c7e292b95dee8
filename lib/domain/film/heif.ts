import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'

/** Pixels in rows of `stride` bytes, RGBA with 8 bits each. */
export type HeifPixels = { width: number; height: number; stride: number; data: Uint8Array }

/**
 * Decodes the primary picture of a HEIF photograph, upright as viewers show it. A phone's photograph consists of tiles, which libheif joins,
 * turns and cuts.
 *
 * @param input.maxPixels larger pictures are not decoded: four bytes of memory are needed for each pixel, several times over
 * @param input.use gets the pixels, which are valid only until it returns
 * @throws when the picture is too large or cannot be decoded
 */
export function withHeifPixels<Result>(input: {
  library: MainModule
  file: Uint8Array
  maxPixels: number
  use: (pixels: HeifPixels) => Result
}): Result {
  const { library, file, maxPixels, use } = input
  const context = library.heif_context_alloc()
  try {
    check(library, library.heif_context_read_from_memory(context, file))
    const handle = check(library, library.heif_js_context_get_primary_image_handle(context))
    try {
      const pixels =
        library.heif_image_handle_get_width(handle) * library.heif_image_handle_get_height(handle)
      if (pixels > maxPixels) throw new Error(`the picture has ${pixels} pixels`)
      // All colours in one plane: of several planes, libheif-js 1.23.2 may return views of memory that has moved.
      const { heif_colorspace_RGB: rgb } = library.heif_colorspace
      const { heif_chroma_interleaved_RGBA: rgba } = library.heif_chroma
      const { image, channels } = check(library, library.heif_js_decode_image2(handle, rgb, rgba))
      const result = use(channels[0])
      library.heif_image_release(image)
      return result
    } finally {
      library.heif_image_handle_release(handle)
    }
  } finally {
    library.heif_context_free(context)
  }
}

/** @returns the value, if it is not an error of the library */
function check<Value>(library: MainModule, value: Value): Value {
  const { code, message } = Object(value)
  if (code !== undefined && code !== library.heif_error_code.heif_error_Ok) throw new Error(message)
  return value
}
