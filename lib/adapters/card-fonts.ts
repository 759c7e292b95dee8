import 'server-only'
import { readFile } from 'node:fs/promises'
import { packageRequire } from '#lib/adapters/basemap/package-file'
import { processValue } from '#lib/adapters/process-value'

type CardFont = { name: string; data: Buffer; weight: 400 | 600; style: 'normal' }

const files = [
  ['Instrument Sans', 'latin', 400],
  ['Instrument Sans', 'latin', 600],
  ['Instrument Sans Extended', 'latin-ext', 400],
  ['Instrument Sans Extended', 'latin-ext', 600],
] as const

const fonts = processValue<Promise<CardFont[]>>('card fonts')

/** The typeface of the pages in the static form that a drawing needs. Read once. */
export function readCardFonts(): Promise<CardFont[]> {
  fonts.current ??= Promise.all(
    files.map(async ([name, subset, weight]) => {
      const file = `@fontsource/instrument-sans/files/instrument-sans-${subset}-${weight}-normal.woff`
      return { name, weight, style: 'normal' as const, data: await readFile(packageRequire().resolve(file)) }
    }),
  )
  return fonts.current
}

/** True if the fonts can draw the text. For anything else the drawing library would ask a server on the internet. */
export function isDrawable(text: string): boolean {
  return /^[\u0020-\u017f\u2013-\u2026]*$/.test(text)
}
