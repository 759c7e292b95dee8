import { expect, test } from 'vitest'
import { CairnError } from '#lib/domain/errors'
import { operationHandlers, operationsRoute } from '#lib/http/operation-handlers'
import { operations } from '#lib/operations/catalog'
import { operatorGroup } from '#lib/operations/operator/catalog'

/** Only a request that an operation answers opens the context, or needs none. */
const open = () => Promise.reject(new CairnError('conflict', 'No context is open.'))
const handlers = operationsRoute(open)
const send = (method: string, path: string) =>
  handlers[method as 'GET'](new Request(`http://cairn.test${path}`, { method }))

test.each([...operations, ...operatorGroup.operations])(
  '$method $path is answered by its operation',
  async (operation) => {
    const { status } = await send(operation.method, operation.path.replaceAll(/\{\w+\}/g, 'a%20b'))
    expect(status).toBe('standalone' in operation ? 200 : 409)
  },
)

test('no request has the paths of two operations', () => {
  const shapes = [...operationHandlers(open).keys()].map((path) => path.split('/'))
  const areSame = (a: readonly string[], b: readonly string[]) =>
    a.length === b.length &&
    a.every((one, at) => one.startsWith('{') || b[at]!.startsWith('{') || one === b[at])
  for (const shape of shapes) expect(shapes.filter((one) => areSame(one, shape))).toEqual([shape])
})

test.each(['/api/trees/1/', '/api/tr%65es/1', '/api/trees'])('%s is a path of an operation', async (path) => {
  expect((await send('GET', path)).status).toBe(409)
})

test.each(['/api', '/api/', '/api/none', '/api/trees/1/2', '/api/trees//', '/enterprise/v1', '/api/Trees'])(
  '%s is not found, whatever the method',
  async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await send(method, path)).status).toBe(404)
  },
)

test.each(['/api/none/%ff', '/api/trees/%zz', '/api/v1/provenance/%c3%28'])(
  '%s is refused as malformed, before it belongs to an operation',
  async (path) => {
    const answer = await send('GET', path)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', field: 'path' })
  },
)

test('a preflight request names the methods of its path', async () => {
  const methodsOf = async (path: string) => (await send('OPTIONS', path)).headers.get('allow')
  expect(await methodsOf('/api/operator/actions')).toBe('GET, HEAD, POST, OPTIONS')
  expect(await methodsOf('/api/v1/spatial/query')).toBe('POST, OPTIONS')
})
