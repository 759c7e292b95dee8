// needs: python3
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'

// The programs of the guide to webhooks, run as they are shown.

const guide = readFileSync(join(import.meta.dirname, '../docs/guides/webhooks.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code!)

type Vector = { secret: string; headers: Record<string, string>; body: string }
const vector = blocks('JSON')
  .map((text) => JSON.parse(text) as Vector)
  .find(({ secret }) => secret !== undefined)!
const seconds = Number(vector.headers['webhook-timestamp'])

const programs = {
  JavaScript: ([vector, seconds]: [Vector, number]) =>
    run(
      process.execPath,
      ['--input-type=module', '-'],
      [
        ...[blocks('JavaScript')[0]!, `const { secret, headers, body } = ${JSON.stringify(vector)}`],
        `console.log(isGenuine(secret, headers, body, ${seconds * 1000}))`,
      ],
    ),
  Python: ([vector, seconds]: [Vector, number]) =>
    run(
      'python3',
      ['-'],
      [
        ...[
          blocks('Python')[0]!,
          'import json',
          `vector = json.loads(${JSON.stringify(JSON.stringify(vector))})`,
        ],
        `print(str(is_genuine(**vector, now=${seconds})).lower())`,
      ],
    ),
}

function run(program: string, args: readonly string[], lines: readonly string[]): string {
  return execFileSync(program, args, { input: lines.join('\n'), encoding: 'utf8' }).trim()
}

test('the message of the guide has the signature of Standard Webhooks', () => {
  const signed = new Webhook(vector.secret).sign(
    vector.headers['webhook-id']!,
    new Date(seconds * 1000),
    vector.body,
  )
  expect(vector.headers['webhook-signature']).toBe(signed)
})

test.each(Object.entries(programs))('%s tells the message of the guide from others', (_, isGenuine) => {
  const signature = vector.headers['webhook-signature']!
  const withHeaders = (headers: Record<string, string>) => ({
    ...vector,
    headers: { ...vector.headers, ...headers },
  })
  expect(isGenuine([vector, seconds + 300])).toBe('true')
  // For a day after a rotation.
  expect(isGenuine([withHeaders({ 'webhook-signature': `v1,AAAA ${signature}` }), seconds])).toBe('true')
  expect(isGenuine([vector, seconds + 301])).toBe('false')
  expect(isGenuine([{ ...vector, body: `${vector.body} ` }, seconds])).toBe('false')
  expect(isGenuine([{ ...vector, secret: `whsec_${'A'.repeat(43)}=` }, seconds])).toBe('false')
  expect(isGenuine([withHeaders({ 'webhook-id': 'another' }), seconds])).toBe('false')
  expect(isGenuine([withHeaders({ 'webhook-timestamp': 'now' }), seconds])).toBe('false')
  expect(isGenuine([{ ...vector, headers: {} }, seconds])).toBe('false')
})
