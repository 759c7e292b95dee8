import { useEffect, useEffectEvent } from 'react'

/** Calls `act` each time the connection is back while `isOn`. */
export function useWhenOnline(isOn: boolean, act: () => void): void {
  const call = useEffectEvent(act)
  useEffect(() => {
    if (!isOn) return
    const ending = new AbortController()
    window.addEventListener('online', () => call(), { signal: ending.signal })
    return () => ending.abort()
  }, [isOn])
}
