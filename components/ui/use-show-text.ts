import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls an element into view each time its text appears or changes. On a phone it may be outside the visible part of a sheet. */
export function useShowText<E extends HTMLElement>(text: string): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    if (text !== '') element.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return element
}
