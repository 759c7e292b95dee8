import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { baseLayers } from './base-layers.ts'
import { labelLayers } from './label-layers.ts'
import { overlayLayers, overlaySources } from './overlays.ts'
import type { MapTokens } from './tokens.ts'

/** The last zoom the basemap has tiles of. */
const basemapMaxZoom = 7
const naturalEarth = '<a href="https://www.naturalearthdata.com/">Natural Earth</a>'
const geoNames =
  '<a href="https://www.geonames.org/">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>)'

/**
 * Every layer of our own style, for a look at another time of day. What pages put on the map lies over the streets and below the
 * names, which stay readable.
 */
export function ownLayers(tokens: MapTokens): readonly LayerSpecification[] {
  return [...baseLayers(tokens), ...overlayLayers(tokens), ...labelLayers(tokens)]
}

/** Our own style: no fonts, no images, no address but ours. */
export function ownStyle(tokens: MapTokens, origin: string): StyleSpecification {
  return {
    version: 8,
    sources: {
      basemap: {
        type: 'vector',
        tiles: [`${origin}/tiles/{z}/{x}/{y}`],
        maxzoom: basemapMaxZoom,
        attribution: `${naturalEarth}, ${geoNames}`,
      },
      // Says where the archive has tiles. The address of a page may differ from that of the settings.
      streets: {
        type: 'vector',
        url: `${origin}/tiles/streets.json`,
        tiles: [`${origin}/tiles/streets/{z}/{x}/{y}`],
      },
      ...overlaySources(),
    },
    layers: [...ownLayers(tokens)],
  }
}
