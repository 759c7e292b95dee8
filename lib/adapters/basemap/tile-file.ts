import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Tile } from '#lib/domain/geo/tile'

/** Non-empty tiles by `tileKey`. */
export type Tiles = ReadonlyMap<string, Uint8Array>

/** Header of a tile: zoom, column and row, one byte each, then the length as a big-endian uint32. */
const headerBytes = 7

export function tileKey({ z, x, y }: Tile): string {
  return `${z}/${x}/${y}`
}

/** Packs tiles of zoom 0 to 8 into one file, compressed as a whole with Brotli. */
export async function packTiles(tiles: Iterable<[Tile, Uint8Array]>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (const [{ z, x, y }, bytes] of tiles) {
    const header = Buffer.alloc(headerBytes)
    header.set([z, x, y])
    header.writeUInt32BE(bytes.length, 3)
    parts.push(header, bytes)
  }
  const packed = Buffer.concat(parts)
  return promisify(brotliCompress)(packed, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: packed.length,
    },
  })
}

export async function unpackTiles(file: Uint8Array): Promise<Tiles> {
  const packed: Buffer = await promisify(brotliDecompress)(file)
  const tiles = new Map<string, Uint8Array>()
  for (let at = 0; at < packed.length; ) {
    const [z, x, y] = packed.subarray(at, at + 3) as unknown as [number, number, number]
    const begin = at + headerBytes
    at = begin + packed.readUInt32BE(at + 3)
    tiles.set(tileKey({ z, x, y }), packed.subarray(begin, at))
  }
  return tiles
}
