import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** `npm run build:town-names` creates it: a line for each town, with its GeoNames id and its names, separated by tabs. */
export const townNamesFile = 'lib/adapters/basemap/town-names.tsv.br'

/** Names of towns in other languages than English (GeoNames), without accents and capitals, by GeoNames id. */
export function readTownNames(): ReadonlyMap<number, readonly string[]> {
  const text = brotliDecompressSync(
    readFileSync(join(/* turbopackIgnore: true */ process.cwd(), townNamesFile)),
  ).toString()
  return new Map(
    text.split('\n').map((line) => {
      const [id, ...names] = line.split('\t')
      return [Number(id), names]
    }),
  )
}
