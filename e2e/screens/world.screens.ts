import { test } from '@playwright/test'
import { makeWorld } from './world.ts'

test('what the pictures show is there', async () => {
  test.setTimeout(900_000)
  await makeWorld()
})
