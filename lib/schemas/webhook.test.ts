import { expect, test } from 'vitest'
import { webhookUrl } from '#lib/schemas/webhook'

const refusal = (url: string, mayBeLocal: boolean) =>
  webhookUrl({ mayBeLocal }).safeParse(url).error?.issues[0]?.message

test('in production a webhook is an https URL', () => {
  expect(refusal('https://agent.example/cairn', false)).toBeUndefined()
  for (const url of ['http://127.0.0.1:9000', 'http://agent.example', 'ftp://agent.example', 'agent.example'])
    expect(refusal(url, false), url).toBe('must be an https URL, without user name and password')
})

test('a sandbox also accepts http and local addresses, and its refusal says so', () => {
  expect(refusal('http://127.0.0.1:9000', true)).toBeUndefined()
  for (const url of ['ftp://agent.example', 'http://name:secret@localhost'])
    expect(refusal(url, true), url).toBe('must be an http or https URL, without user name and password')
})
