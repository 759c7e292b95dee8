import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOtherContent } from '#lib/client/other-content'

const captures = join(import.meta.dirname, '../../sandbox/captures')

test.each([
  ['text', 'Not a photo at all.\n'],
  ['text whose last character is cut', `${'a'.repeat(511)}é`],
  ['a page', '<!doctype html><p>Hello'],
  ['a document', '%PDF-1.7\n%\xe2\xe3'],
  ['an archive', 'PK\x03\x04\x14\0\0\0'],
])('%s is no photo or film', async (_, content) => {
  expect(await isOtherContent(new Blob([content]))).toBe(true)
})

test.each([
  ['nothing', new Uint8Array()],
  ['zeros, as of a copy that failed', new Uint8Array(50_000)],
  ['a drawing', new TextEncoder().encode('<?xml version="1.0"?><svg xmlns="x"/>')],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x41, 0x42])],
  ['a photo', readFileSync(join(captures, 'lund-declared-in-florence-01.jpg'))],
])('%s is not said to be something else', async (_, bytes) => {
  expect(await isOtherContent(new Blob([Uint8Array.from(bytes)]))).toBe(false)
})
