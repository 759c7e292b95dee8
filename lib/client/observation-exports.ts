import { cellBounds, geohashToCell } from '#lib/domain/geohash'
import type { Observation, SpatialResult } from '#lib/schemas/observation'

export type ExportFormat = 'csv' | 'geojson' | 'kml'

export const exportTypes: Record<ExportFormat, { name: string; mime: string; write: (all: Rows) => string }> =
  {
    csv: { name: 'CSV', mime: 'text/csv;charset=utf-8', write: toCsv },
    geojson: { name: 'GeoJSON', mime: 'application/geo+json', write: toGeoJson },
    kml: { name: 'KML', mime: 'application/vnd.google-earth.kml+xml', write: toKml },
  }

type Rows = SpatialResult['observations']

/** How many rows are in it is in its name: a file that was cut short shows. */
export function exportName(count: number, format: ExportFormat, askedAt: Date): string {
  return `cairn-${count}-observation${count === 1 ? '' : 's'}-${askedAt.toISOString().slice(0, 10)}.${format}`
}

const columns: readonly [name: string, read: (one: Observation) => string | number][] = [
  ['captured_at', (one) => one.captured_at],
  ['geohash', (one) => one.geohash],
  ['cell_south', (one) => boundsOf(one).south],
  ['cell_west', (one) => boundsOf(one).west],
  ['cell_north', (one) => boundsOf(one).north],
  ['cell_east', (one) => boundsOf(one).east],
  ['observation_id', (one) => one.observation_id],
  ['chain_id', (one) => one.anchor.chain_id],
  ['tree_id', (one) => one.anchor.tree_id],
  ['leaf_hash', (one) => one.anchor.leaf_hash],
  ['root', (one) => one.anchor.root],
  ['attest_uid', (one) => one.anchor.attest_uid],
  ['attest_tx', (one) => one.anchor.attest_tx],
  ['eas_url', (one) => one.anchor.eas_url],
  ['viewer_url', (one) => one.anchor.viewer_url],
]

/** RFC 4180, a line for each observation below a line of names. */
export function toCsv(rows: Rows): string {
  const lines = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => read(row)))]
  return lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('')
}

/** Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers are numbers. */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** RFC 7946: a Feature for each observation, its geometry the cell it was captured in. No cell crosses the antimeridian. */
export function toGeoJson(rows: Rows): string {
  const features = rows.map((row) => {
    const { anchor, ...own } = row
    return {
      type: 'Feature',
      id: row.observation_id,
      geometry: { type: 'Polygon', coordinates: [cellRing(row)] },
      properties: { ...own, ...anchor },
    }
  })
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`
}

export function toKml(rows: Rows): string {
  const places = rows.map((row) => {
    const ring = cellRing(row)
      .map(([longitude, latitude]) => `${longitude},${latitude}`)
      .join(' ')
    const data = columns
      .map(([name, read]) => `<Data name="${name}"><value>${escapeXml(String(read(row)))}</value></Data>`)
      .join('')
    return `<Placemark><name>${escapeXml(`${row.geohash}, ${row.captured_at}`)}</name><TimeStamp><when>${escapeXml(row.captured_at)}</when></TimeStamp><ExtendedData>${data}</ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Cairn observations</name>\n${places.join('')}</Document></kml>\n`
}

function boundsOf({ geohash }: Observation) {
  return cellBounds(geohashToCell(geohash)!)
}

/** Counter-clockwise, closed (RFC 7946 §3.1.6). */
function cellRing(one: Observation): [longitude: number, latitude: number][] {
  const { south, west, north, east } = boundsOf(one)
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
