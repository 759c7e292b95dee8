const most = 20

/**
 * A list of the newest 20 entries, newest first, in the browser's storage. Without storage it stays empty.
 *
 * @param place its key in the storage, @param isSame true if a new entry replaces an earlier one
 * @param storage `sessionStorage` by default, which each tab has for itself; `localStorage` is shared by all tabs
 */
export function shortList<Entry>(
  place: string,
  isSame: (one: Entry, other: Entry) => boolean,
  storage: () => Storage = () => sessionStorage,
) {
  const read = (): readonly Entry[] => {
    try {
      const found: unknown = JSON.parse(storage().getItem(place) ?? '[]')
      return Array.isArray(found) ? found : []
    } catch {
      return []
    }
  }
  const add = (entry: Entry): void => {
    const others = read().filter((other) => !isSame(other, entry))
    try {
      storage().setItem(place, JSON.stringify([entry, ...others].slice(0, most)))
    } catch {
      // The callers show less without it.
    }
  }
  return { read, add }
}
