/** A value in this browser's storage, shared by all tabs. */
export type KeptValue<Value> = {
  /** Returns the same object until the value changes. */
  read: () => Value
  /** Calls back when another part of this page, or another tab, changes the value. Returns a function that ends this. */
  watch: (onChange: () => void) => () => void
  /** `undefined` removes the value. @throws if the browser has no storage or no room */
  write: (value: Value | undefined) => void
  /** True if a text of this length can be stored. */
  hasRoomFor: (text: string) => boolean
}

/** @param options.parse parses the stored text; `null` if nothing is stored yet */
export function createKeptValue<Value>(options: {
  place: string
  parse: (text: string | null) => Value
}): KeptValue<Value> {
  const { place, parse } = options
  const listeners = new Set<() => void>()
  let last: { text: string | null; value: Value } = { text: null, value: parse(null) }
  return {
    read: () => {
      const text = readText(place)
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
    hasRoomFor: (text) => {
      const trial = `${place}.trial`
      try {
        localStorage.setItem(trial, text)
        localStorage.removeItem(trial)
        return true
      } catch {
        return false
      }
    },
  }
}

/** If the browser has no storage, reading finds no value. Only a write can fail. */
function readText(place: string): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}
