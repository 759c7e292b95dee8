import { expect, test } from 'vitest'
import { resultOf } from '#lib/mcp/result-of'

const listing = { url: 'https://cairn.example/mcp', bazaar: {} }
const text = JSON.stringify({ window: {}, observations: [] })

test('a caller without headers is told in words that an answer was cut, and how to go on', async () => {
  const headers = { 'cairn-truncated': 'true', 'cairn-next-to': '2026-06-02T11:00:00Z' }
  const { content, structuredContent } = await resultOf(new Response(text, { headers }), listing)
  expect(content).toEqual([
    { type: 'text', text },
    { type: 'text', text: expect.stringContaining('"to": "2026-06-02T11:00:00Z"') },
  ])
  expect(structuredContent).toEqual(JSON.parse(text))
  expect((await resultOf(new Response(text), listing)).content).toEqual([{ type: 'text', text }])
})
