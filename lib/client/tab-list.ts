const most = 20

/**
 * A list that this tab remembers: its newest 20 entries, newest first. It stays empty if the browser has no storage.
 *
 * @param place its key in `sessionStorage`, @param isSame true if a new entry replaces an earlier one
 */
export function tabList<Entry>(place: string, isSame: (one: Entry, other: Entry) => boolean) {
  const read = (): readonly Entry[] => {
    try {
      const found: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
      return Array.isArray(found) ? found : []
    } catch {
      return []
    }
  }
  const add = (entry: Entry): void => {
    const others = read().filter((other) => !isSame(other, entry))
    try {
      sessionStorage.setItem(place, JSON.stringify([entry, ...others].slice(0, most)))
    } catch {
      // The callers show less without it.
    }
  }
  return { read, add }
}
