/** How far the clock of this device is ahead of that of the service, as far as it is known. */
export const difference = { ms: 0 }

/** The time by the clock of the service; by that of this device until a response told it. */
export function serviceNow(): Date {
  return new Date(Date.now() - difference.ms)
}
