import type { Font } from '#lib/domain/text/glyphs'

/** A line of text as an outline, in the units of `outlineSize`: its width, and its SVG path data from a position on its baseline. */
export type TextOutline = { width: number; d: (from: { x: number; y: number }) => string }

/**
 * Turns text into an outline, for a picture that cannot load a font.
 *
 * @param fonts in which a character is searched, one after another
 * @returns `undefined` if no font has one of the characters
 */
export function outlineText(text: string, fonts: readonly Font[]): TextOutline | undefined {
  let width = 0
  const placed: { x: number; y: number; steps: string }[] = []
  for (const character of text) {
    const glyph = fonts.map((font) => font.glyphOf(character)).find((found) => found !== undefined)
    if (!glyph) return undefined
    for (const { x, y, steps } of glyph.contours) placed.push({ x: x + width, y, steps })
    width += glyph.advance
  }
  const start = (value: number) => String(Math.round(value))
  return {
    width,
    d: (from) =>
      placed.map(({ x, y, steps }) => `M${start(x + from.x)} ${start(y + from.y)}${steps}`).join(''),
  }
}
