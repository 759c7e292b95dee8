import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const keys = (of: Partial<KeyboardEvent>) =>
  Object.assign(new Event('keydown', { cancelable: true }), {
    key: 'k',
    ctrlKey: false,
    metaKey: false,
    ...of,
  })
let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

test('a press before the palette is there opens it once, and other keys do not', async () => {
  const { listenEarly, takeEarlyPress } = await import('./palette-key.ts')
  listenEarly()
  page.dispatchEvent(keys({}))
  page.dispatchEvent(keys({ ctrlKey: true, altKey: true }))
  const pressed = keys({ ctrlKey: true })
  page.dispatchEvent(pressed)
  expect(pressed.defaultPrevented).toBe(true)
  expect([takeEarlyPress(), takeEarlyPress()]).toEqual([true, false])
  // The palette listens itself from now on.
  page.dispatchEvent(keys({ metaKey: true }))
  expect(takeEarlyPress()).toBe(false)
})
