import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cellColors, palettes, type Scheme } from '#lib/domain/map/palette'

test('pictures of maps have the colours of the maps on pages', () => {
  const css = readFileSync(new URL('../../../app/tokens.css', import.meta.url), 'utf8')
  for (const [name, light] of Object.entries(palettes.light)) {
    const dark = palettes.dark[name as keyof typeof palettes.dark]
    const [, lightText, darkText] = new RegExp(`--${name}: light-dark\\((.+), ([^,]+)\\);`).exec(css)!
    expect(hexOf(lightText!), name).toBe(light)
    expect(hexOf(darkText!), name).toBe(dark)
  }
})

test.each<Scheme>(['light', 'dark'])(
  'in %s, streets, water, parks and the outline of a cell stand out from land',
  (scheme) => {
    const colors = palettes[scheme]
    const onLand = (color: string) => contrast(color, colors['map-land'])
    // White streets on paper are seen by their edges.
    expect(onLand(scheme === 'light' ? colors['map-casing'] : colors['map-street'])).toBeGreaterThanOrEqual(
      1.5,
    )
    expect(contrast(colors['map-street'], colors['map-casing'])).toBeGreaterThanOrEqual(1.5)
    expect(onLand(colors['map-water'])).toBeGreaterThanOrEqual(1.4)
    expect(onLand(colors['map-park'])).toBeGreaterThanOrEqual(1.25)
    for (const below of ['map-land', 'map-water', 'map-park'] as const)
      expect(contrast(cellColors[scheme], colors[below]), below).toBeGreaterThanOrEqual(3)
  },
)

/** The contrast of two hexadecimal colours (WCAG 2.2, "contrast ratio"). */
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A hexadecimal colour of one in hexadecimal digits or `oklch()` (CSS Color 4, section 10.8). */
function hexOf(text: string): string {
  const found = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text)
  if (!found) return text
  const [lightness, chroma, hue] = found.slice(1).map(Number) as [number, number, number]
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const encode = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
  return `#${linear
    .map((value) =>
      Math.round(255 * encode(value))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
