import { difference } from './service-clock.ts'

/** Differences below this are delays of the network, not of a clock. */
const minDifferenceMs = 60_000

/** Compares the clock of this device with the time at which the service answered. @param response one that no cache may have stored */
export function noteServiceTime({ headers }: Pick<Response, 'headers'>): void {
  const ms = Date.now() - Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(ms)) difference.ms = Math.abs(ms) < minDifferenceMs ? 0 : ms
}
