import { counted } from '#lib/domain/text/counted'

// Values of limits as people set them.

const timeUnits = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Whole seconds in the largest unit that divides them: `10 hours`, `90 minutes`. */
export function wholeDuration(seconds: number): string {
  const [length, name] = timeUnits.find(([unit]) => seconds % unit === 0)!
  return counted(seconds / length, name, `${name}s`)
}

/** The used share of a limit. Zero is shown as `<1%`, because only wallets that have used something are listed. */
export function usedText(percent: number): string {
  return percent === 0 ? '<1%' : `${percent}%`
}
