import { layers, namedFlavor } from '@protomaps/basemaps'
import { expect, test } from 'vitest'
import { belongs, streetClasses } from '#lib/domain/map/map-classes'

/** Kinds of land that are neither green nor built on: drawn as plain land. */
const plain = ['glacier', 'sand', 'military', 'naval_base', 'airfield']

test('our style draws everything that the Protomaps style draws as green, water, street or rail in its current archives', () => {
  const drawn = layers('streets', namedFlavor('light')).flatMap((layer) => {
    if (!('source-layer' in layer) || !/^(landuse_(park|urban_green)|water_|roads_)/.test(layer.id)) return []
    if (layer.type === 'symbol') return []
    return kindsIn(layer.filter).map((kind) => ({ layer: layer['source-layer']!, properties: { kind } }))
  })
  expect(drawn.length).toBeGreaterThan(40)
  const missing = drawn.filter(
    (feature) => !Object.values(streetClasses).some((each) => belongs(each, feature)),
  )
  expect(missing.map(({ properties }) => properties.kind).filter((kind) => !plain.includes(kind))).toEqual([])
})

test.each([
  ['major', { 'pmap:kind': 'major_road', highway: 'primary' }],
  ['major', { kind: 'major_road', kind_detail: 'primary' }],
  ['medium', { 'pmap:kind': 'medium_road', highway: 'tertiary' }],
  ['medium', { kind: 'major_road', kind_detail: 'tertiary' }],
  ['minor', { 'pmap:kind': 'minor_road' }],
  ['minor', { kind: 'minor_road', kind_detail: 'residential' }],
  ['highway', { kind: 'highway', kind_detail: 'motorway' }],
  ['path', { 'pmap:kind': 'other', highway: 'footway' }],
] as const)('a street is drawn as %s by today’s schema and by that of 2023: %j', (name, properties) => {
  expect(belongs(streetClasses[name], { layer: 'roads', properties })).toBe(true)
})

/** The values that a filter compares `kind` with. */
function kindsIn(filter: unknown): string[] {
  if (!Array.isArray(filter)) return []
  const [operator, what, ...values] = filter
  if ((operator === 'in' || operator === '==') && what === 'kind') return values as string[]
  return filter.flatMap(kindsIn)
}
