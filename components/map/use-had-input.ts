import { useEffect, useState } from 'react'

const inputEvents = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'] as const

/**
 * True after the first pointer, touch or keyboard event on the page. A key or press from before its scripts ran counts too; the event
 * that browsers send for a pointer at rest when a page appears under it does not.
 */
export function useHadInput(): boolean {
  const [hadInput, setHadInput] = useState(false)
  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive) {
      setHadInput(true)
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    const notice = (event: Event) => {
      if (event instanceof PointerEvent && isAtRest(event)) return
      setHadInput(true)
      controller.abort()
    }
    for (const name of inputEvents) addEventListener(name, notice, { passive: true, signal })
    return () => controller.abort()
  }, [])
  return hadInput
}

function isAtRest({ type, movementX, movementY }: PointerEvent): boolean {
  return type === 'pointermove' && movementX === 0 && movementY === 0
}
