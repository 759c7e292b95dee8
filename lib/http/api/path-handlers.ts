import type { Handlers } from '#lib/http/api/guarded'

/** The path of an operation, with its parameters in braces, and the functions that answer its requests. */
export type PathHandlers = { path: string; handlers: Handlers }

/** Finds the handlers of a path by its decoded segments. A parameter is any segment that is not empty. */
export function findByPath(all: Iterable<PathHandlers>): (given: readonly string[]) => Handlers | undefined {
  const known = [...all].map(({ path, handlers }) => ({ segments: path.split('/'), handlers }))
  return (given) =>
    known.find(
      ({ segments }) =>
        segments.length === given.length &&
        segments.every((segment, at) => (segment.startsWith('{') ? given[at] !== '' : segment === given[at])),
    )?.handlers
}
