import { test } from '@playwright/test'
import { makeWorld } from './world.ts'

test('what the pictures show is there', async () => {
  // It ends when nothing changes any more, see `reach`.
  test.setTimeout(0)
  await makeWorld()
})
