import type { FilterSpecification, Map as MapLibre } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { streetClasses } from '#lib/domain/map/map-classes'
import { hideTownsOn } from './label-layers.ts'
import { roomOfCells } from './map-data.ts'
import { overlaySources } from './overlays.ts'
import { ownLayers, ownStyle } from './style.ts'
import type { MapTokens } from './tokens.ts'

const tokensWith = (textScale: number) =>
  new Proxy({ fonts: ['sans-serif'], textScale } as unknown as MapTokens, {
    get: (own, name) => (name in own ? Reflect.get(own, name) : 'rgb(1, 2, 3)'),
  })
const tokens = tokensWith(1)
const layers = ownLayers(tokens)
const sourceOf = (layer: (typeof layers)[number]) => ('source' in layer ? layer.source : undefined)
const indexes = (isWanted: (layer: (typeof layers)[number]) => boolean) =>
  layers.flatMap((layer, index) => (isWanted(layer) ? [index] : []))

test('what pages put on a map lies over streets and below names', () => {
  const overlays = indexes((layer) => sourceOf(layer)! in overlaySources())
  const below = indexes((layer) =>
    /^(street-(?!names)|land$|lake$|river$|region$|coast$|border$|town-dots$)/.test(layer.id),
  )
  const names = indexes(
    (layer) => /-names$|^place$/.test(layer.id) && !(sourceOf(layer)! in overlaySources()),
  )
  expect(Math.max(...below)).toBeLessThan(Math.min(...overlays))
  expect(Math.max(...overlays)).toBeLessThan(Math.min(...names))
})

test('every class of an archive has a layer for each of its rules, and each layer a name of its own', () => {
  for (const [name, { rules }] of Object.entries(streetClasses))
    for (const [index] of rules.entries())
      expect(layers.map(({ id }) => id)).toContain(`street-${name}${index === 0 ? '' : index}`)
  expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length)
})

test('a map asks nobody but our own origin', () => {
  const addresses = JSON.stringify(ownStyle(tokens, 'https://cairn.test').sources).match(/https?:\/\/[^"/]+/g)
  expect(new Set(addresses?.filter((each) => !/naturalearth|geonames|creativecommons/.test(each)))).toEqual(
    new Set(['https://cairn.test']),
  )
  expect(ownStyle(tokens, 'https://cairn.test')).not.toHaveProperty('glyphs')
})

test('names grow with the text of the page, at every zoom', () => {
  const sizesAt = (scale: number, id: string) => {
    const layer = ownLayers(tokensWith(scale)).find((each) => each.id === id)
    return layer?.type === 'symbol' ? layer.layout?.['text-size'] : undefined
  }
  expect(sizesAt(1.5, 'landmark-names')).toBe(16.5)
  expect(sizesAt(2, 'quarter-names')).toEqual(['interpolate', ['linear'], ['zoom'], 12, 22, 16, 28])
  expect(sizesAt(2, 'place')).toEqual([
    ...['interpolate', ['linear'], ['zoom'], 2],
    ['*', 2, ['match', ['get', 'size'], 7, 12, 11]],
    9,
    ['*', 2, ['match', ['get', 'size'], 7, 20, 6, 18, 5, 16, 4, 13, 12]],
  ])
})

test('towns have no name on the cells of an answer while it would cover them, and have it again without cells', () => {
  const own = layers.find(({ id }) => id === 'town-names')!
  const filters: FilterSpecification[] = []
  const map = {
    getLayer: () => own,
    setFilter: (_id: string, filter: FilterSpecification) => filters.push(filter),
  }
  const cells = [{ geohash: 'srb100', ageSeconds: 0, label: '' }]
  hideTownsOn(map as unknown as MapLibre, roomOfCells(cells))
  hideTownsOn(map as unknown as MapLibre, roomOfCells([]))
  expect(JSON.stringify(filters[0])).toContain('within')
  expect(filters[1]).toEqual('filter' in own && own.filter)
})

test('large cells and very many cells leave the names of towns', () => {
  const cell = (geohash: string) => ({ geohash, ageSeconds: 0, label: '' })
  expect(roomOfCells([cell('srb10')])).toEqual([])
  expect(roomOfCells(Array(501).fill(cell('srb100')))).toEqual([])
  expect(roomOfCells([cell('srb100')])).toHaveLength(1)
})

test('a cell of a kilometre is drawn as a point until it is wider than eight pixels', () => {
  const layerOf = (id: string) => layers.find((each) => each.id === id)!
  const pixelsAt = (zoom: number) => (512 * 2 ** zoom) / 2 ** 15
  expect(pixelsAt(layerOf('cells-points').maxzoom!)).toBeGreaterThan(16)
  const opacity = JSON.stringify((layerOf('cells').paint as Record<string, unknown>)['fill-opacity'])
  expect(pixelsAt(9)).toBe(8)
  expect(opacity).toContain('9,["case",["==",["length",["get","geohash"]],6],0,0.35]')
})
