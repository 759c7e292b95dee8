import { ageTokens } from './age-ramp.ts'

const names = [
  '--map-water',
  '--map-land',
  '--map-coast',
  '--map-border',
  '--map-grid',
  '--ink',
  '--soft',
  '--link',
  '--raised',
  ...ageTokens,
] as const

/** Colours as `rgb(r, g, b)`: what draws the map reads neither `oklch()` nor `light-dark()`. */
export type MapTokens = Readonly<Record<(typeof names)[number], string>>

/** The tokens as they are for an element just now, in the reader's scheme. */
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
  const tokens = Object.fromEntries(names.map((name) => [name, read(name)])) as MapTokens
  probe.remove()
  return tokens
}
