/**
 * Keeps the place of the keyboard for as long as the document lives. If the focused element is removed, such as a button that is replaced
 * by its result, the nearest element around it that can have the focus gets it. Otherwise a screen reader would start again at the top of
 * the page. A component that knows a better place for the focus sets it afterwards.
 */
export function keepFocus(): void {
  /** The element that had the focus last, and those around it, from the inside out. */
  let path: EventTarget[] = []
  document.addEventListener('focusin', (event) => {
    path = event.composedPath()
  })
  // A reader who presses elsewhere has left it.
  document.addEventListener('pointerdown', (event) => {
    if (path[0] && !event.composedPath().includes(path[0])) path = []
  })
  new MutationObserver(() => {
    const [last, ...around] = path as HTMLElement[]
    if (last?.isConnected !== false || document.activeElement !== document.body) return
    path = []
    for (const each of around) {
      if (each === document.body) return
      if (!each.isConnected || !(each instanceof HTMLElement)) continue
      if (each.tabIndex < 0) each.tabIndex = -1
      // This does nothing on a hidden element.
      each.focus({ preventScroll: true })
      if (document.activeElement === each) return
    }
  }).observe(document.body, { childList: true, subtree: true })
}
