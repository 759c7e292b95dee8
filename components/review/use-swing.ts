'use client'
import type { ModelViewerElement } from '@google/model-viewer'
import { type RefObject, useEffect } from 'react'
import { type Swing, swingAngle } from './swing.ts'

/** After a pause, as in a hidden tab, the model goes on from where it stands. */
const longestStepSeconds = 0.1

/**
 * Swings the model slowly, until it is touched. With reduced motion it does not move.
 *
 * @param isTaken true as soon as the reader moves the model, which ends the swing for good
 */
export function useSwing(
  box: RefObject<HTMLElement | null>,
  options: { isLoaded: boolean; swing: Swing; isTaken: RefObject<boolean> },
): void {
  const { isLoaded, swing, isTaken } = options
  useEffect(() => {
    const element = box.current?.querySelector('model-viewer') as ModelViewerElement | null | undefined
    if (!isLoaded || !element) return
    const reduced = matchMedia('(prefers-reduced-motion: reduce)')
    const start = -element.turntableRotation
    let [seconds, last] = [0, performance.now()]
    let frame = requestAnimationFrame(function next(now) {
      if (isTaken.current || reduced.matches) return
      seconds += Math.min(longestStepSeconds, Math.max(0, now - last) / 1_000)
      last = now
      // The model turns, not the camera: the other way round.
      element.resetTurntableRotation(-swingAngle(swing, seconds, start))
      frame = requestAnimationFrame(next)
    })
    const stop = new AbortController()
    const take = () => {
      isTaken.current = true
    }
    element.addEventListener('pointerdown', take, { signal: stop.signal })
    element.addEventListener(
      'camera-change',
      (event) => {
        if ((event as CustomEvent<{ source: string }>).detail.source === 'user-interaction') take()
      },
      { signal: stop.signal },
    )
    return () => {
      cancelAnimationFrame(frame)
      stop.abort()
    }
  }, [box, isLoaded, swing, isTaken])
}
