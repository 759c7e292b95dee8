import { isOffline } from '#lib/client/offline'
import { RetryWait } from './retry-wait.ts'

/**
 * Repeats failed requests of a page after growing waits, or at once when the connection is back. While the page is hidden, nothing is
 * requested.
 *
 * @param request repeats what failed
 * @param signal stops the repetition
 */
export function createPageRetry(request: () => void, signal: AbortSignal): RetryWait {
  const wait = new RetryWait(request, isOfUse)
  window.addEventListener('online', () => wait.end(), { signal })
  document.addEventListener('visibilitychange', () => wait.resume(), { signal })
  signal.addEventListener('abort', () => wait.reset())
  return wait
}

/** False while the device is offline or the page is hidden. */
function isOfUse(): boolean {
  return !isOffline() && document.visibilityState === 'visible'
}
