import { expect, test } from 'vitest'
import { createEnding, stopAll } from '#sandbox/ending'

function start() {
  const exits: number[] = []
  const stopped = Promise.withResolvers<void>()
  let at = 0
  const ending = createEnding({
    stop: () => stopped.promise,
    exit: (status: number) => exits.push(status),
    now: () => at,
  })
  return { ending, exits, stopped, wait: (ms: number) => (at += ms) }
}

test('a run ends after all that it started, and says with which status', async () => {
  const { ending, exits, stopped } = start()
  expect(ending.isEnding()).toBe(false)
  ending.onSignal()
  expect(ending.isEnding()).toBe(true)
  expect(exits).toEqual([])
  stopped.resolve()
  await expect.poll(() => exits).toEqual([0])
})

test('who asks again while it stops does not cut that off: npm that died is noticed every second', () => {
  const { ending, exits, wait } = start()
  void ending.end(1)
  for (let second = 0; second < 20; second++) {
    wait(1_000)
    void ending.end(1)
  }
  expect(exits).toEqual([])
})

test('one key press that arrives twice is one, and a later one ends it at once', () => {
  const { ending, exits, wait } = start()
  ending.onSignal()
  wait(10)
  ending.onSignal()
  expect(exits).toEqual([])
  wait(3_000)
  ending.onSignal()
  expect(exits).toEqual([1])
})

test('a group is stopped at once, after the one before it, also if one of them cannot be', async () => {
  const done: string[] = []
  const slow = Promise.withResolvers<void>()
  const stop = (name: string) => async () => void done.push(name)
  const failing = async () => {
    throw new Error('no space')
  }
  const web = async () => {
    await slow.promise
    done.push('web')
  }
  const errors: unknown[] = []
  const stopped = stopAll([[web, failing, stop('worker')], [stop('database')]], (error) => errors.push(error))
  await expect.poll(() => done).toEqual(['worker'])
  slow.resolve()
  await stopped
  expect(done).toEqual(['worker', 'web', 'database'])
  expect(errors).toEqual([new Error('no space')])
})
