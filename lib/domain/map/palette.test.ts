import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { palettes } from '#lib/domain/map/palette'

test('pictures of maps have the colours of the maps on pages', () => {
  const css = readFileSync(new URL('../../../app/tokens.css', import.meta.url), 'utf8')
  for (const [name, light] of Object.entries(palettes.light)) {
    const dark = palettes.dark[name as keyof typeof palettes.dark]
    const [, lightText, darkText] = new RegExp(`--${name}: light-dark\\((.+), ([^,]+)\\);`).exec(css)!
    expect(hexOf(lightText!), name).toBe(light)
    expect(hexOf(darkText!), name).toBe(dark)
  }
})

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
