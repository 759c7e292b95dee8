import { sizeText } from '#lib/client/check-view'
import { counted } from '#lib/domain/text/counted'

// Values of limits as people set them.

const timeUnits = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const
const byteUnits = [
  [2 ** 40, 'TiB'],
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
] as const

/** Whole seconds in the largest unit that divides them: `10 hours`, `90 minutes`. */
export function wholeDuration(seconds: number): string {
  const [length, name] = timeUnits.find(([unit]) => seconds % unit === 0)!
  return counted(seconds / length, name, `${name}s`)
}

/** Bytes in the largest binary unit that divides them: `20 GiB`; others as sizes of files: `1.50 GB`. */
export function wholeSize(bytes: number): string {
  const unit = byteUnits.find(([size]) => bytes >= size && bytes % size === 0)
  return unit ? `${(bytes / unit[0]).toLocaleString('en')} ${unit[1]}` : sizeText(bytes)
}
