'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { useWhenOnline } from './use-when-online.ts'

type Module<P> = { default: ComponentType<P> }

/**
 * Loads a part of a page for `lazy` or `dynamic`. If its scripts cannot be fetched, a sentence with a button stands in its place, and
 * the part is fetched again: React caches a failed import, and its error replaces the whole page.
 *
 * @param name the part, at the beginning of a sentence: `The map`
 * @param className of the sentence
 */
export function loadPart<P extends object>(
  load: () => Promise<Module<P>>,
  name: string,
  className?: string,
): Promise<Module<P>> {
  return load().catch(() => ({ default: retryablePart(load, name, className) }))
}

/** A part whose first load failed. It is fetched again when it is shown, when the connection is back, and on request. */
function retryablePart<P extends object>(
  load: () => Promise<Module<P>>,
  name: string,
  className?: string,
): ComponentType<P> {
  return function RetryablePart(props: P) {
    const [Part, setPart] = useState<ComponentType<P>>()
    const fetchAgain = () =>
      load().then(
        (module) => setPart(() => module.default),
        () => {},
      )
    // biome-ignore lint/correctness/useExhaustiveDependencies: once
    useEffect(() => void fetchAgain(), [])
    return Part ? <Part {...props} /> : <NotLoaded name={name} className={className} onRetry={fetchAgain} />
  }
}

/** Says that a part could not be loaded. Calls `onRetry` on request and when the connection is back. */
export function NotLoaded({
  name,
  className = '',
  onRetry,
}: {
  name: string
  className?: string | undefined
  onRetry: () => void
}) {
  useWhenOnline(true, onRetry)
  return (
    <p role="status" className={`not-loaded ${className}`}>
      {name} could not be loaded.{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  )
}
