/** Scrolls to what a selector names, without motion where the reader wants none. */
export function bringIntoSight(
  selector: string,
  block: ScrollLogicalPosition = 'nearest',
): HTMLElement | null {
  const element = document.querySelector<HTMLElement>(selector)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block, behavior: isCalm ? 'instant' : 'smooth' })
  return element
}
