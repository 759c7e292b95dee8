'use client'
import { useSyncExternalStore } from 'react'

/** The breakpoint `lg:` of the style sheet. */
const query = '(width >= 64rem)'

/** True if the window has room for a map beside a list. False on the server, so that a phone never loads a map first. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
