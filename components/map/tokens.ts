import { ageTokens } from './age-ramp.ts'

const names = [
  '--map-water',
  '--map-land',
  '--map-coast',
  '--map-border',
  '--map-green',
  '--map-park',
  '--map-building',
  '--map-building-edge',
  '--map-street',
  '--map-major',
  '--map-casing',
  '--map-path',
  '--map-rail',
  '--map-label',
  '--map-place',
  '--map-water-label',
  '--ink',
  '--soft',
  '--link',
  '--raised',
  '--lichen',
  ...ageTokens,
] as const

/** Colours as `rgb(r, g, b)`, because the map library reads neither `oklch()` nor `light-dark()`. */
type MapColors = Readonly<Record<(typeof names)[number], string>>
export type MapTokens = MapColors & {
  /** Families of the page's font: labels are drawn with it. */
  fonts: readonly string[]
  /** Size of the page's text relative to 16 pixels: more on a large screen, and if the reader has set a larger font. */
  textScale: number
}

/** The current tokens of an element, in the reader's colour scheme. */
export function readTokens(element: HTMLElement): MapTokens {
  const probe = document.createElement('span')
  probe.hidden = true
  element.append(probe)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const read = (name: string) => {
    probe.style.color = `var(${name})`
    context.fillStyle = getComputedStyle(probe).color
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  const colors = Object.fromEntries(names.map((name) => [name, read(name)])) as MapColors
  // Fallback fonts are local fonts with other metrics, and may be missing on a machine.
  const fonts = getComputedStyle(probe)
    .fontFamily.split(/\s*,\s*/)
    .filter((family) => !family.includes('Fallback'))
  probe.remove()
  const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  return { ...colors, fonts, textScale }
}
