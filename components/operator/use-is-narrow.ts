'use client'
import { useSyncExternalStore } from 'react'

const narrow = '(width < 64rem)'

/** True on phones and tablets. The console is rendered only in the browser, so its first rendering knows the width. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(narrow)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(narrow).matches,
    () => false,
  )
}
