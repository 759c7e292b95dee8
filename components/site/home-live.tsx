'use client'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'

const Live = dynamic(() => import('../explore/live-status.tsx').then((module) => module.LiveStatus), {
  ssr: false,
})

/** The line about new captures, loaded once the browser is idle. */
export function HomeLive() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const begin = () => setIsIdle(true)
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(begin, 2_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(begin)
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle ? <Live /> : null
}
