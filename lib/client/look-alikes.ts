import { shortList } from './short-list.ts'

const records = shortList<string>('cairn.look-alikes', (one, other) => one === other)

/**
 * Remembers for this tab that a record was shown as one of a capture that looks like a checked file. This is not in the address alone, because
 * a link could then deny any file. Without storage the page of the record only says that no file was checked there.
 */
export function rememberLookAlike(sha256: string): void {
  records.add(sha256)
}

export function hasLookedAlike(sha256: string): boolean {
  return records.read().includes(sha256)
}
