import { isOffline } from '#lib/client/offline'
import { RetryWait } from './retry-wait.ts'

/**
 * A wait for requests of this page: it ends when the connection is back, and what is due while nobody sees the page is requested when
 * somebody does.
 *
 * @param signal ends it
 */
export function createPageRetry(request: () => void, signal: AbortSignal): RetryWait {
  const wait = new RetryWait(request, isOfUse)
  window.addEventListener('online', () => wait.end(), { signal })
  document.addEventListener('visibilitychange', () => wait.resume(), { signal })
  signal.addEventListener('abort', () => wait.reset())
  return wait
}

/** False while a request would fail, or nobody would see what it brings. */
function isOfUse(): boolean {
  return !isOffline() && document.visibilityState === 'visible'
}
