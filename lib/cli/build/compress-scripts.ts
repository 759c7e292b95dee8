import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

/** Smaller files are not compressed: the response header that names the compression is longer than what it saves. */
const leastBytes = 512
/** Debug builds of MapLibre, which no page loads. The bundler copies them, because it cannot know which address the library will compute. */
const notLoaded = /\bmaplibre-gl(?:-worker)?-dev\./

/**
 * Writes a copy compressed with Brotli, `NAME.br`, beside each script, style sheet and WebAssembly of a web build. Compressing this well is too slow to
 * be done for each request. Idempotent.
 * @param folder the folder of the files that browsers load @returns the paths of the copies below it
 */
export async function compressScripts(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const copies = await Promise.all(
    names
      .filter((name) => /\.(?:m?js|css|wasm)$/.test(name) && !notLoaded.test(name))
      .map(async (name) => {
        const text = await readFile(join(folder, name))
        if (text.length < leastBytes) return []
        await writeFile(join(folder, `${name}.br`), await compress(text, !name.endsWith('.wasm')))
        return [`${name}.br`]
      }),
  )
  return copies.flat()
}

function compress(text: Buffer, isText: boolean): Promise<Buffer> {
  return promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: isText ? constants.BROTLI_MODE_TEXT : constants.BROTLI_MODE_GENERIC,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
}
