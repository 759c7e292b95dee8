import { useSyncExternalStore } from 'react'
import { createKeptValue } from '#lib/client/kept-value'

/** The reader's own endpoints; empty: none. */
type OwnEndpoints = { rpcUrl: string; witnessUrl: string }

export type Endpoints = {
  /** The reader's own endpoint, else the service's; `undefined` when there is neither. */
  rpcUrl: string | undefined
  /** A second endpoint whose answers must agree. */
  witnessUrl: string | undefined
  own: OwnEndpoints
  setOwn: (own: OwnEndpoints) => void
}

const none: OwnEndpoints = { rpcUrl: '', witnessUrl: '' }

const kept = createKeptValue<OwnEndpoints>({
  place: 'cairn.chain-endpoints',
  parse: (text) => {
    try {
      const { rpcUrl, witnessUrl } = Object(text === null ? undefined : JSON.parse(text))
      return { rpcUrl: urlOr(rpcUrl), witnessUrl: urlOr(witnessUrl) }
    } catch {
      return none
    }
  },
})

/** The endpoints for reading the chain. The reader's own are stored only in this browser. */
export function useEndpoints(defaultUrl: string | undefined): Endpoints {
  const own = useSyncExternalStore(kept.watch, kept.read, () => none)
  return {
    rpcUrl: own.rpcUrl || defaultUrl,
    witnessUrl: own.witnessUrl || undefined,
    own,
    setOwn: (value) => {
      try {
        kept.write(value.rpcUrl || value.witnessUrl ? value : undefined)
      } catch {
        // The browser may block storage. Custom endpoints then last until the page is closed.
      }
    },
  }
}

export function isEndpoint(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function urlOr(value: unknown): string {
  return typeof value === 'string' && isEndpoint(value) ? value : ''
}
