import { expect, test, vi } from 'vitest'
import { createBell } from '#lib/worker/wake'

const never = new AbortController().signal
const long = 3_600_000

test('a ring wakes every sleeper that listens', async () => {
  const bell = createBell()
  const sleeping = [1, 2].map(() => bell.sleep({ ms: long, heard: bell.count(), signal: never }))
  bell.ring()
  await Promise.all(sleeping)
})

test('a ring while busy is not missed', async () => {
  const bell = createBell()
  const heard = bell.count()
  bell.ring()
  await bell.sleep({ ms: long, heard, signal: never })
})

test('one who does not listen sleeps on until its time', async () => {
  vi.useFakeTimers()
  try {
    const bell = createBell()
    const woken = vi.fn()
    void bell.sleep({ ms: 1_000, heard: undefined, signal: never }).then(woken)
    bell.ring()
    await vi.advanceTimersByTimeAsync(999)
    expect(woken).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(woken).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

test('the signal wakes, also one that came before', async () => {
  const stop = new AbortController()
  const bell = createBell()
  const sleeping = bell.sleep({ ms: long, heard: undefined, signal: stop.signal })
  stop.abort()
  await sleeping
  await bell.sleep({ ms: long, heard: bell.count(), signal: stop.signal })
})
