'use client'
import { useEffect, useState } from 'react'

/**
 * Scrolls to the part that the address names, which was not there yet when the page was opened.
 *
 * @param otherwise the id of the part if the address names none. Only the first one counts: later changes do not scroll.
 */
export function ScrollToAddressed(props: { otherwise?: string }) {
  const [otherwise] = useState(props.otherwise ?? '')
  useEffect(() => {
    const id = location.hash.slice(1) || otherwise
    if (id !== '') document.getElementById(id)?.scrollIntoView()
  }, [otherwise])
  return null
}
