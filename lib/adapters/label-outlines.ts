import 'server-only'
import type { Font, Path } from 'fontkit'
import { readCardFonts } from '#lib/adapters/card-fonts'
import { processValue } from '#lib/adapters/process-value'
import { type OutlineOf, outlineSize, type TextOutline } from '#lib/domain/map/draw-cell'

const outlines = processValue<Promise<OutlineOf>>('label outlines')

/** Outlines of text in the typeface of the pages; `undefined` for text with other characters. */
export function readLabelOutlines(): Promise<OutlineOf> {
  outlines.current ??= (async () => {
    // Loaded with the first map that is drawn, because it takes a web process 60 ms to start.
    const [{ create }, files] = await Promise.all([import('fontkit'), readCardFonts()])
    const fonts = files.map(({ weight, data }) => ({ weight, font: create(data) as Font }))
    const ofWeight = (weight: number): Font[] =>
      fonts.filter((each) => each.weight === weight).map(({ font }) => font)
    const byWeight = { 400: ofWeight(400), 600: ofWeight(600) }
    return (text, weight) => outlineText(text, byWeight[weight])
  })()
  return outlines.current
}

/** @param fonts in which a character is searched, one after another */
function outlineText(text: string, fonts: readonly Font[]): TextOutline | undefined {
  let width = 0
  const paths: { path: Path; x: number }[] = []
  for (const { font, characters } of runsOf(text, fonts)) {
    if (!font) return undefined
    const times = outlineSize / font.unitsPerEm
    const { glyphs, positions } = font.layout(characters)
    for (const [index, { path }] of glyphs.entries()) {
      const { xAdvance, xOffset } = positions[index]!
      paths.push({ path: path.scale(times, -times), x: width + xOffset * times })
      width += xAdvance * times
    }
  }
  return {
    width,
    d: ({ x, y }) => paths.map((each) => pathData(each.path, { x: each.x + x, y })).join(''),
  }
}

const letters = { moveTo: 'M', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c', closePath: 'z' }

/** In whole, relative steps: a third of the bytes of the library's own path data. */
function pathData(path: Path, from: { x: number; y: number }): string {
  let at = [0, 0]
  return path.commands
    .map(({ command, args }) => {
      const points = args.map((value, index) => Math.round(value + (index % 2 === 0 ? from.x : from.y)))
      const [fromX, fromY] = command === 'moveTo' ? [0, 0] : at
      const steps = points.map((value, index) => value - (index % 2 === 0 ? fromX! : fromY!))
      if (points.length > 0) at = points.slice(-2)
      return letters[command] + steps.join(' ').replaceAll(' -', '-')
    })
    .join('')
}

/** Characters in a row that are in the same font. */
function runsOf(text: string, fonts: readonly Font[]): { font: Font | undefined; characters: string }[] {
  const runs: { font: Font | undefined; characters: string }[] = []
  for (const character of text) {
    const font = fonts.find((each) => each.hasGlyphForCodePoint(character.codePointAt(0)!))
    const last = runs.at(-1)
    if (last && last.font === font) last.characters += character
    else runs.push({ font, characters: character })
  }
  return runs
}
