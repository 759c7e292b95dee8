import { expect, test, vi } from 'vitest'
import { createWaker } from '#lib/worker/waker'

const never = new AbortController().signal
const long = 3_600_000

test('wake ends the sleep of every listener', async () => {
  const waker = createWaker()
  const sleeping = [1, 2].map(() => waker.sleep({ ms: long, since: waker.count(), signal: never }))
  waker.wake()
  await Promise.all(sleeping)
})

test('a wake during work is not missed', async () => {
  const waker = createWaker()
  const since = waker.count()
  waker.wake()
  await waker.sleep({ ms: long, since, signal: never })
})

test('a sleeper that does not listen sleeps to the end', async () => {
  vi.useFakeTimers()
  try {
    const waker = createWaker()
    const woken = vi.fn()
    void waker.sleep({ ms: 1_000, since: undefined, signal: never }).then(woken)
    waker.wake()
    await vi.advanceTimersByTimeAsync(999)
    expect(woken).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(woken).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

test('the signal ends a sleep, also when it was aborted before', async () => {
  const stop = new AbortController()
  const waker = createWaker()
  const sleeping = waker.sleep({ ms: long, since: undefined, signal: stop.signal })
  stop.abort()
  await sleeping
  await waker.sleep({ ms: long, since: waker.count(), signal: stop.signal })
})
