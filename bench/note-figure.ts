import { appendFileSync } from 'node:fs'
import type { Figure } from './compare-figures.ts'

/**
 * Gives a figure of a benchmark to `npm run bench`, which compares it with the last recorded one. Only ratios within one run, such as to a
 * peer, are given: speeds differ from machine to machine. Without `npm run bench` nothing is stored.
 */
export function noteFigure(figure: Figure): void {
  const file = process.env.BENCH_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}
