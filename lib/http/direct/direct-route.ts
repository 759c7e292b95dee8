import type { Handlers } from '#lib/http/api/guarded'

/** The path of an operation, with its parameters in braces, and the functions that answer its requests. */
export type DirectRoute = { path: string; handlers: Handlers }

/** A segment of a path without percent-encoding. The framework answers paths with others. */
const plain = /^\w[\w.-]*$/

/** Finds the route of a path. @returns `undefined` if the framework has to answer */
export function createDirectRoutes(routes: readonly DirectRoute[]): (path: string) => Handlers | undefined {
  const known = routes.map(({ path, handlers }) => ({ segments: path.split('/'), handlers }))
  return (path) => {
    const given = path.split('/')
    return known.find(
      ({ segments }) =>
        segments.length === given.length &&
        segments.every((segment, at) =>
          segment.startsWith('{') ? plain.test(given[at]!) : segment === given[at],
        ),
    )?.handlers
  }
}
