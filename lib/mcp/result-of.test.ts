import { expect, test } from 'vitest'
import { resultOf } from '#lib/mcp/result-of'

const tool = {
  call: {
    method: 'GET' as const,
    path: '/api/v1/observations/{id}',
    params: { id: 'observation_id' },
    takesBody: false,
    takesToken: false,
  },
  url: 'https://cairn.example/mcp',
}
const text = JSON.stringify({ window: {}, observations: [] })

test('a caller without headers is told by a member and in words that an answer was cut, and how to go on', async () => {
  const headers = { 'cairn-truncated': 'true', 'cairn-next-to': '2026-06-02T11:00:00Z' }
  const { content, structuredContent } = await resultOf(new Response(text, { headers }), tool)
  const answered = { ...JSON.parse(text), next_to: '2026-06-02T11:00:00Z' }
  expect(content).toEqual([
    { type: 'text', text: JSON.stringify(answered) },
    { type: 'text', text: expect.stringContaining('"to": "2026-06-02T11:00:00Z"') },
  ])
  expect(structuredContent).toEqual(answered)
  expect((await resultOf(new Response(text), tool)).content).toEqual([{ type: 'text', text }])
})

test('a refusal names the argument of the tool instead of the parameter of the path', async () => {
  const refusal = { error: 'invalid_request', message: 'id must be a hash', field: 'id', request_id: 'r' }
  const { content } = await resultOf(new Response(JSON.stringify(refusal), { status: 400 }), tool)
  expect(JSON.parse((content[0] as { text: string }).text)).toEqual({
    ...refusal,
    message: 'observation_id must be a hash',
    field: 'observation_id',
  })
})
