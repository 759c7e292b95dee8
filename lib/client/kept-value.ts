/** A value that this browser keeps, as the pages of every tab see it. */
export type KeptValue<Value> = {
  /** The same object while nothing changes. */
  read: () => Value
  /** Calls back when another part of this page, or another tab, changes it; the answer ends that. */
  watch: (onChange: () => void) => () => void
  /** `undefined`: no longer kept. */
  write: (value: Value | undefined) => void
}

/** @param options.parse what the kept text means; `null`: nothing is kept, or not yet */
export function createKeptValue<Value>(options: {
  place: string
  parse: (text: string | null) => Value
}): KeptValue<Value> {
  const { place, parse } = options
  const listeners = new Set<() => void>()
  let last: { text: string | null; value: Value } = { text: null, value: parse(null) }
  return {
    read: () => {
      const text = localStorage.getItem(place)
      if (text !== last.text) last = { text, value: parse(text) }
      return last.value
    },
    watch: (onChange) => {
      const onStorage = (event: StorageEvent) => event.key === place && onChange()
      listeners.add(onChange)
      window.addEventListener('storage', onStorage)
      return () => {
        listeners.delete(onChange)
        window.removeEventListener('storage', onStorage)
      }
    },
    write: (value) => {
      if (value === undefined) localStorage.removeItem(place)
      else localStorage.setItem(place, JSON.stringify(value))
      for (const listener of listeners) listener()
    },
  }
}
