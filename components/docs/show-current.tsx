'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Scrolls the list of pages, and nothing else, to the current page. */
export function ShowCurrent() {
  const here = useRef<HTMLSpanElement>(null)
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the path
  useEffect(() => {
    const list = here.current?.closest('aside')
    const current = here.current?.parentElement?.querySelector('[aria-current]')
    if (!list || !current) return
    const offset = current.getBoundingClientRect().top - list.getBoundingClientRect().top
    if (offset < 0 || offset > list.clientHeight - 48) list.scrollTop += offset - list.clientHeight / 2
  }, [path])
  return <span ref={here} hidden />
}
