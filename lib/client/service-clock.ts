/** How far the clock of this device is ahead of that of the service's machine, as far as it is known. */
export const difference = { ms: 0 }

/**
 * How far somebody moved the clock of a demonstration ahead, in seconds, as the page's root element says it; 0 for a real service. The
 * header `date` of a response does not count it: that is the time of the machine.
 */
export function demoLeadSeconds(): number {
  return typeof document === 'undefined' ? 0 : Number(document.documentElement.dataset.clockLead ?? 0)
}

/** The time by the clock of the service; by that of this device until a response told it. */
export function serviceNow(): Date {
  return new Date(Date.now() - difference.ms + demoLeadSeconds() * 1_000)
}
