import 'server-only'

/** What a stored file is served as. */
export type Served = {
  /** Media type. */
  type: string
  /** The name a browser saves it under. */
  name: string
  disposition: 'inline' | 'attachment'
}

/** How long a signed link is good for, by the service's clock. */
export const linkSeconds = 900

/**
 * Finished files: the originals of submissions, previews, models. A key is a path of our own making (`originals/…`), never
 * a name somebody sent; whoever may see a file gets a signed link to it, and nothing else is reachable.
 */
export type Storage = {
  /** Keeps a copy of a local file under a key. Doing it again is safe: readers see the old file or the new one, whole. */
  put: (args: { key: string; path: string; type: string }) => Promise<void>
  /** Gives a local path of a stored file while `use` runs. It is to be read only. @throws Error when there is none */
  withLocal: <Result>(key: string, use: (path: string) => Promise<Result>) => Promise<Result>
  /** Nothing happens when there is none. */
  remove: (key: string) => Promise<void>
  /** A link that serves the file to whoever has it, for `linkSeconds` from `now`. */
  signGet: (args: { key: string; served: Served; now: Date }) => Promise<string>
}
