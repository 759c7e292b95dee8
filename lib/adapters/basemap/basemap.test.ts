import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { expect, test } from 'vitest'
import { basemapMaxZoom, basemapTile } from '#lib/adapters/basemap/basemap'
import { tileAt } from '#lib/domain/geo/tile'

async function layersAt(longitude: number, latitude: number, zoom = basemapMaxZoom) {
  const bytes = await basemapTile(tileAt(longitude, latitude, zoom))
  return new VectorTile(new PbfReader(bytes)).layers
}

test('the closest tiles have rivers with their names, lakes and the borders of regions', async () => {
  const paris = await layersAt(2.35, 48.86)
  const { river } = paris
  const names = Array.from({ length: river!.length }, (_, index) => river!.feature(index).properties.name)
  expect(names).toContain('Seine')
  expect(Object.keys(paris)).toEqual(expect.arrayContaining(['land', 'region', 'place']))
  expect(Object.keys(await layersAt(6.5, 46.4))).toContain('water')
})

test('tiles from far away have the largest rivers and lakes only', async () => {
  const { river, water } = await layersAt(2.35, 48.86, 2)
  expect(river!.length).toBeLessThan(60)
  expect(water!.length).toBeLessThan(40)
})
