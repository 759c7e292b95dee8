import { expect, test } from 'vitest'
import { loopbackRedirect } from '#lib/http/loopback-redirect'

const page = {
  method: 'GET',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  path: '/explore?hours=24&q=a%20b',
  baseUrl: 'http://localhost:3141',
}

test.each([
  ['http://localhost:3141', '127.0.0.1:3141'],
  ['http://localhost:3141', '[::1]:3141'],
  ['http://127.0.0.1:3141', 'localhost:3141'],
])('a page of %s opened at %s leads to the same page there', (baseUrl, host) => {
  expect(loopbackRedirect({ ...page, baseUrl, host })).toBe(`${baseUrl}/explore?hours=24&q=a%20b`)
})

test('a path of two slashes leads to no other host', () => {
  expect(loopbackRedirect({ ...page, host: '127.0.0.1:3141', path: '//other.example' })).toBe(
    'http://localhost:3141//other.example',
  )
})

test.each([
  ['the same name', {}, 'localhost:3141'],
  ['another port, which may be another program', {}, '127.0.0.1:4000'],
  ['a public service', { baseUrl: 'https://cairn.example' }, '127.0.0.1:3141'],
  ['a name that is not loopback', {}, 'cairn.example:3141'],
  ['no name', {}, null],
  ['a name that cannot be read', {}, 'a b:3141'],
  ['another method', { method: 'POST' }, '127.0.0.1:3141'],
  ['a request of a program', { accept: '*/*' }, '127.0.0.1:3141'],
  ['a request of a script', { accept: null }, '127.0.0.1:3141'],
])('%s is not redirected', (_, changes, host) => {
  expect(loopbackRedirect({ ...page, ...changes, host })).toBeUndefined()
})
