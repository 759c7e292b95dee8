import type { Map as MapLibre } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import { FailedTiles } from './failed-tiles.ts'

/** A map that records what it is asked for. */
function recordingMap() {
  const calls: unknown[][] = []
  const source = { url: '/tiles/streets.json', setUrl: (url: string) => calls.push(['setUrl', url]) }
  const map = {
    getSource: () => source,
    refreshTiles: (...args: unknown[]) => calls.push(['refreshTiles', ...args]),
  } as unknown as MapLibre
  return { map, calls }
}

const failure = (sourceId: string, x?: number) =>
  ({
    error: new Error('lost'),
    sourceId,
    ...(x !== undefined && { tile: { tileID: { canonical: { z: 14, x, y: 2 } } } }),
  }) as never

test('only the tiles that failed are requested again, so that the others stay on the map, and each only once', () => {
  const { map, calls } = recordingMap()
  const failed = new FailedTiles()
  expect(failed.add(failure('basemap', 1))).toBe(true)
  failed.add(failure('streets', 3))
  failed.add(failure('streets', 4))
  failed.add(failure('streets', 3))
  expect(failed.hasAny).toBe(true)
  failed.request(map)
  expect(calls).toEqual([
    ['refreshTiles', 'basemap', [{ z: 14, x: 1, y: 2 }]],
    [
      'refreshTiles',
      'streets',
      [
        { z: 14, x: 3, y: 2 },
        { z: 14, x: 4, y: 2 },
      ],
    ],
  ])
  expect(failed.hasAny).toBe(false)
  failed.request(map)
  expect(calls).toHaveLength(2)
})

test('a description of a source that failed is requested again, and an error of no source is not taken', () => {
  const { map, calls } = recordingMap()
  const failed = new FailedTiles()
  failed.add(failure('streets'))
  failed.request(map)
  expect(calls).toEqual([['setUrl', '/tiles/streets.json']])
  expect(failed.add({ error: new Error('of the style') } as never)).toBe(false)
  expect(failed.hasAny).toBe(false)
})

test('what fails is collected, drawn around, and reported if it is of no source', () => {
  let fire: (event: never) => void = () => {}
  const triggerRepaint = vi.fn()
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  try {
    const failed = new FailedTiles()
    failed.collect({
      on: (_: 'error', listener: typeof fire) => {
        fire = listener
      },
      triggerRepaint,
    } as unknown as MapLibre)
    const error = new Error('of the style')
    fire({ error } as never)
    expect(report).toHaveBeenCalledExactlyOnceWith(error)
    expect(failed.hasAny).toBe(false)
    fire(failure('streets'))
    expect(triggerRepaint).toHaveBeenCalledOnce()
    expect(failed.hasAny).toBe(true)
    expect(report).toHaveBeenCalledOnce()
  } finally {
    vi.unstubAllGlobals()
  }
})
