import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { baseLayers } from './base-layers.ts'
import { labelLayers } from './label-layers.ts'
import { overlayLayers, overlaySources } from './overlays.ts'
import type { MapTokens } from './tokens.ts'

/** The last zoom for which the basemap has tiles. */
const basemapMaxZoom = 7
const naturalEarth = '<a href="https://www.naturalearthdata.com/">Natural Earth</a>'
const geoNames =
  '<a href="https://www.geonames.org/">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>)'

/**
 * All layers of our own style, for switching between light and dark. The layers of pages are above the streets and below the names, which
 * stay readable.
 */
export function ownLayers(tokens: MapTokens): readonly LayerSpecification[] {
  return [...baseLayers(tokens), ...overlayLayers(tokens), ...labelLayers(tokens)]
}

/** Our own style: no fonts, no images, and only addresses of this service. */
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
      // A document that says where the archive has tiles. The origin of a page may differ from the one in the settings.
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
