import 'server-only'

/** What a stored file is served as. */
export type Served = {
  /** Media type. */
  type: string
  /** The name a browser saves it under. */
  name: string
  disposition: 'inline' | 'attachment'
}

/** How long a signed link is good for. */
export const linkSeconds = 900

/**
 * Finished files: the originals of submissions, previews, models. A key is a path of our own making (`originals/…`), never
 * a name somebody sent. Links may show it, so it says nothing private; knowing it opens nothing. Whoever may see a file gets
 * a signed link to it, and nothing else is reachable.
 */
export type Storage = {
  /**
   * Keeps a copy of a local file under a key, and answers once no crash can lose it. Doing it again is safe: readers see the
   * old file or the new one, whole.
   */
  put: (args: { key: string; path: string; type: string }) => Promise<void>
  /** Gives a local path of a stored file while `use` runs. It is to be read only. @throws NotStored when there is none */
  withLocal: <Result>(key: string, use: (path: string) => Promise<Result>) => Promise<Result>
  /** Nothing happens when there is none. */
  remove: (key: string) => Promise<void>
  /**
   * A link that serves the file to whoever has it, for `linkSeconds` from `now`: by the service's clock where we serve it
   * ourselves, and from this moment by the clock of the store where that does.
   */
  signGet: (args: { key: string; served: Served; now: Date }) => Promise<string>
}

/** There is no file under the key. */
export class NotStored extends Error {
  override readonly name = 'NotStored'
  constructor(key: string, options?: ErrorOptions) {
    super(`nothing is stored as ${key}`, options)
  }
}

/** By its name: the store may have been opened by another copy of this module, since pages and routes are bundled apart. */
export function isNotStored(error: unknown): error is NotStored {
  return error instanceof Error && error.name === 'NotStored'
}

const keyLengthMax = 200
/** Parts joined by `/`; none begins with a dot, so none leads anywhere else or is a hidden file. */
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** @throws Error unless it is one that every store takes, and that leads nowhere else */
export function assertKey(key: string): void {
  if (key.length > keyLengthMax || !keyShape.test(key))
    throw new Error(`not a key of the store: ${JSON.stringify(key.slice(0, keyLengthMax))}`)
}
