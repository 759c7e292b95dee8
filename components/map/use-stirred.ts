import { useEffect, useState } from 'react'

const signs = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'] as const

/** True after the first pointer, touch or keyboard event on the page. */
export function useStirred(): boolean {
  const [hasStirred, setHasStirred] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const notice = () => {
      setHasStirred(true)
      controller.abort()
    }
    for (const sign of signs) addEventListener(sign, notice, { passive: true, signal })
    return () => controller.abort()
  }, [])
  return hasStirred
}
