/** `2026-03-04 15:05:09 +01:00`: the reader's own time, and how far it is from UTC. */
export function localText(iso: string): string {
  const time = new Date(iso)
  const ahead = -time.getTimezoneOffset()
  const shifted = new Date(time.getTime() + ahead * 60_000).toISOString()
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)} ${offset}`
}

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** `3 min ago`, `in 2 d`. @param now epoch milliseconds */
export function ageText(iso: string, now: number): string {
  const seconds = Math.round((now - new Date(iso).getTime()) / 1_000)
  const text = durationText(Math.abs(seconds))
  return seconds >= 0 ? `${text} ago` : `in ${text}`
}

/** `42 s`, `3 min`, `5 h`, `2 d`: in its largest whole unit. */
export function durationText(seconds: number): string {
  const [length, name] = units.find(([unit]) => seconds >= unit) ?? units[3]
  return `${Math.floor(seconds / length)} ${name}`
}
