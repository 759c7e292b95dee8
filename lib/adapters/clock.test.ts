import { expect, test } from 'vitest'
import { openSandboxClock } from '#lib/adapters/clock'
import type { Sql } from '#lib/adapters/db'

test('an answer that was asked for earlier and arrives later does not turn the clock back', async () => {
  const answers: ((seconds: number) => void)[] = []
  const nextAnswer = () =>
    new Promise<{ offsetSeconds: string }[]>((resolve) => {
      answers.push((seconds) => resolve([{ offsetSeconds: String(seconds) }]))
    })
  let notify = () => {}
  // The order of two answers cannot be held with a real database, so this one answers when the test says so.
  const sql = Object.assign(nextAnswer, {
    listen: async (_channel: string, onNotification: () => void) => {
      notify = onNotification
      return { unlisten: async () => {} }
    },
  }) as unknown as Sql
  const opening = openSandboxClock(sql)
  await expect.poll(() => answers.length).toBe(1)
  answers[0]!(0)
  const clock = await opening
  notify()
  const refreshed = clock.refresh()
  answers[2]!(300)
  await refreshed
  expect(clock.offsetSeconds()).toBe(300)
  answers[1]!(0)
  await new Promise(setImmediate)
  expect(clock.offsetSeconds()).toBe(300)
})
