import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exifBlock, withExif } from './exif-segment.ts'

type Scene = { name: string; latitude: number; longitude: number; hoursAgo: number }

/** Drawn pictures under `public/demo`, each at its city's landmark; none older than a query's default seven days. */
const scenes: readonly Scene[] = [
  { name: 'berlin', latitude: 52.52082, longitude: 13.40943, hoursAgo: 3 },
  { name: 'paris', latitude: 48.85837, longitude: 2.29448, hoursAgo: 9 },
  { name: 'nairobi', latitude: -1.28879, longitude: 36.82322, hoursAgo: 20 },
  { name: 'tokyo', latitude: 35.65858, longitude: 139.74543, hoursAgo: 31 },
  { name: 'saopaulo', latitude: -23.54645, longitude: -46.64414, hoursAgo: 47 },
  { name: 'sydney', latitude: -33.85678, longitude: 151.2153, hoursAgo: 64 },
  { name: 'newyork', latitude: 40.74844, longitude: -73.98566, hoursAgo: 82 },
  { name: 'cairo', latitude: 29.97925, longitude: 31.13421, hoursAgo: 101 },
]

/**
 * Writes the demo photographs, with place and time in their EXIF as a camera would. The same `now` gives the same bytes.
 *
 * @param folder made when missing; files of an earlier call are replaced
 * @returns the paths
 */
export function writeDemoCaptures(folder: string, now: Date = new Date()): string[] {
  mkdirSync(folder, { recursive: true })
  return scenes.map((scene) => {
    const picture = readFileSync(new URL(`../../public/demo/${scene.name}.jpg`, import.meta.url))
    const path = join(folder, `${scene.name}.jpg`)
    writeFileSync(path, withExif(picture, demoExif(scene, now)))
    return path
  })
}

function demoExif(scene: Scene, now: Date): Buffer {
  const taken = new Date(now.getTime() - scene.hoursAgo * 3_600_000).toISOString()
  const time = `${taken.slice(0, 10).replaceAll('-', ':')} ${taken.slice(11, 19)}`
  return exifBlock({
    exif: [
      { id: 0x9003, value: time },
      { id: 0x9011, value: '+00:00' },
    ],
    gps: [
      { id: 1, value: scene.latitude < 0 ? 'S' : 'N' },
      { id: 2, value: sexagesimal(scene.latitude) },
      { id: 3, value: scene.longitude < 0 ? 'W' : 'E' },
      { id: 4, value: sexagesimal(scene.longitude) },
    ],
  })
}

function sexagesimal(degrees: number): [number, number][] {
  const hundredths = Math.round(Math.abs(degrees) * 360_000)
  return [
    [Math.floor(hundredths / 360_000), 1],
    [Math.floor(hundredths / 6_000) % 60, 1],
    [hundredths % 6_000, 100],
  ]
}
