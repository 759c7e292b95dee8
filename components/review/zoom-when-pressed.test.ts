import { expect, test } from 'vitest'
import { zoomWhenPressed } from './zoom-when-pressed.ts'

test('the wheel scrolls the page until the viewer is pressed, and again once the pointer has left', () => {
  const viewer = new EventTarget()
  const stop = new AbortController()
  zoomWhenPressed(viewer, stop.signal)
  const zooms = (keys: { ctrlKey?: boolean; metaKey?: boolean } = {}) => {
    let isHeld = false
    const hold = () => {
      isHeld = true
    }
    viewer.dispatchEvent(Object.assign(new Event('wheel'), { ...keys, stopPropagation: hold }))
    return !isHeld
  }
  expect(zooms()).toBe(false)
  expect(zooms({ ctrlKey: true })).toBe(true)
  expect(zooms({ metaKey: true })).toBe(true)
  viewer.dispatchEvent(new Event('pointerdown'))
  expect(zooms()).toBe(true)
  viewer.dispatchEvent(new Event('pointerleave'))
  expect(zooms()).toBe(false)
  stop.abort()
  expect(zooms()).toBe(true)
})
