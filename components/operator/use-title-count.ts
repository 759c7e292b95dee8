'use client'
import { useEffect } from 'react'
import { titleWithCount } from './title-count.ts'

/** Shows a number in the title of the tab, also of the pages that are opened later: the framework replaces the title with each page. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const write = () => {
      const title = titleWithCount(document.title, count)
      if (document.title !== title) document.title = title
    }
    write()
    const observer = new MutationObserver(write)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = titleWithCount(document.title, 0)
    }
  }, [count])
}
