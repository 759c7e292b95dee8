import { useEffect, useState } from 'react'

const inputEvents = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'] as const

/** True after the first pointer, touch or keyboard event on the page. A key or press from before its scripts ran counts too. */
export function useHadInput(): boolean {
  const [hadInput, setHadInput] = useState(false)
  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive) {
      setHadInput(true)
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    const notice = () => {
      setHadInput(true)
      controller.abort()
    }
    for (const name of inputEvents) addEventListener(name, notice, { passive: true, signal })
    return () => controller.abort()
  }, [])
  return hadInput
}
