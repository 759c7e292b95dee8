'use client'
import { useEffect } from 'react'

/**
 * Moves to the heading of a page that took the place of a longer one. After a reload the browser returns to the old scroll position, where
 * only the footer would be visible.
 */
export function StartAtTop() {
  useEffect(() => {
    // Otherwise the browser may restore the old position later.
    history.scrollRestoration = 'manual'
    scrollTo(0, 0)
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])
  return null
}
