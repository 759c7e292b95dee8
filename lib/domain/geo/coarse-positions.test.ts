import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellOfPosition, coarsePositions } from './coarse-positions.ts'
import { geohashAt } from './geohash-area.ts'

test.each([
  ...['43.77312345, 11.25498765', '43.77312345 11.25498765', '43.77312345;11.25498765', '43.773/11.254'],
  ...['43.7731 N, 11.2550 E', 'N 43.7731 E 11.2550', '43.7731° N 11.2550° E', '43.7731 north, 11.2550 east'],
  ...['lat 43.77312, lon 11.25498', 'lat=43.77312&lon=11.25498', 'Longitude: 11.25498, latitude: 43.77312'],
  ...[
    '{"lat": 43.77312, "lng": 11.25498}',
    '[43.77312, 11.25498]',
    '_43.77312, 11.25498_',
    '(43,77312; 11,25498)',
  ],
  ...['43°46′23.2″N 11°15′17.9″E', `43° 46' 23.2" N, 11° 15' 17.9" E`, 'N 43° 46.387 E 011° 15.299'],
  ...['43 46 23.2 N, 11 15 17.9 E', '43:46:23.2N 11:15:17.9E', '43d46m23.2s N 11d15m17.9s E'],
  ...['geo:43.77312,11.25498?z=17', 'https://maps.example/@43.77312,11.25498,17z', 'q=43.77312%2C11.25498'],
  ...[
    'https://maps.example/?q=43.77312%2C11.25498',
    'https://osm.example/?mlat=43.77312&mlon=11.25498#map=17',
  ],
  ...['https://osm.example/#map=18/43.77312/11.25498', 'https://maps.example/data=!3d43.77312!4d11.25498'],
  ...['POINT(11.25498 43.77312)', 'SRID=4326;POINT (11.25498 43.77312)'],
  ...['{"type":"Point","coordinates":[11.25498,43.77312]}', 'coordinates: [11.25498, 43.77312]'],
  ...['8FMHQ7F3+6X', 'https://plus.codes/8FMHQ7F3%2B6X', 'geohash srb1008uvcq', 'Geohash: SRB1008UVCQ'],
  ...['place srb1008uvcq', 'Place:srb1008uvcq', '43.77312 and 11.25498', '43.77312, then 11.25498'],
])('%s becomes its cell', (text) => {
  const shown = coarsePositions(`Film at ${text}, slowly.`)
  expect(shown.toLowerCase()).toMatch(/srb100(?![0-9a-z])/)
  expect(shown).not.toMatch(/\d[.,]\d{3}|\d″|\+|uvcq/i)
  expect(shown).toMatch(/^Film at .*, slowly\.$/)
  expect(coarsePositions(shown)).toBe(shown)
})

test.each([
  ['43.77312345, 11.25498765 (geohash srb1008uvcq)', 'geohash srb100 (geohash srb100)'],
  ['See [the map](https://maps.example/@43.77312,11.25498,17z).', 'See [the map](geohash srb100).'],
  [
    'Latitude 43.77312 is where the left bank has its steps; the pier has longitude 11.25498 E',
    'Latitude 43.77 is where the left bank has its steps; the pier has longitude 11.25 E',
  ],
  ['43°46′23.2″N of here', '43°46′N of here'],
  ['The spot srb10xk4, see geohash.org', 'The spot srb10x, see geohash.org'],
  ['32T 681042 4848313', '32T 681000 4848000'],
  ['32T PP 81042 48313', '32T PP 81 48'],
  ['WCXW+6X Bern, ///filled.count.soap', '(plus code) Bern, (three-word address)'],
  ['151.21530, -33.85678', 'geohash r3gx2u'],
  ['43.77312,11.25498z', 'geohash srb100 z'],
])('%j is published as %j', (text, shown) => {
  expect(coarsePositions(text)).toBe(shown)
})

test.each([
  ...[
    'Between 10:30 and 12:15, at 20°C.',
    'From 1,500 to 2,000 steps',
    '1.500, 2.000 Schritte',
    'near 43.77, 11.26',
  ],
  ...[
    '3.5, 10.25 m',
    '3.125, 10.250 m',
    'v1.234, v2.345',
    '$1.125, $2.375',
    '28.11.2026, 09.30',
    '1,234.567, 8,910.123',
  ],
  ...[
    'Call +41 31 328 40 40',
    '3840 × 2160',
    'IP 10.123.45.678',
    "the '90s, 5'10\" tall",
    'Turn by 90° 2 times',
  ],
  ...['Via Roma 12, 50123 Firenze', 'Platform 9 3/4', 'geohash u0m71w', 'at 43° 46′ N, 11° 15′ E', '2345+67'],
  ...[
    'https://example.com/a/1.234/2',
    'Serial 4kd82nfe',
    '91.1234, 181.1234',
    'place everything there',
    '12 30 45 people',
  ],
  ...['file:///usr.local.share', '50.000, 100.000 USDC', '2026-11-29T10:20:30.123Z', 'Place: Denver'],
])('%s stays', (text) => {
  expect(coarsePositions(text)).toBe(text)
})

