import type { Map as MapLibre } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { showStreets } from './street-layers.ts'

test('the layers of the archive are hidden, and no others', () => {
  const calls: unknown[][] = []
  const layers: Record<string, { source?: string }> = {
    water: {},
    land: { source: 'basemap' },
    'street-minor': { source: 'streets' },
    area: { source: 'area' },
    'street-name': { source: 'streets' },
  }
  const map = {
    getLayersOrder: () => Object.keys(layers),
    getLayer: (id: string) => layers[id],
    setLayoutProperty: (...args: unknown[]) => calls.push(args),
  } as unknown as MapLibre
  showStreets(map, false)
  expect(calls).toEqual([
    ['street-minor', 'visibility', 'none'],
    ['street-name', 'visibility', 'none'],
  ])
})
