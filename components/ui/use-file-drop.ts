'use client'
import { type DragEvent, useState } from 'react'

/**
 * Makes an element a place to drop files on.
 *
 * @returns whether something is held over it, and what the element is to be given
 */
export function useFileDrop(onDrop: (dropped: DataTransfer) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    zone: {
      onDragOver: (event: DragEvent) => {
        // Without this the browser opens what is dropped, and leaves the page.
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        // Onto something within it is not away from it.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        onDrop(event.dataTransfer)
      },
    },
  }
}
