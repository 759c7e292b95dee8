import 'server-only'

/** The response headers of a stored file. */
export type Served = {
  /** Media type. */
  type: string
  /** The name a browser saves it under. */
  name: string
  disposition: 'inline' | 'attachment'
}

/** Lifetime of a signed link. */
export const linkSeconds = 900

/**
 * Stores finished files: originals of submissions, previews, models. A key is a path that we generate
 * (`originals/…`), never a file name from a client. Keys are visible in links, so they contain no private
 * data. A file can be read only with a signed link; its key alone gives no access.
 */
export type Storage = {
  /**
   * Stores a copy of a local file under a key; resolves once the copy is durable. Replaces atomically:
   * readers get either the complete old file or the complete new one.
   */
  put: (args: { key: string; path: string; type: string }) => Promise<void>
  /**
   * Calls `use` with a local path of the stored file, valid while `use` runs and read-only.
   *
   * @throws NotStored
   */
  withLocal: <Result>(key: string, use: (path: string) => Promise<Result>) => Promise<Result>
  /** Idempotent: a missing file is ignored. */
  remove: (key: string) => Promise<void>
  /**
   * Returns a link that serves the file to its holder for `linkSeconds`: from `now` if the app serves it,
   * from the current system time if the store does.
   */
  signGet: (args: { key: string; served: Served; now: Date }) => Promise<string>
}

/** The key has no file. */
export class NotStored extends Error {
  override readonly name = 'NotStored'
  constructor(key: string, options?: ErrorOptions) {
    super(`nothing is stored as ${key}`, options)
  }
}

/**
 * Compares the name, not the class: pages and routes are bundled separately, so there may be two copies of
 * this module.
 */
export function isNotStored(error: unknown): error is NotStored {
  return error instanceof Error && error.name === 'NotStored'
}

const keyLengthMax = 200
/** Segments joined by `/`. A segment must not begin with a dot, which excludes `..` and hidden files. */
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** @throws Error if the key is invalid in any of the stores */
export function assertKey(key: string): void {
  if (key.length > keyLengthMax || !keyShape.test(key))
    throw new Error(`invalid storage key: ${JSON.stringify(key.slice(0, keyLengthMax))}`)
}
