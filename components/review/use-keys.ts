'use client'
import { useEffect, useRef } from 'react'

/** Elements that handle letters themselves (`typed`), and elements that handle the space bar and the arrow keys but not Escape (`operated`). */
const typed = 'input, textarea, select, [contenteditable], dialog'
const operated = 'button, a, summary, label, video, model-viewer'

/**
 * Single-key shortcuts of the page. They are off while the reader types, a dialog is open, or the focused
 * element needs the key.
 */
export function useKeys(actions: Record<string, () => void>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const target = event.target as HTMLElement
      const isLetter = event.key.length === 1 && event.key !== ' '
      const isUsed = !isLetter && event.key !== 'Escape' && target.closest(operated)
      if (target.closest(typed) || isUsed) return
      const action = latest.current[isLetter ? event.key.toLowerCase() : event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
