/** The colours of pictures of maps. A test compares them with the tokens in app/tokens.css, which pictures cannot read. */
export const palettes = {
  light: {
    'map-water': '#bcd9e2',
    'map-land': '#f4f2ed',
    'map-coast': '#9fbcc5',
    'map-border': '#b9b6ab',
    'map-green': '#e8eddf',
    'map-park': '#dbe8cf',
    'map-building': '#e7e4dc',
    'map-street': '#ffffff',
    'map-major': '#fff3d6',
    'map-casing': '#d5d1c5',
    'map-path': '#dfdbcf',
    'map-rail': '#c4c0b4',
    'map-label': '#59625b',
    'map-place': '#242c27',
  },
  dark: {
    'map-water': '#0b2230',
    'map-land': '#111815',
    'map-coast': '#234152',
    'map-border': '#3b4742',
    'map-green': '#131d17',
    'map-park': '#16281b',
    'map-building': '#1b2520',
    'map-street': '#2b3832',
    'map-major': '#46554d',
    'map-casing': '#0d1311',
    'map-path': '#222d28',
    'map-rail': '#36433d',
    'map-label': '#a3b3aa',
    'map-place': '#e3ebe5',
  },
} as const

/** The outline of a cell, also lightly filled. */
export const cellColors = { light: '#4f7d16', dark: '#c6f24e' } as const

export type Scheme = keyof typeof palettes
export type MapColor = keyof (typeof palettes)['light']
