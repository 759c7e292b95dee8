import 'server-only'
import { inflateSync } from 'node:zlib'
import { readCardFonts } from '#lib/adapters/card-fonts'
import { processValue } from '#lib/adapters/process-value'
import type { OutlineOf } from '#lib/domain/map/draw-cell'
import { type Font, readFont } from '#lib/domain/text/glyphs'
import { outlineText } from '#lib/domain/text/outline-text'

const outlines = processValue<Promise<OutlineOf>>('label outlines')

/** Outlines of text in the typeface of the pages; `undefined` for text with other characters. */
export function readLabelOutlines(): Promise<OutlineOf> {
  outlines.current ??= readCardFonts().then((files) => {
    const fonts = files.map(({ weight, data }) => ({ weight, font: readFont(tablesOf(data)) }))
    const ofWeight = (weight: number): Font[] =>
      fonts.filter((each) => each.weight === weight).map(({ font }) => font)
    const byWeight = { 400: ofWeight(400), 600: ofWeight(600) }
    return (text, weight) => outlineText(text, byWeight[weight])
  })
  return outlines.current
}

/** The tables of a font in the format WOFF 1.0, each of which is compressed if that makes it smaller. */
function tablesOf(woff: Buffer): (tag: string) => DataView {
  const count = woff.readUInt16BE(12)
  const tables = new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 44 + index * 20
      const [offset, stored, size] = [4, 8, 12].map((member) => woff.readUInt32BE(at + member)) as [
        number,
        number,
        number,
      ]
      const bytes = woff.subarray(offset, offset + stored)
      const table = stored < size ? inflateSync(bytes) : bytes
      return [
        woff.toString('latin1', at, at + 4),
        new DataView(table.buffer, table.byteOffset, table.length),
      ] as const
    }),
  )
  return (tag) => {
    const table = tables.get(tag)
    if (!table) throw new Error(`the font has no table ${tag}`)
    return table
  }
}
