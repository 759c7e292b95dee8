import { cellBounds, geohashToCell } from '#lib/domain/geo/geohash'
import { rectangle } from '#lib/domain/map/geometry'
import { type CsvColumns, writeTable } from '#lib/domain/text/csv'
import { escapeXml } from '#lib/domain/text/escape-xml'
import type { Observation, SpatialResult } from '#lib/schemas/observation'

// Saves a paid answer as CSV, GeoJSON or KML.

export type ExportFormat = 'csv' | 'geojson' | 'kml'

export const exportTypes: Record<
  ExportFormat,
  { name: string; mime: string; write: (all: Rows, nameOf: NameOf, about?: About) => string }
> = {
  csv: { name: 'CSV', mime: 'text/csv;charset=utf-8', write: toCsv },
  geojson: { name: 'GeoJSON', mime: 'application/geo+json', write: toGeoJson },
  kml: { name: 'KML', mime: 'application/vnd.google-earth.kml+xml', write: toKml },
}

type Rows = SpatialResult['observations']
/** `isDemo`: true for records of a demonstration, which are no evidence. */
type About = { isDemo?: boolean }
/** The name of a cell; `undefined` if it is not known. */
type NameOf = (geohash: string) => string | undefined

/** The name contains the number of rows, so that a truncated file can be recognized. */
export function exportName(count: number, format: ExportFormat, askedAt: Date): string {
  return `cairn-${count}-capture${count === 1 ? '' : 's'}-${askedAt.toISOString().slice(0, 10)}.${format}`
}

type Row = Observation & { place: string }

/** Time and place are named as in the files of Verify: they are claims. */
const columns: CsvColumns<Row> = [
  ['captured_at_claimed', (one) => one.captured_at],
  ['geohash_claimed', (one) => one.geohash],
  ['place_claimed', (one) => one.place],
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
  // The page that “Check the record” opens.
  ['record_url', (one) => new URL(`/verify/${one.observation_id}`, one.anchor.viewer_url).href],
]

/** Only the files of a demonstration have the last column, so that others stay as they are. */
function columnsOf({ isDemo = false }: About = {}): CsvColumns<Row> {
  return isDemo ? [...columns, ['is_demonstration', () => 'yes']] : columns
}

/** CSV with a header line and a line for each observation. */
export function toCsv(rows: Rows, nameOf: NameOf, about?: About): string {
  return writeTable(columnsOf(about), withPlaces(rows, nameOf))
}

/** RFC 7946: one Feature per observation, with its cell as geometry. No cell crosses the antimeridian. */
export function toGeoJson(rows: Rows, nameOf: NameOf, about?: About): string {
  const shown = columnsOf(about)
  const features = withPlaces(rows, nameOf).map((row) => ({
    type: 'Feature',
    id: row.observation_id,
    geometry: { type: 'Polygon', coordinates: [rectangle(boundsOf(row))] },
    properties: Object.fromEntries(shown.map(([name, read]) => [name, read(row)])),
  }))
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`
}

export function toKml(rows: Rows, nameOf: NameOf, about?: About): string {
  const shown = columnsOf(about)
  const places = withPlaces(rows, nameOf).map((row) => {
    const ring = rectangle(boundsOf(row))
      .map(([longitude, latitude]) => `${longitude},${latitude}`)
      .join(' ')
    const data = shown
      .map(([name, read]) => `<Data name="${name}"><value>${escapeXml(String(read(row)))}</value></Data>`)
      .join('')
    return `<Placemark><name>${escapeXml(`${row.place || row.geohash}, ${row.captured_at}, as claimed`)}</name><TimeStamp><when>${escapeXml(row.captured_at)}</when></TimeStamp><ExtendedData>${data}</ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Cairn captures, place and time as claimed</name>\n${places.join('')}</Document></kml>\n`
}

function withPlaces(rows: Rows, nameOf: NameOf): Row[] {
  return rows.map((row) => ({ ...row, place: nameOf(row.geohash) ?? '' }))
}

function boundsOf({ geohash }: Observation) {
  return cellBounds(geohashToCell(geohash)!)
}
