/** The colours of pictures of maps. A test compares them with the tokens in app/tokens.css, which pictures cannot read. */
export const palettes = {
  light: {
    'map-water': '#a8d0de',
    'map-land': '#f4f2ed',
    'map-coast': '#84abb8',
    'map-border': '#a5a295',
    'map-green': '#e1ead3',
    'map-park': '#c6dfb4',
    'map-building': '#e3dfd5',
    'map-street': '#ffffff',
    'map-major': '#ffedbd',
    'map-casing': '#c2bdae',
    'map-path': '#d3cebf',
    'map-rail': '#b3aea0',
    'map-label': '#59625b',
    'map-place': '#242c27',
  },
  dark: {
    'map-water': '#103a52',
    'map-land': '#111815',
    'map-coast': '#33637c',
    'map-border': '#56665e',
    'map-green': '#16241a',
    'map-park': '#1d4026',
    'map-building': '#1d2823',
    'map-street': '#46574e',
    'map-major': '#6d7f75',
    'map-casing': '#0d1311',
    'map-path': '#2f3d36',
    'map-rail': '#46554d',
    'map-label': '#a3b3aa',
    'map-place': '#e3ebe5',
  },
} as const

/** The outline of a cell, also lightly filled. */
export const cellColors = { light: '#467010', dark: '#c6f24e' } as const

export type Scheme = keyof typeof palettes
export type MapColor = keyof (typeof palettes)['light']
