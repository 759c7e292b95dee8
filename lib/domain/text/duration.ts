const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/** Time left in the two largest units that say something: `3 days 4 hours`, `59 minutes`, `less than a minute`. */
export function describeTimeLeft(seconds: number): string {
  const largest = units.findIndex(([length]) => seconds >= length)
  if (largest === -1) return 'less than a minute'
  let rest = seconds
  const parts = units.slice(largest, largest + 2).flatMap(([length, name]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`]
  })
  return parts.join(' ')
}
