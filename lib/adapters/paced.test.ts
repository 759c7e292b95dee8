import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { paced } from '#lib/adapters/paced'

/** Work of ten milliseconds by a clock of its own, and rests that last until they are ended. */
function open({ maxWaiting = 4, maxRestMs = 1_000 } = {}) {
  let clockMs = 0
  const begun: string[] = []
  const rests: number[] = []
  let end = () => {}
  const work = paced(
    {
      restRatio: 3,
      maxRestMs,
      maxWaiting,
      nowMs: () => clockMs,
      rest: (ms) =>
        new Promise<void>((resolve) => {
          rests.push(ms)
          end = resolve
        }),
    },
    async (name: string) => {
      begun.push(name)
      clockMs += 10
      if (name === 'broken') throw new Error('broken')
      return name
    },
  )
  const endRest = async () => {
    // Everything that can run without it has run.
    await setImmediate()
    end()
  }
  return { work, begun, rests, endRest }
}

test('the next call begins after a pause in proportion to the last one, whose caller does not wait for the pause', async () => {
  const { work, begun, rests, endRest } = open()
  const [first, second] = [work('first'), work('second')]
  expect(await first).toBe('first')
  await setImmediate()
  expect([begun, rests]).toEqual([['first'], [30]])
  await endRest()
  expect(await second).toBe('second')
})

test('a rest has a limit, so that a call that waited for something else does not hold up the next for long', async () => {
  const { work, rests } = open({ maxRestMs: 20 })
  await work('slow')
  await setImmediate()
  expect(rests).toEqual([20])
})

test('a call beyond those that may wait is not run, and room comes back', async () => {
  const { work, begun, endRest } = open({ maxWaiting: 1 })
  expect(await work('first')).toBe('first')
  const second = work('second')
  expect(work('third')).toBeUndefined()
  await endRest()
  expect(await second).toBe('second')
  const fourth = work('fourth')
  await endRest()
  expect(await fourth).toBe('fourth')
  expect(begun).toEqual(['first', 'second', 'fourth'])
})

test('a call that fails tells its caller, and the next one runs', async () => {
  const { work, endRest } = open()
  const [broken, next] = [work('broken'), work('next')]
  await expect(broken).rejects.toThrow('broken')
  await endRest()
  expect(await next).toBe('next')
})
