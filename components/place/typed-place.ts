'use client'
import { useEffect, useState } from 'react'

let typed = ''

/** Remembers, until the page is loaded again, what the reader typed into a place search and chose no place for. */
export function rememberTyped(text: string): void {
  typed = text
}

/**
 * The text that the reader typed on the previous page. Returned once. It is not in an address, because a link could then put words
 * into the search.
 */
export function useTypedBefore(): string {
  const [text] = useState(() => typed)
  useEffect(() => rememberTyped(''), [])
  return text
}