const positions = fc.record({
  latitude: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
  longitude: fc.double({ min: -179.9, max: 179.9, noNaN: true }),
  decimals: fc.integer({ min: 3, max: 9 }),
})
type Written = { latitude: string; longitude: string }
const letters = ({ latitude, longitude }: Written) =>
  [
    latitude.replace('-', '') + (latitude.startsWith('-') ? ' S' : ' N'),
    longitude.replace('-', '') + (longitude.startsWith('-') ? ' W' : ' E'),
  ] as const
const sexagesimal = (degrees: string, [positive, negative]: string) => {
  const seconds = Math.abs(Number(degrees)) * 3600
  const [d, m] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return `${d}°${m}′${(seconds % 60).toFixed(2)}″${Number(degrees) < 0 ? negative : positive}`
}
const formats: Record<string, (written: Written) => string> = {
  comma: ({ latitude, longitude }) => `${latitude}, ${longitude}`,
  tight: ({ latitude, longitude }) => `${latitude},${longitude}`,
  space: ({ latitude, longitude }) => `${latitude} ${longitude}`,
  semicolon: ({ latitude, longitude }) => `${latitude}; ${longitude}`,
  slash: ({ latitude, longitude }) => `${latitude} / ${longitude}`,
  lines: ({ latitude, longitude }) => `${latitude}\n${longitude}`,
  letters: (written) => letters(written).join(', '),
  turned: (written) => letters(written).toReversed().join(' '),
  labels: ({ latitude, longitude }) => `lat ${latitude}, lon ${longitude}`,
  words: ({ latitude, longitude }) => `Latitude: ${latitude} and longitude: ${longitude}`,
  json: ({ latitude, longitude }) => `{"lat":${latitude},"lon":${longitude}}`,
  seconds: ({ latitude, longitude }) => `${sexagesimal(latitude, 'NS')} ${sexagesimal(longitude, 'EW')}`,
  uri: ({ latitude, longitude }) => `geo:${latitude},${longitude};u=35`,
  at: ({ latitude, longitude }) => `https://maps.example/place/x/@${latitude},${longitude},17z/data=!3m1`,
  query: ({ latitude, longitude }) => `https://maps.example/?q=${latitude},${longitude}&hl=en`,
  marker: ({ latitude, longitude }) => `https://osm.example/?mlat=${latitude}&mlon=${longitude}#map=9`,
}

describe('no position in any format is published finer than its cell', () => {
  test.each(Object.keys(formats))('%s', (name) => {
    fc.assert(
      fc.property(
        positions,
        fc.constantFrom('', 'Stand at ', '(', '… ', '- '),
        ({ decimals, ...position }, lead) => {
          const [latitude, longitude] = [position.latitude, position.longitude].map((value) =>
            value.toFixed(decimals),
          )
          // With two groups of three digits that end in 00, these are thousands.
          fc.pre(!(/\.\d00$/.test(latitude!) && /\.\d00$/.test(longitude!)))
          const text = `${lead}${formats[name]!({ latitude: latitude!, longitude: longitude! })} at noon`
          const shown = coarsePositions(text)
          expect(shown).not.toMatch(/\d[.,]\d{3}|\d″/)
          expect(shown.startsWith(lead) && shown.endsWith(' at noon')).toBe(true)
          // Seconds are rounded.
          if (name === 'seconds') return
          const cell = geohashAt({ latitude: Number(latitude), longitude: Number(longitude) }, 6)
          expect(shown).toContain(`geohash ${cell}`)
          expect(coarsePositions(shown)).toBe(shown)
          if (name !== 'json')
            expect(cellOfPosition(formats[name]!({ latitude: latitude!, longitude: longitude! }))).toBe(cell)
        },
      ),
    )
  })
})

test('long texts without a position are read in linear time', () => {
  const begun = performance.now()
  for (const part of [
    ' ',
    '1',
    '43.',
    'N ',
    '4 ',
    'lat ',
    '43.77312 ',
    '1°',
    'geohash ',
    'u33db2',
    '///a.',
    '"',
    'https://',
  ])
    coarsePositions(part.repeat(20_000))
  expect(performance.now() - begun).toBeLessThan(5_000)
})
