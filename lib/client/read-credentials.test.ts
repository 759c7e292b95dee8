import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFileCredentials } from '#lib/client/read-credentials'
import { noCredentials } from '#lib/domain/proof/credentials'

// Node has no `Worker` of the browser, so starting the validator would fail.
test('the validator is skipped for a photograph that lacks Content Credentials', async () => {
  const file = new File([readFileSync('testing/plain.jpg')], 'plain.jpg', { type: 'image/jpeg' })
  expect(await readFileCredentials(file, new AbortController().signal)).toEqual(noCredentials)
  await expect(readFileCredentials(file, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
})
