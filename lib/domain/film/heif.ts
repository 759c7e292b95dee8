import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'

/** RGBA pixels with 8 bits for each channel. A row takes `stride` bytes, which may be more than 4 × width. */
export type HeifPixels = { width: number; height: number; stride: number; data: Uint8Array }

/**
 * Decodes the primary picture of a HEIF photograph, upright as viewers show it. A phone's photograph consists of tiles, which libheif joins,
 * turns and cuts.
 *
 * @param input.maxPixels larger pictures are not decoded, also if only a part of them is shown: each pixel takes four bytes several times over
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
  // `max_image_size_pixels`, the second field of `heif_security_limits`. Comparing the size that the library returns would not do: it is the
  // size after cropping, and the whole picture is decoded.
  const limits = new DataView(library.HEAPU8.buffer, library._heif_get_global_security_limits())
  limits.setBigUint64(8, BigInt(maxPixels), true)
  const context = library.heif_context_alloc()
  try {
    check(library, library.heif_context_read_from_memory(context, file))
    const handle = check(library, library.heif_js_context_get_primary_image_handle(context))
    try {
      // All colours in one plane: of several planes, libheif-js 1.23.2 may return views of memory that has moved.
      const { heif_colorspace_RGB: rgb } = library.heif_colorspace
      const { heif_chroma_interleaved_RGBA: rgba } = library.heif_chroma
      const { image, channels } = check(library, library.heif_js_decode_image2(handle, rgb, rgba))
      try {
        return use(channels[0])
      } finally {
        library.heif_image_release(image)
      }
    } finally {
      library.heif_image_handle_release(handle)
    }
  } finally {
    library.heif_context_free(context)
  }
}

/** @returns the given value @throws when it is an error that the library returned */
function check<Value>(library: MainModule, value: Value): Value {
  const { code, message } = Object(value)
  if (code !== undefined && code !== library.heif_error_code.heif_error_Ok) throw new Error(message)
  return value
}
