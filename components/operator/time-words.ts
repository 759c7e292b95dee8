import { counted } from '#lib/domain/text/counted'

// Ages and durations in words.

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

const spoken = { d: 'day', h: 'hour', min: 'minute', s: 'second' } as const

/** `40 seconds`, `1 hour`: as `durationText`, in whole words. */
export function spokenDuration(seconds: number): string {
  const [count, unit] = durationText(seconds).split(' ') as [string, keyof typeof spoken]
  return counted(Number(count), spoken[unit], `${spoken[unit]}s`)
}

/** The age of what happened within an hour of which only the beginning is known: `under 2 h`; from a day on `1 d`. */
export function underHours(seconds: number): string {
  return seconds < 86_400 ? `under ${Math.floor(seconds / 3_600) + 1} h` : durationText(seconds)
}

/** `42 s`, `3 min`, `5 h`, `2 d`: in its largest whole unit. */
export function durationText(seconds: number): string {
  const [length, name] = units.find(([unit]) => seconds >= unit) ?? units[3]
  return `${Math.floor(seconds / length)} ${name}`
}
