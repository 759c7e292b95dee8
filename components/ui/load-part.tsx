'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { useWhenOnline } from './use-when-online.ts'

type Module<P> = { default: ComponentType<P> }

/**
 * Loads a part of a page for `lazy` or `dynamic`, which keep an error for good and show it in place of the whole page. If the scripts of
 * the part cannot be fetched, a sentence with a button stands in its place, and the part is fetched again.
 *
 * @param name the part, at the beginning of a sentence: `The map`
 * @param className of the sentence
 */
export async function loadPart<P extends object>(
  load: () => Promise<Module<P>>,
  name: string,
  className?: string,
): Promise<Module<P>> {
  try {
    return await load()
  } catch {
    return { default: laterPart(load, name, className) }
  }
}

/** A part whose first load failed. It is fetched again when it is shown, when the connection is back, and on request. */
function laterPart<P extends object>(
  load: () => Promise<Module<P>>,
  name: string,
  className?: string,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function LaterPart(props: P) {
    const [Part, setPart] = useState(() => loaded)
    const [isLoading, setIsLoading] = useState(true)
    useEffect(() => {
      if (Part || !isLoading) return
      load().then(
        (module) => {
          loaded = module.default
          setPart(() => loaded)
        },
        () => setIsLoading(false),
      )
    }, [Part, isLoading])
    if (Part) return <Part {...props} />
    return <NotLoaded {...{ name, className, isLoading }} onRetry={() => setIsLoading(true)} />
  }
}

/** Says that a part could not be loaded. Calls `onRetry` on request and when the connection is back. */
export function NotLoaded(props: {
  name: string
  className?: string | undefined
  /** True while it is fetched again. */
  isLoading?: boolean
  onRetry: () => void
}) {
  const { name, className = '', isLoading = false, onRetry } = props
  useWhenOnline(true, onRetry)
  return (
    <p role="status" className={`text-sm text-soft ${className}`}>
      {isLoading ? (
        'Loading…'
      ) : (
        <>
          {name} could not be loaded.{' '}
          <button type="button" className="font-semibold text-ink underline" onClick={onRetry}>
            Try again
          </button>
        </>
      )}
    </p>
  )
}
