import { expect, test } from 'vitest'
import { contentPolicy } from '#lib/http/api/content-policy'

const page = {
  nonce: 'abc',
  env: { storage: { kind: 'disk' } },
  isFramable: false,
  isDevelopment: false,
} as const

const directive = (policy: string, name: string) =>
  policy.split('; ').find((part) => part.startsWith(`${name} `))

test('no inline script runs but with the nonce, and nothing by eval', () => {
  const scripts = directive(contentPolicy(page), 'script-src')
  expect(scripts).toContain("'nonce-abc'")
  expect(scripts).not.toMatch(/unsafe-inline|'unsafe-eval'|https:|\*/)
})

test('only pages made for it can be framed', () => {
  expect(directive(contentPolicy(page), 'frame-ancestors')).toBe("frame-ancestors 'none'")
  expect(directive(contentPolicy({ ...page, isFramable: true }), 'frame-ancestors')).toBe('frame-ancestors *')
})

test('films and pictures load from where they are stored, and from nowhere else', () => {
  const bucket = {
    kind: 's3',
    bucket: 'films',
    region: 'eu-west-1',
    accessKeyId: '',
    secretAccessKey: '',
  } as const
  const at = (endpoint: string | undefined) =>
    contentPolicy({ ...page, env: { storage: { ...bucket, endpoint } } })
  expect(directive(contentPolicy(page), 'media-src')).toBe("media-src 'self' blob:")
  expect(directive(at(undefined), 'media-src')).toContain('https://films.s3.eu-west-1.amazonaws.com')
  expect(directive(at('https://store.example/x'), 'img-src')).toContain('https://store.example')
  expect(at('https://store.example/x')).not.toContain('store.example/x')
})
