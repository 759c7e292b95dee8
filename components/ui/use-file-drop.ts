'use client'
import { type DragEvent, useState } from 'react'

/**
 * Makes an element a place to drop files on.
 *
 * @returns true while a file is dragged over it, and the props for the element
 */
export function useFileDrop(onDrop: (dropped: DataTransfer) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    zone: {
      onDragOver: (event: DragEvent) => {
        // Without this the browser opens the dropped file and leaves the page.
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        // Moving onto a child does not count as leaving.
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
