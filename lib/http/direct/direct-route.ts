import type { Handlers } from '#lib/http/api/guarded'

/** An operation that is answered without the framework. @property path with parameters in braces */
export type DirectRoute = { path: string; handlers: Handlers }

/** One segment of a path that decodes to itself. Others are left to the framework. */
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
