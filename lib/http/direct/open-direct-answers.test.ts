import { expect, test } from 'vitest'
import { directRoutes } from '#lib/http/direct/open-direct-answers'
import { operationHandlers } from '#lib/http/operation-handlers'

test('each path that is answered directly is the path of an operation, and no other operation has a path of its shape', () => {
  const isOfShape = (path: string, one: string) =>
    one.split('/').length === path.split('/').length &&
    one
      .split('/')
      .every((segment, at) => path.split('/')[at]!.startsWith('{') || path.split('/')[at] === segment)
  const paths = [...operationHandlers(() => Promise.reject(new Error('not opened'))).keys()]
  for (const { path } of directRoutes) expect(paths.filter((one) => isOfShape(path, one))).toEqual([path])
})
