import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerMisplaced, wellKnown } from '#lib/http/misplaced-call'

const ask = (path: string, init?: RequestInit) =>
  answerMisplaced(new Request(`https://cairn.example${path}`, init))

test('a call without /api is answered in JSON, with the right beginning of the path', async () => {
  for (const init of [{ method: 'POST', body: '{}' }, {}, { headers: { accept: 'application/json' } }]) {
    const answer = await ask('/v1/spatial/query', init)
    expect(answer?.status).toBe(404)
    expect(await answer!.json()).toMatchObject({
      error: 'not_found',
      message: expect.stringMatching(/begin with \/api\/v1\..*Nothing was charged\.$/),
    })
  }
})

test('a program that asks for a well-known document that does not exist gets a JSON error', async () => {
  for (const init of [{ headers: { accept: 'application/json' } }, {}]) {
    const answer = await ask('/.well-known/mcp.json', init)
    expect(answer?.status).toBe(404)
    expect(await answer!.json()).toMatchObject({
      error: 'not_found',
      message: expect.stringContaining('/mcp'),
    })
  }
  expect(ask('/.well-known/mcp.json', { headers: { accept: 'text/html,*/*' } })).toBeUndefined()
  expect(readdirSync('app/.well-known').sort()).toEqual([...wellKnown].sort())
  for (const name of wellKnown) expect(ask(`/.well-known/${name}`)).toBeUndefined()
})

test('a page stays a page', () => {
  expect(ask('/v1/spatial/query', { headers: { accept: 'text/html,*/*' } })).toBeUndefined()
  expect(ask('/verify', { method: 'POST' })).toBeUndefined()
})
