import { useSyncExternalStore } from 'react'
import { isOffline } from '#lib/client/offline'

/** True while this device is known to have no connection. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(watchConnection, isOffline, () => false)
}

function watchConnection(notify: () => void): () => void {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}
