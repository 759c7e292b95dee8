'use client'
import { useEffect, useRef, useState } from 'react'
import { useKeptLink } from './use-kept-link.ts'
import { ViewHelp } from './view-help.tsx'

/**
 * A Gaussian splat, to turn and to walk around. The code of the viewer is loaded when a splat is shown, and sends no requests to other
 * origins.
 */
export function SplatView({ url }: { url: string }) {
  const { url: kept } = useKeptLink(url)
  const box = useRef<HTMLDivElement>(null)
  const [reset, setReset] = useState<() => void>()
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    const element = box.current
    if (!kept || !element) return
    const stop = new AbortController()
    const { signal } = stop
    const open = async () => {
      const [{ openSplats }, response] = await Promise.all([
        import('./open-splats.ts'),
        fetch(kept, { signal }),
      ])
      if (!response.ok) throw new Error(`the file could not be loaded: ${response.status}`)
      const show = await openSplats(element, await response.arrayBuffer(), signal)
      setReset(() => show)
    }
    open().then(
      () => setState('shown'),
      () => !signal.aborted && setState('failed'),
    )
    return () => stop.abort()
  }, [kept])
  return (
    <>
      <div ref={box} data-splats={state} className="absolute inset-0">
        {state !== 'shown' && (
          <div className="pointer-events-none absolute inset-0 grid place-items-center bg-sunken">
            <p role={state === 'failed' ? 'alert' : 'status'} className="panel px-5 py-3 text-sm">
              {state === 'failed'
                ? 'The splat could not be shown here. You can still download it.'
                : 'Loading the splat…'}
            </p>
          </div>
        )}
      </div>
      {state === 'shown' && reset && <ViewHelp onReset={reset} />}
    </>
  )
}
