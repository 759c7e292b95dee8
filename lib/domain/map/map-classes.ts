/**
 * The features of a street archive that are drawn, by class: one table for the maps in browsers and the pictures of cells. It
 * reads both schemas of Protomaps basemaps: version 4 (`kind`) and the one of 2023 (`pmap:kind`).
 */
export type MapRule = {
  layer: string
  /** A feature belongs to the class if one of these properties has one of the values. Absent: every feature does. */
  where?: Readonly<Record<string, readonly string[]>>
}
export type MapClass = { is: 'area' | 'line'; rules: readonly MapRule[] }

const road = (old: string, ...details: string[]): MapClass => ({
  is: 'line',
  rules: [{ layer: 'roads', where: { 'pmap:kind': [old], kind: [old], kind_detail: details } }],
})

/** From the lowest to the highest. Each is drawn over those before it. */
export const streetClasses = {
  earth: { is: 'area', rules: [{ layer: 'earth' }] },
  green: {
    is: 'area',
    rules: [
      {
        layer: 'landuse',
        where: {
          kind: [
            'grass',
            'meadow',
            'farmland',
            'orchard',
            'vineyard',
            'allotments',
            'village_green',
            'scrub',
            'grassland',
          ],
          landuse: ['grass', 'meadow', 'farmland', 'orchard', 'vineyard', 'allotments', 'village_green'],
        },
      },
      { layer: 'natural', where: { natural: ['scrub', 'grassland', 'heath'] } },
    ],
  },
  park: {
    is: 'area',
    rules: [
      {
        layer: 'landuse',
        where: {
          kind: [
            ...[
              'park',
              'national_park',
              'protected_area',
              'nature_reserve',
              'garden',
              'forest',
              'wood',
              'cemetery',
            ],
            ...['golf_course', 'pitch', 'playground', 'dog_park', 'recreation_ground', 'zoo'],
          ],
          leisure: ['park', 'garden', 'pitch', 'playground', 'dog_park', 'golf_course'],
          landuse: ['cemetery', 'forest', 'recreation_ground'],
        },
      },
      { layer: 'natural', where: { natural: ['wood'], landuse: ['forest'], leisure: ['park'] } },
    ],
  },
  water: { is: 'area', rules: [{ layer: 'water' }] },
  stream: {
    is: 'line',
    rules: [
      { layer: 'water', where: { kind: ['river', 'stream', 'canal'] } },
      { layer: 'physical_line', where: { waterway: ['river', 'stream', 'canal', 'drain', 'ditch'] } },
    ],
  },
  building: { is: 'area', rules: [{ layer: 'buildings' }] },
  rail: {
    is: 'line',
    rules: [
      { layer: 'roads', where: { kind: ['rail'] } },
      { layer: 'transit', where: { railway: ['rail', 'light_rail', 'narrow_gauge'] } },
    ],
  },
  path: {
    is: 'line',
    rules: [{ layer: 'roads', where: { 'pmap:kind': ['other', 'path'], kind: ['other', 'path'] } }],
  },
  minor: road('minor_road'),
  medium: {
    is: 'line',
    rules: [{ layer: 'roads', where: { 'pmap:kind': ['medium_road'], kind: ['medium_road', 'major_road'] } }],
  },
  major: {
    is: 'line',
    rules: [
      {
        layer: 'roads',
        where: {
          'pmap:kind': ['major_road'],
          kind_detail: ['trunk', 'trunk_link', 'primary', 'primary_link', 'secondary', 'secondary_link'],
        },
      },
    ],
  },
  highway: road('highway', 'motorway', 'motorway_link'),
} as const satisfies Record<string, MapClass>

/** The classes of our own world overview. */
export const overviewClasses = {
  earth: { is: 'area', rules: [{ layer: 'land' }] },
  water: { is: 'area', rules: [{ layer: 'water' }] },
  river: { is: 'line', rules: [{ layer: 'river' }] },
  region: { is: 'line', rules: [{ layer: 'region' }] },
  coast: { is: 'line', rules: [{ layer: 'coast' }] },
  border: { is: 'line', rules: [{ layer: 'border' }] },
} as const satisfies Record<string, MapClass>

export type StreetClass = keyof typeof streetClasses
export type ShapeClass = StreetClass | keyof typeof overviewClasses

/** True if a feature of a layer belongs to the class. */
export function belongs(
  { rules }: MapClass,
  feature: { layer: string; properties: Readonly<Record<string, unknown>> },
): boolean {
  return rules.some(
    ({ layer, where }) =>
      layer === feature.layer &&
      (!where ||
        Object.entries(where).some(([name, values]) => values.includes(String(feature.properties[name])))),
  )
}
