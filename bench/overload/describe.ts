import type { Answered } from './call.ts'

/**
 * One line for each kind and status: answers in time, a second, and how long all took. Refusals of the first second, which may be a burst,
 * have a line of their own.
 */
export function describe(title: string, answered: readonly Answered[], seconds: number): string {
  const groups = Map.groupBy(answered, nameOf)
  const lines = [...groups].sort().map(([name, group]) => {
    const took = group.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
    const at = (part: number) =>
      `${Math.round(took[Math.min(took.length - 1, Math.floor(took.length * part))]!)} ms`
    const inTime = group.filter(({ isInTime }) => isInTime).length / seconds
    return `  ${name.padEnd(18)} ${inTime.toFixed(1).padStart(6)} a second, ${group.length} in all  p50 ${at(0.5)}  p99 ${at(0.99)}  longest ${at(1)}`
  })
  return [title, ...lines].join('\n')
}

const nameOf = ({ kind, status, isEarly }: Answered) =>
  `${kind} ${status || 'no answer'}${status === 503 && isEarly ? ' (early)' : ''}`
