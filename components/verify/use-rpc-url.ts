import { useSyncExternalStore } from 'react'

const storageKey = 'cairn.rpc-url'
const listeners = new Set<() => void>()

export type RpcUrl = {
  /** The reader's own endpoint, else the service's; `undefined` when there is neither. */
  url: string | undefined
  own: string
  setOwn: (url: string) => void
}

/** The endpoint the chain is read through. The reader's own is kept in this browser only. */
export function useRpcUrl(defaultUrl: string | undefined): RpcUrl {
  const own = useSyncExternalStore(subscribe, readOwn, () => '')
  return { url: own || defaultUrl, own, setOwn }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readOwn(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

function setOwn(url: string): void {
  try {
    if (url) localStorage.setItem(storageKey, url)
    else localStorage.removeItem(storageKey)
  } catch {
    // A browser that keeps nothing has no own endpoint either.
  }
  for (const listener of listeners) listener()
}
