const place = 'cairn.look-alikes'
const most = 20

/**
 * Remembers for this tab that a record was shown as one of a capture that looks like a checked file. This is not in the address alone, because
 * a link could then deny any file.
 */
export function rememberLookAlike(sha256: string): void {
  const others = readLookAlikes().filter((other) => other !== sha256)
  try {
    sessionStorage.setItem(place, JSON.stringify([sha256, ...others].slice(0, most)))
  } catch {
    // Without storage the page of the record only says that no file was checked there.
  }
}

export function hasLookedAlike(sha256: string): boolean {
  return readLookAlikes().includes(sha256)
}

function readLookAlikes(): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}
