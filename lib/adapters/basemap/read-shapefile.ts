import { readFile } from 'node:fs/promises'
import type { Feature, MultiLineString, Position } from 'geojson'

/** Shape type of lines (ESRI Shapefile Technical Description, 1998). */
const polyLine = 3
const recordsFrom = 100

/**
 * Reads the lines of a shapefile in degrees, with their attributes as trimmed text. Lines without points are left out.
 *
 * @param path without the extension: `.shp` has the lines, `.dbf` the attributes (Latin-1)
 */
export async function readShapefile(
  path: string,
): Promise<Feature<MultiLineString, Record<string, string>>[]> {
  const [lines, attributes] = await Promise.all([readFile(`${path}.shp`), readFile(`${path}.dbf`)])
  const rows = readRows(attributes)
  return [...readLines(lines)].flatMap((coordinates, index) =>
    coordinates.length === 0
      ? []
      : [
          {
            type: 'Feature' as const,
            properties: rows[index]!,
            geometry: { type: 'MultiLineString' as const, coordinates },
          },
        ],
  )
}

function* readLines(file: Buffer): Generator<Position[][]> {
  for (let at = recordsFrom; at < file.length; ) {
    const content = at + 8
    // The length is counted in words of 16 bits.
    at = content + 2 * file.readInt32BE(at + 4)
    const type = file.readInt32LE(content)
    if (type !== 0 && type !== polyLine) throw new Error(`shapes of the type ${type} are not read`)
    yield type === 0 ? [] : partsOf(file.subarray(content, at))
  }
}

/** A record has its type, a bounding box, the counts of parts and points, the first point of each part, and the points. */
function partsOf(record: Buffer): Position[][] {
  const parts = record.readInt32LE(36)
  const points = record.readInt32LE(40)
  const pointsFrom = 44 + 4 * parts
  const startOf = (part: number) => (part === parts ? points : record.readInt32LE(44 + 4 * part))
  const pointAt = (index: number): Position => {
    const at = pointsFrom + 16 * index
    return [record.readDoubleLE(at), record.readDoubleLE(at + 8)]
  }
  return Array.from({ length: parts }, (_, part) => {
    const start = startOf(part)
    return Array.from({ length: startOf(part + 1) - start }, (_, index) => pointAt(start + index))
  })
}

/** The rows of a dBASE III table. */
function readRows(file: Buffer): Record<string, string>[] {
  const [count, header, size] = [file.readUInt32LE(4), file.readUInt16LE(8), file.readUInt16LE(10)]
  const text = (from: number, length: number) =>
    file.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  const fields: { name: string; from: number; length: number }[] = []
  let from = 1
  for (let at = 32; file[at] !== 0x0d; at += 32) {
    const length = file[at + 16]!
    fields.push({ name: text(at, 11), from, length })
    from += length
  }
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      fields.map(({ name, from, length }) => [name, text(header + row * size + from, length).trim()]),
    ),
  )
}
